import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';

test('visitors read the picture of a published page, its deletion names the page, and it ends with the publication', async () => {
  const { client } = await newSpace();
  const asset = await client.assets.create({ name: 'note.txt', content_base64: Buffer.from('picture').toString('base64') });
  const path = `/a/${asset.id}/note.txt`;
  const read = async () => (await fetch(profile.public_url + path)).status;
  const { id } = await client.pages.create({ title: 'Gallery', standalone: true, layout_html: `<img src="${path}">` });
  await eventually(async () => expect(await client.assets.get({ id: asset.id })).toMatchObject({ used_by_count: 1, url: null }));
  expect(await read()).toBe(404);

  const preview = await client.pages.preview({ id });
  const [previewed] = /\/a\/p\/[^"]+/.exec(await (await fetch(preview.url)).text()) ?? [];
  const readPreviewed = (address = previewed) => fetch(profile.public_url + address);
  const answer = await readPreviewed();
  expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, 'picture', 'private, no-cache']);
  const other = await client.assets.create({ name: 'other.txt', content_base64: Buffer.from('other').toString('base64') });
  expect((await readPreviewed(previewed!.replace(asset.id, other.id))).status).toBe(404);
  expect(await read()).toBe(404);

  await client.pages.publish({ id });
  await eventually(async () => expect(await read()).toBe(200));
  await expect(client.assets.delete({ id: asset.id })).rejects.toMatchObject({
    status: 409,
    code: 'attached',
    message: expect.stringContaining('page "Gallery"'),
  });
  expect((await client.assets.used_by({ id: asset.id })).data).toMatchObject([{ kind: 'page', id, is_public: true, path: `/pages/${id}` }]);

  await client.pages.publish({ id, publish: false });
  await eventually(async () => expect(await read()).toBe(404));
  expect((await readPreviewed()).status).toBe(200);
  await client.pages.delete({ id });
  expect((await readPreviewed()).status).toBe(404);
  await eventually(async () => expect(await client.assets.get({ id: asset.id })).toMatchObject({ used_by_count: 0 }));
  await client.assets.delete({ id: asset.id });
  const refused = client.pages.create({ title: 'Gallery', standalone: true, layout_html: `<p>\n<img src="${path}">` });
  await expect(refused).rejects.toMatchObject({
    status: 422,
    code: 'unresolved_reference',
    message: expect.stringContaining('line 2, column 6'),
  });
});
