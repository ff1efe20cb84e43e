import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publishingAssetUses, type ShowingThing } from '@space/contracts/assets';
import { blogPosts, PREVIEW_MINUTES, pages, pageVersions, previewAssets, previewPages, sites, social } from '@space/contracts/publishing';
import { callAs, eventually, startServices, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { publicOrigin } from '@space/web';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { type FakeAssets, fakeAssets } from './fixtures/fake-assets.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
let assets: FakeAssets;
beforeAll(async () => {
  assets = fakeAssets();
  services = await startServices([assets.service, publishingService]);
});
afterAll(() => services.stop());

/** Returns a new Space with functions to compare what its events say with what the service answers. */
function space() {
  const site = newSpace(services.ports);
  const of = async (input: { kind?: string; thing_id?: string } = {}): Promise<ShowingThing[]> =>
    (await site.call(publishingAssetUses, 'of', input)).data;
  return {
    ...site,
    of,
    newAsset: () => assets.add(site.space_id),
    /** Returns the assets in the last event of a type. */
    async last(type: string) {
      const event = (await site.events()).findLast((one) => one.type === type);
      const { asset_ids, published_asset_ids } = event!.data as { asset_ids: string[]; published_asset_ids: string[] };
      return { asset_ids, published_asset_ids };
    },
    /** Returns the assets of a thing as the service answers them. */
    async shown(thing_id: string) {
      const [thing] = await of({ thing_id });
      const places = thing?.places ?? [];
      return {
        asset_ids: places.map(({ asset_id }) => asset_id),
        published_asset_ids: places.filter(({ is_public }) => is_public).map(({ asset_id }) => asset_id),
      };
    },
  };
}

const both = (...ids: string[]) => ({ asset_ids: ids.toSorted(), published_asset_ids: ids.toSorted() });
const onlyDraft = (...ids: string[]) => ({ asset_ids: ids.toSorted(), published_asset_ids: [] });

describe('the assets of a page', () => {
  test('every place that a browser reads is found: attributes, lists, styles, metadata and inner documents', async () => {
    const { page, newAsset, last } = space();
    const found = Array.from({ length: 9 }, newAsset);
    const [src, srcset, poster, og, style, sheet, inner, absolute, link] = found.map(({ url }) => url);
    await page('Gallery', {
      layout_html: `<head><meta property="og:image" content="${og}"><style>@media print { a { color: red } }
        body { background: url('${sheet}') }</style></head>
        <img src="${src}" srcset="https://x.example/1.png 1x, ${srcset} 2x"><video poster="${poster}"></video>
        <p style="background: url(${style})"></p><iframe srcdoc="<img src='${inner}'>"></iframe>
        <img src="${publicOrigin(services.ports.config)}${absolute}"><a href="${link}">A file</a>
        <img src="https://other.example${newAsset().url}"><!-- <img src="${newAsset().url}"> --><p>${newAsset().url}</p>`,
    });
    expect(await last('page_created')).toEqual(onlyDraft(...found.map(({ id }) => id)));
  });

  test('a page with unknown, foreign and trashed assets is refused, each with its line and column', async () => {
    const { page, newAsset, events } = space();
    const foreign = assets.add('spc_other');
    const trashed = newAsset();
    assets.trash(trashed.id);
    const layout_html = `<p>\n<img src="/a/ast_none/x.png">\n<style>\n.a { color: red }\n .b { background: url(${foreign.url}) }</style>\n<a href="${trashed.url}">`;
    const refused = await refusal(page('Gallery', { layout_html, image_url: '/a/ast_cover/x.png' }));
    expect(refused).toMatchObject({ status: 422, code: 'unresolved_reference' });
    expect(refused.extras.errors).toEqual([
      { path: 'layout_html', code: 'unresolved_asset', message: 'line 2, column 6: there is no asset "ast_none" in this Space' },
      { path: 'layout_html', code: 'unresolved_asset', message: `line 5, column 19: there is no asset "${foreign.id}" in this Space` },
      {
        path: 'layout_html',
        code: 'unresolved_asset',
        message: `line 6, column 4: the asset "${trashed.id}" is in the trash; restore it first`,
      },
      { path: 'image_url', code: 'unresolved_asset', message: 'there is no asset "ast_cover" in this Space' },
    ]);
    expect(await events()).toEqual([]);
  });

  test('a signed link, an address of another kind and a page without assets ask nothing', async () => {
    const { page, last } = space();
    await page('Plain', { layout_html: '<img src="/a/s/token/x.png"><a href="a/b">b</a><img src="https://x.example/a/ast_1/x.png">' });
    expect(await last('page_created')).toEqual(onlyDraft());
  });

  test('visitors see the published version only; the draft, a restored version and the end of publication follow', async () => {
    const { page, publish, newAsset, last, shown, call } = space();
    const [first, second] = [newAsset(), newAsset()];
    const { id } = await page('Gallery', { layout_html: `<img src="${first.url}">`, image_url: first.url });
    expect(await last('page_created')).toEqual(onlyDraft(first.id));
    await publish(id);
    expect(await last('page_published')).toEqual(both(first.id));
    await call(pages, 'update', { id, layout_html: `<img src="${second.url}">`, image_url: null });
    const changed = { asset_ids: [first.id, second.id].sort(), published_asset_ids: [first.id] };
    expect(await last('page_updated')).toEqual(changed);
    expect(await shown(id)).toEqual(changed);
    await publish(id);
    expect(await last('page_published')).toEqual(both(second.id));
    await call(pageVersions, 'restore', { id, version: 1 });
    expect(await last('page_updated')).toEqual({ asset_ids: [first.id, second.id].sort(), published_asset_ids: [second.id] });
    await publish(id, { publish: false });
    expect(await last('page_unpublished')).toEqual(onlyDraft(first.id));
    expect(await shown(id)).toEqual(onlyDraft(first.id));
    assets.trash(second.id);
    expect((await refusal(call(pageVersions, 'restore', { id, version: 2 }))).code).toBe('unresolved_reference');
    expect((await refusal(publish(id, { version: 2 }))).code).toBe('unresolved_reference');
    await call(pages, 'delete', { id });
    expect(await last('page_deleted')).toEqual(both());
    expect(await shown(id)).toEqual(both());
  });

  test('a scheduled publication and its end say what visitors see', async () => {
    const { page, publish, newAsset, last, events } = space();
    const { id: asset, url } = newAsset();
    const { id } = await page('Gallery', { layout_html: `<img src="${url}">` });
    const { clock } = services.ports;
    await publish(id, { publish_at: new Date(clock.now() + 60_000).toISOString() });
    await publish(id, { publish: false, unpublish_at: new Date(clock.now() + 120_000).toISOString() });
    for (const type of ['page_published', 'page_unpublished']) {
      clock.advance(60_001);
      await eventually(async () => expect((await events()).some((event) => event.type === type)).toBe(true));
      expect(await last(type)).toEqual(type === 'page_published' ? both(asset) : onlyDraft(asset));
    }
  });

  test('the picture for link previews has its origin', async () => {
    const { page, publish, newAsset, visitor } = space();
    const { url } = newAsset();
    const { url: address } = await publish((await page('Gallery', { layout_html: '<p>Hi', image_url: url })).id);
    const { body } = await visitor.get(address!);
    expect(body).toContain(`<meta property="og:image" content="${publicOrigin(services.ports.config)}${url}">`);
  });
});

describe('the assets of a preview', () => {
  const visitor = () => callAs(services.ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const tokenOf = (url: string) => new URL(url).pathname.replace('/preview/', '');
  const open = (token: string) => visitor()(previewPages, 'open', { token, path: '/', visitor: 'anybody' });
  const find = (token: string, asset_id: string) => visitor()(previewAssets, 'find', { token, asset_id });
  const missing = { code: 'not_found' };

  test('are read by its token while the draft of the page shows them, and no other ones', async () => {
    const { page, call, newAsset, space_id } = space();
    const [shown, image, other] = [newAsset(), newAsset(), newAsset()];
    const { id } = await page('Draft', { layout_html: `<img src="${shown.url}?w=640"><p>${other.url}`, image_url: image.url });
    const token = tokenOf((await call(pages, 'preview', { id })).url);
    const { body } = await open(token);
    expect(body).toContain(`<img src="/a/p/${token}/${shown.id}/logo.png?w=640">`);
    expect(body).toContain(`/a/p/${token}/${image.id}/logo.png`);
    expect(body).toContain(`<p>${other.url}`);
    for (const { id: asset } of [shown, image]) expect(await find(token, asset)).toEqual({ space_id });
    await expect(find(token, other.id)).rejects.toMatchObject(missing);
    await expect(find(`${token.slice(0, -2)}AA`, shown.id)).rejects.toMatchObject(missing);
    await call(pages, 'update', { id, layout_html: `<img src="${other.url}">` });
    await expect(find(token, shown.id)).rejects.toMatchObject(missing);
    expect(await find(token, other.id)).toEqual({ space_id });
    await call(pages, 'delete', { id });
    await expect(find(token, other.id)).rejects.toMatchObject(missing);
  });

  test('are those of the text and the cover of a post, until the preview expires', async () => {
    const blog = newBlogSpace(services.ports);
    const { space_id } = blog.caller;
    const [cover, inText] = [assets.add(space_id), assets.add(space_id)];
    const { id: collection_id } = await blog.blog();
    const { id } = await blog.post({ collection_id, cover_image_url: cover.url, body_html: `<img src="${inText.url}">` });
    const token = tokenOf((await blog.call(blogPosts, 'preview', { id })).url);
    const { body } = await open(token);
    for (const asset of [cover, inText]) {
      expect(body).toContain(`/a/p/${token}/${asset.id}/logo.png`);
      expect(body).not.toContain(`"${asset.url}"`);
      expect(await find(token, asset.id)).toEqual({ space_id });
    }
    services.ports.clock.advance(PREVIEW_MINUTES * MINUTE_MS);
    await expect(find(token, cover.id)).rejects.toMatchObject(missing);
  });
});

describe('the assets of other things', () => {
  test('a post shows those of its text and its cover while it is published; deletion ends them', async () => {
    const { newAsset } = space();
    const blog = newBlogSpace(services.ports);
    const [cover, inText] = [assets.add(blog.caller.space_id), assets.add(blog.caller.space_id)];
    const lastOf = async (type: string) => {
      const { asset_ids, published_asset_ids } = (await blog.events()).findLast((event) => event.type === type)!.data as never;
      return { asset_ids, published_asset_ids };
    };
    const { id: collection_id } = await blog.blog();
    expect((await refusal(blog.post({ body_html: `<p>\n<img src="${newAsset().url}">` }))).extras.errors).toMatchObject([
      { path: 'body_html', code: 'unresolved_asset', message: expect.stringMatching(/^line 2, column 6: there is no asset/) },
    ]);
    const { id } = await blog.post({ collection_id, cover_image_url: cover.url, body_html: `<img src="${inText.url}">` });
    expect(await lastOf('blog_post_created')).toEqual(onlyDraft(cover.id, inText.id));
    await blog.call(blogPosts, 'publish', { id });
    expect(await lastOf('blog_post_published')).toEqual(both(cover.id, inText.id));
    await blog.call(blogPosts, 'update', { id, body_html: '<p>None' });
    expect(await lastOf('blog_post_updated')).toEqual(both(cover.id));
    const uses = await blog.call(publishingAssetUses, 'of', { kind: 'blog_post' });
    expect(uses.data).toEqual([
      {
        kind: 'blog_post',
        thing_id: id,
        name: 'The engine weaves',
        path: `/blog/posts/${id}`,
        places: [{ asset_id: cover.id, place: '', is_public: true }],
      },
    ]);
    await blog.call(blogPosts, 'publish', { id, publish: false });
    expect(await lastOf('blog_post_unpublished')).toEqual(onlyDraft(cover.id));
    await blog.call(blogPosts, 'delete', { id });
    expect(await lastOf('blog_post_deleted')).toEqual(both());
    expect((await blog.call(publishingAssetUses, 'of', {})).data).toEqual([]);
  });

  test('the template of a blog shows its assets to everyone', async () => {
    const blog = newBlogSpace(services.ports);
    const { id: asset, url } = assets.add(blog.caller.space_id);
    const template_html = `<img src="${url}"><main>{{body}}</main>`;
    expect((await refusal(blog.blog({ template_html: template_html.replace(asset, 'ast_none') }))).code).toBe('unresolved_reference');
    const { id } = await blog.blog({ template_html });
    expect((await blog.events()).at(-1)!.data).toMatchObject(both(asset));
    expect((await blog.call(publishingAssetUses, 'of', {})).data).toMatchObject([
      { kind: 'blog', thing_id: id, places: [{ is_public: true }] },
    ]);
  });

  test('a feed and the page of a post name the cover with its origin', async () => {
    const blog = newBlogSpace(services.ports);
    const { url } = assets.add(blog.caller.space_id);
    const { url: address } = await blog.blog();
    const post = await blog.post({ cover_image_url: url, body_html: `<img src="${url}">`, status: 'published' });
    const absolute = `${publicOrigin(services.ports.config)}${url}`;
    const page = await blog.visitor.open(new URL(post.url).pathname);
    expect(page.body).toContain(`<meta property="og:image" content="${absolute}">`);
    expect(page.body).toContain(`src="${url}"`);
    expect((await blog.visitor.open(`${new URL(address).pathname}/feed.json`)).body).toContain(`"image":"${absolute}"`);
  });

  test('the logo of a site is seen by everyone until it is replaced or the site is deleted', async () => {
    const { site, newAsset, call, last, shown } = space();
    const [first, second] = [newAsset(), newAsset()];
    expect((await refusal(site('Looms', { logo_url: '/a/ast_none/x.png' }))).extras.errors).toMatchObject([{ path: 'logo_url' }]);
    const { id } = await site('Engines', { logo_url: first.url });
    expect(await last('site_created')).toEqual(both(first.id));
    await call(sites, 'update', { id, logo_url: second.url });
    expect(await last('site_updated')).toEqual(both(second.id));
    expect(await shown(id)).toEqual(both(second.id));
    await call(sites, 'delete', { id });
    expect(await last('site_deleted')).toEqual(both());
  });

  test('a social draft shows its pictures to no visitor', async () => {
    const { newAsset, call, events, shown } = space();
    const { id: asset, url } = newAsset();
    const refused = await refusal(call(social, 'create_draft', { text: 'Hi', media: [{ url }, { url: '/a/ast_none/x.png' }] }));
    expect(refused.extras.errors).toMatchObject([{ path: 'media.1.url', code: 'unresolved_asset' }]);
    const { id } = await call(social, 'create_draft', { text: 'Hi', media: [{ url }] });
    expect((await events()).at(-1)!.data).toMatchObject({ asset_ids: [asset] });
    expect(await shown(id)).toEqual(onlyDraft(asset));
    await call(social, 'update_draft', { id, media: [] });
    expect((await events()).at(-1)!.data).toMatchObject({ asset_ids: [] });
    expect(await shown(id)).toEqual(onlyDraft());
  });
});

test('uses of many things are answered in pages, each thing once', async () => {
  const { site, page, newAsset, call } = space();
  const { url } = newAsset();
  const { id: site_id } = await site('Engines', { logo_url: url });
  for (let number = 0; number < 101; number++) await page(`Page ${number}`, { site_id, image_url: url });
  const things: ShowingThing[] = [];
  let cursor: string | undefined;
  do {
    const answer = await call(publishingAssetUses, 'of', { cursor });
    things.push(...answer.data);
    cursor = answer.next_cursor ?? undefined;
  } while (cursor);
  expect(things.map(({ kind }) => kind)).toEqual([...Array.from({ length: 101 }, () => 'page'), 'site']);
  expect(new Set(things.map(({ thing_id }) => thing_id)).size).toBe(102);
});
