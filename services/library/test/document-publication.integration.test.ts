import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { CACHE_INVALIDATED, type PageAnswer } from '@space/contracts/core';
import { documentPages, documentSitemaps, documents } from '@space/contracts/documents';
import { libraryClosing } from '@space/contracts/platform';
import { contentDirectory } from '@space/contracts/uploads';
import { newId } from '@space/database';
import { callAs, eventually } from '@space/runtime/testing';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService({ SPACE_PUBLIC_URL: 'https://pages.example.com' });
const VISITOR = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } } as const;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

const open = (slug: string): Promise<PageAnswer> =>
  callAs(service.ports, VISITOR)(documentPages, 'published', { slug, path: `/doc/${slug}`, visitor: '203.0.113.7' } as never);
const readAsset = (asset_id: string) => callAs(service.ports, VISITOR)(contentDirectory, 'find_public', { asset_id });
/** A slug is unique in an installation. */
const newSlug = (): string => `plan-${newId('doc').slice(-12)}`;

async function newDocument(space: LibrarySpace) {
  const asset = await space.newAsset('logo.svg', SVG);
  const { id } = await space.call(documents, 'create', {
    title: 'Launch plan',
    markdown: `We launch in May.\n\n![Logo](space:asset/${asset.id})`,
  });
  return { id, asset };
}

const publish = ({ call }: LibrarySpace, id: string, more: object = {}) => call(documents, 'publish', { id, ...more });

test('a page has one heading of the first level, its title', async () => {
  const space = service.newSpace();
  const { id } = await space.call(documents, 'create', { title: 'Launch plan', markdown: '# Goals\n\n## Price' });
  const slug = newSlug();
  await publish(space, id, { slug });
  const { body } = await open(slug);
  expect(body.match(/<h\d/g)).toEqual(['<h1', '<h2', '<h3']);
  expect(body).toContain('<h1>Launch plan</h1>');
});

test('visitors see the published version and its assets until the document is taken down', async () => {
  const space = service.newSpace();
  const { id, asset } = await newDocument(space);
  const slug = newSlug();
  expect((await open(slug)).status).toBe(404);
  const url = `https://pages.example.com/doc/${slug}`;
  const answer = await publish(space, id, { slug });
  expect(answer).toMatchObject({ was_published: null, published: { slug, url, version: 1 } });
  const page = await open(slug);
  expect(page).toMatchObject({ status: 200, tags: [`document:${id}`] });
  expect(page.headers['X-Robots-Tag']).toBeUndefined();
  expect(page.body).toContain(`<link rel="canonical" href="${url}">`);
  expect(page.body).toContain(`src="https://pages.example.com/a/${asset.id}/logo.svg`);
  expect(await readAsset(asset.id)).toMatchObject({ asset_id: asset.id });
  expect((await space.call(assets, 'used_by', { id: asset.id, limit: 25 } as never)).data).toMatchObject([
    { kind: 'document', id, is_public: true },
  ]);

  await space.call(documents, 'edit', { id, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });
  expect((await open(slug)).body).toContain('May');
  expect(await publish(space, id)).toMatchObject({ published: { slug, version: 2 }, was_published: { version: 1 } });
  expect((await open(slug)).body).toContain('June');
  expect(await publish(space, id, { version: 1 })).toMatchObject({ published: { slug, version: 1 } });
  expect((await open(slug)).body).toContain('May');

  const invalidated: string[] = [];
  const stop = service.ports.bus.subscribe(CACHE_INVALIDATED, (payload) => {
    invalidated.push(...JSON.parse(Buffer.from(payload).toString()));
  });
  expect(await publish(space, id, { publish: false })).toMatchObject({ published: null, was_published: { slug, version: 1 } });
  await eventually(async () => expect(invalidated).toEqual(expect.arrayContaining([`document:${id}`, `asset:${asset.id}`])));
  stop();
  expect((await open(slug)).status).toBe(404);
  await expect(readAsset(asset.id)).rejects.toMatchObject({ code: 'not_found' });
  const data = async (type: string) => (await space.events(type)).map((event) => event.data);
  expect(await data('document_published')).toMatchObject([
    { url, slug, published_version: 1, published_asset_ids: [asset.id] },
    { published_version: 2 },
    { published_version: 1 },
  ]);
  expect(await data('document_unpublished')).toMatchObject([{ url: null, published_asset_ids: [] }]);
});

test('a changed title or icon is shown when the document is published again, and equal content is no change', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space);
  const { slug } = (await publish(space, id)).published!;
  await space.call(documents, 'update', { id, title: 'Landing plan' });
  expect(await publish(space, id)).toMatchObject({ published: { slug, version: 1 }, was_published: { slug, version: 1 } });
  expect((await open(slug)).body).toContain('<h1>Landing plan</h1>');
  await space.call(documents, 'update', { id, icon: '🚀' });
  await publish(space, id);
  expect((await open(slug)).body).toContain('🚀');
  await publish(space, id);
  expect((await space.events('document_published')).map(({ data }) => data)).toMatchObject([
    { document: 'Launch plan' },
    { document: 'Landing plan', published_version: 1 },
    { document: 'Landing plan', published_version: 1 },
  ]);
});

test('the sitemap lists a published document until it is taken down, deleted or its Space is closed', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space);
  const act = callAs(service.ports, VISITOR);
  const sitemap = () => act(documentPages, 'sitemap', { path: '/doc/sitemap.xml', visitor: '203.0.113.7' } as never) as Promise<PageAnswer>;
  const { count } = await act(documentSitemaps, 'count', {});
  const invalidated: string[] = [];
  const stop = service.ports.bus.subscribe(CACHE_INVALIDATED, (payload) => {
    invalidated.push(...JSON.parse(Buffer.from(payload).toString()));
  });
  /** Waits until gateways drop the sitemap, and returns whether it lists the document then. */
  async function isListedAfter(change: () => Promise<unknown>): Promise<boolean> {
    invalidated.length = 0;
    await change();
    await eventually(() => expect(invalidated).toContain('document sitemaps'));
    return (await sitemap()).body.includes(`<loc>${url}</loc>`);
  }
  const url = `https://pages.example.com/doc/${(await publish(space, id)).published!.slug}`;
  expect(await sitemap()).toMatchObject({ status: 200, tags: ['document sitemaps'], body: expect.stringContaining(`<loc>${url}</loc>`) });
  expect(await act(documentSitemaps, 'count', {})).toMatchObject({ count: count + 1, published_at: expect.any(String) });
  expect(await isListedAfter(() => publish(space, id, { publish: false }))).toBe(false);
  expect(await isListedAfter(() => publish(space, id))).toBe(true);
  expect(await isListedAfter(() => space.call(documents, 'delete', { id }))).toBe(false);
  expect(await isListedAfter(() => space.call(documents, 'restore', { id }))).toBe(true);
  expect(await isListedAfter(() => space.call(libraryClosing, 'set_closed', { closed: true }))).toBe(false);
  expect(await isListedAfter(() => space.call(libraryClosing, 'set_closed', { closed: false }))).toBe(true);
  expect((await open('sitemap-2.xml')).status).toBe(404);
  expect((await open('sitemap-999999.xml')).status).toBe(404);
  stop();
});

test('the deletion and the restore of a document that visitors do not see leave the sitemap in the caches', async () => {
  const space = service.newSpace();
  const [{ id: hidden }, { id: shown }] = [await newDocument(space), await newDocument(space)];
  const invalidated: string[] = [];
  const stop = service.ports.bus.subscribe(CACHE_INVALIDATED, (payload) => {
    invalidated.push(...JSON.parse(Buffer.from(payload).toString()).filter((tag: string) => !tag.startsWith('asset:')));
  });
  await publish(space, shown);
  const changes = ['delete', 'restore', 'delete'] as const;
  for (const change of changes) await space.call(documents, change, { id: hidden } as never);
  for (const change of changes) await space.call(documents, change, { id: shown } as never);
  const [ofHidden, ofShown] = [`document:${hidden}`, [`document:${shown}`, 'document sitemaps']];
  await eventually(() => expect(invalidated).toEqual([...ofShown, ofHidden, ofHidden, ofHidden, ...ofShown, ...ofShown, ...ofShown]));
  // It was not published when it was deleted for good.
  await space.call(documents, 'delete', { id: shown, permanent: true });
  await eventually(() => expect(invalidated.slice(11)).toEqual([`document:${shown}`]));
  stop();
  const deleted = (await space.events('document_deleted')).map(({ data }) => data);
  expect(deleted.map(({ was_published }) => was_published)).toEqual([false, false, true, true, false]);
});

test('an asset that only the published version shows stays readable, and the trash ends it', async () => {
  const space = service.newSpace();
  const { id, asset } = await newDocument(space);
  const { published } = await publish(space, id);
  await space.call(documents, 'edit', { id, base_version: 1, edits: [{ op: 'replace_all', markdown: 'Nothing' }] });
  expect(await readAsset(asset.id)).toMatchObject({ asset_id: asset.id });
  await space.call(documents, 'update', { id, title: 'Another title' });
  expect(await readAsset(asset.id)).toMatchObject({ asset_id: asset.id });
  expect((await open(published!.slug)).body).toContain('<h1>Launch plan</h1>');
  await space.call(documents, 'delete', { id });
  expect((await open(published!.slug)).status).toBe(404);
  await eventually(() => expect(readAsset(asset.id)).rejects.toMatchObject({ code: 'not_found' }));
  expect(await space.call(documents, 'restore', { id })).toMatchObject({ published: { slug: published!.slug } });
  await eventually(async () => expect(await readAsset(asset.id)).toMatchObject({ asset_id: asset.id }));
  await space.call(documents, 'delete', { id, permanent: true });
  expect((await open(published!.slug)).status).toBe(410);
  await expect(readAsset(asset.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('a document that moves redirects from its old addresses, and another Space cannot take one', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space);
  const [first, second] = [newSlug(), newSlug()];
  await publish(space, id, { slug: first });
  await publish(space, id, { slug: second });
  expect(await open(first)).toMatchObject({ status: 308, headers: { Location: `https://pages.example.com/doc/${second}` } });
  await publish(space, id, { publish: false });
  expect((await open(first)).status).toBe(404);
  expect(await publish(space, id)).toMatchObject({ published: { slug: second } });
  const other = await space.call(documents, 'create', { title: 'Other', markdown: 'Other' });
  await expect(publish(space, other.id, { slug: second })).rejects.toMatchObject({ code: 'duplicate' });
  expect(await publish(space, other.id, { slug: first })).toMatchObject({ published: { slug: first } });
  const stranger = service.newSpace();
  const { id: foreign } = await newDocument(stranger);
  await expect(publish(stranger, foreign, { slug: second })).rejects.toMatchObject({ code: 'duplicate' });
  const [one, two] = [await publish(stranger, foreign), await publish(stranger, (await newDocument(stranger)).id)];
  expect(one.published!.slug).not.toBe(two.published!.slug);
});

test('publications that cannot be are refused', async () => {
  const space = service.newSpace();
  const { id } = await newDocument(space);
  await expect(publish(space, id, { version: 9 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(publish(space, id, { publish: false, slug: 'x' })).rejects.toMatchObject({ code: 'invalid' });
  expect(await publish(space, id, { publish: false })).toMatchObject({ published: null, was_published: null });
  expect(await space.events('document_unpublished')).toEqual([]);
  await expect(publish(service.newSpace(), id)).rejects.toMatchObject({ code: 'not_found' });
  await space.call(documents, 'delete', { id });
  await expect(publish(space, id)).rejects.toMatchObject({ code: 'conflict' });
});
