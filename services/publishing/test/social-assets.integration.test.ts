import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { fakeAssets, objectKeyOf } from './fixtures/fake-assets.ts';
import { newSocialSpace, type SocialServices, startSocial } from './fixtures/social-space.ts';

const assets = fakeAssets();
let services: SocialServices;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-social-'));
  services = await startSocial({}, { library: assets.service, objects: folder });
});
afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true });
});

const png = Buffer.from('89504e470d0a1a0a00000000', 'hex');

test('a network gets the bytes of a private asset, and the post shows it until all its networks have published it', async () => {
  const { caller, connectMastodon, publish, read, events } = newSocialSpace(services);
  const account = await connectMastodon();
  const { id: asset, url } = assets.add(caller.space_id, { size: png.length });
  await services.ports.objects!.put(objectKeyOf(asset), Readable.from([png]), { content_type: 'image/png' });
  const { id } = await publish({ text: 'Look', media: [{ url, alt_text: 'A logo' }], account_ids: [account.id] });
  await eventually(async () => expect((await read(id)).status).toBe('published'));
  expect([...services.mastodon.media.values()]).toMatchObject([{ description: 'A logo', type: 'image/png', bytes: png }]);
  expect((await events('social_draft_created')).at(-1)!.data).toMatchObject({ asset_ids: [asset] });
  expect((await events('social_post_published')).at(-1)!.data).toMatchObject({ asset_ids: [] });
});

test('an asset that is no picture fails the post for good', async () => {
  const { caller, connectMastodon, publish, read } = newSocialSpace(services);
  await connectMastodon();
  const { id: asset, url } = assets.add(caller.space_id, { size: 4 });
  await services.ports.objects!.put(objectKeyOf(asset), Readable.from([Buffer.from('text')]), { content_type: 'image/png' });
  const { id } = await publish({ text: 'Look', media: [{ url }] });
  await eventually(async () => expect((await read(id)).status).toBe('failed'));
  expect((await read(id)).records).toMatchObject([
    { error: 'media_unusable', error_message: `The asset ${asset} is not a PNG, JPEG, GIF or WebP picture.` },
  ]);
});
