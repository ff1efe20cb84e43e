import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { folders } from '@space/contracts/library';
import { ASSET_LINK_PURPOSE, AssetLink, assetContent, assetTag, contentDirectory } from '@space/contracts/uploads';
import { sealedToken } from '@space/crypto';
import { eventually } from '@space/runtime/testing';
import type { z } from 'zod';
import { base64, librarySpace, sha256, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService();

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

type RestoreInput = z.output<typeof assets.operations.restore_version.input>;

/** Returns the bytes of an object. */
async function bytesAt(key: string): Promise<string | undefined> {
  const content = await service.store.get(key);
  if (!content) return undefined;
  const parts: Buffer[] = [];
  for await (const part of content.body) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('an asset has the kind of its bytes, its object is there, and equal bytes have one object', async () => {
  const { id: space, call, events } = service.newSpace();
  const one = await call(assets, 'create', { name: 'Logo.PNG', content_base64: base64(PNG), tags: ['brand'], alt_text: 'A dot' });
  expect(one).toMatchObject({
    name: 'Logo.PNG',
    kind: 'image',
    content_type: 'image/png',
    size: PNG.length,
    sha256: sha256(PNG),
    version: 1,
    origin: 'api',
    folder_id: null,
    folder_path: null,
    is_public: false,
    url: null,
    used_by_count: 0,
    tags: ['brand'],
  });
  await call(assets, 'create', { name: 'copy.png', content_base64: base64(PNG) });
  expect((await service.store.list(`s/${space}/`)).objects.map(({ key }) => key)).toEqual([`s/${space}/${sha256(PNG)}`]);
  const [created] = await events('asset_created');
  expect(created?.data).toMatchObject({ asset_id: one.id, asset: 'Logo.PNG', kind: 'image', folder_id: null, folder_ids: [], url: null });
});

test('a name with the ending of another kind, a wrong name and wrong bytes are refused', async () => {
  const { call, newAsset } = service.newSpace();
  await expect(call(assets, 'create', { name: 'a.pdf', content_base64: base64(PNG) })).rejects.toMatchObject({ code: 'invalid' });
  await expect(call(assets, 'create', { name: 'a.png' })).rejects.toMatchObject({ code: 'invalid' });
  await expect(
    call(assets, 'create', { name: 'a.txt', content_base64: 'QQ==', source_url: 'https://example.com/a' }),
  ).rejects.toMatchObject({
    code: 'invalid',
  });
  for (const name of ['a/b.txt', 'a\u202etxt.exe', 'a\nb.txt', '..', 'é'.repeat(128)])
    await expect(newAsset(name)).rejects.toMatchObject({ code: 'invalid' });
  for (const source_url of ['http://example.com/a.txt', 'https://127.0.0.1/a.txt', 'https://localhost/', 'ftp://example.com/', 'no'])
    await expect(call(assets, 'create', { name: 'a.txt', source_url })).rejects.toMatchObject({ code: 'unsafe_url' });
  expect(await newAsset('page.html', '<html><script>1</script>')).toMatchObject({ kind: 'text', content_type: 'text/html' });
  expect(await newAsset('data', '\u0001\u0002')).toMatchObject({ kind: 'other', content_type: 'application/octet-stream' });
});

test('a dry run stores no object and no row', async () => {
  const space = librarySpace(service.ports);
  const made = await space.call(assets, 'create', { name: 'a.txt', content_base64: base64('a') }, { dry_run: true });
  expect(made).toMatchObject({ name: 'a.txt', size: 1 });
  expect((await service.store.list(`s/${space.id}/`)).objects).toEqual([]);
  expect((await space.call(assets, 'list', {})).data).toEqual([]);
});

test('an update changes what it names, has the values before, and a new ending must fit the bytes', async () => {
  const { call, newAsset, events } = service.newSpace();
  const { id } = await newAsset('a.txt', 'hello');
  const updated = await call(assets, 'update', { id, name: 'b.md', alt_text: 'Text', tags: ['x', 'y'], folder_path: 'Notes' });
  expect(updated).toMatchObject({
    name: 'b.md',
    content_type: 'text/markdown',
    folder_path: 'Notes',
    before: { name: 'a.txt', alt_text: null, tags: [], folder_id: null },
  });
  await expect(call(assets, 'update', { id, name: 'b.png' })).rejects.toMatchObject({ code: 'invalid' });
  expect(await call(assets, 'update', { id, name: 'b.md' })).toMatchObject({ before: {} });
  expect((await events('asset_updated')).map(({ data }) => data.changed)).toEqual([['name', 'folder_id', 'alt_text', 'tags']]);
  await call(assets, 'update', { id, focal_point: { x: 0.25, y: 1 } });
  expect(await call(assets, 'get', { id })).toMatchObject({ focal_point: { x: 0.25, y: 1 } });
});

test('a list has every filter and order', async () => {
  const { call, newAsset } = service.newSpace();
  const a = await newAsset('Alpha.txt', 'a', { tags: ['one', 'two'], folder_path: 'Top' });
  const b = await newAsset('beta.md', 'bb', { tags: ['one'], folder_path: 'Top/Low' });
  service.ports.clock.advance(1_000);
  const c = await call(assets, 'create', { name: 'gamma.png', content_base64: base64(PNG), alt_text: 'A picture of Alpha' });
  const names = async (input: Parameters<typeof call<typeof assets, 'list'>>[2]) =>
    (await call(assets, 'list', input)).data.map(({ name }) => name);
  expect(await names({})).toEqual(['gamma.png', 'beta.md', 'Alpha.txt']);
  expect(await names({ sort: 'name' })).toEqual(['Alpha.txt', 'beta.md', 'gamma.png']);
  expect(await names({ sort: '-size' })).toEqual(['gamma.png', 'beta.md', 'Alpha.txt']);
  expect(await names({ sort: 'created_at' })).toEqual(['Alpha.txt', 'beta.md', 'gamma.png']);
  expect(await names({ folder_id: a.folder_id! })).toEqual(['Alpha.txt']);
  expect(await names({ folder_id: a.folder_id!, recursive: true })).toEqual(['beta.md', 'Alpha.txt']);
  expect(await names({ folder_id: 'none' })).toEqual(['gamma.png']);
  expect(await names({ kind: ['image'] })).toEqual(['gamma.png']);
  expect(await names({ kind: ['text', 'image'], tags: ['one'] })).toEqual(['beta.md', 'Alpha.txt']);
  expect(await names({ tags: ['one', 'two'] })).toEqual(['Alpha.txt']);
  expect(await names({ content_type: 'text/markdown' })).toEqual(['beta.md']);
  expect(await names({ search: 'ALPHA' })).toEqual(['gamma.png', 'Alpha.txt']);
  expect(await names({ search: '100%' })).toEqual([]);
  expect(await names({ origin: 'url' })).toEqual([]);
  expect(await names({ unused: true, min_created_at: c.created_at })).toEqual(['gamma.png']);
  expect(await call(assets, 'list', { unused: false, include_total: true })).toMatchObject({ data: [], total: 0 });
  await call(assets, 'delete', { id: b.id });
  expect(await names({ trashed: true })).toEqual(['beta.md']);
  const first = await call(assets, 'list', { sort: 'size', limit: 1 });
  expect(await names({ sort: 'size', limit: 1, cursor: first.next_cursor! })).toEqual(['gamma.png']);
});

test('a replacement keeps the id and ten files, and a former file comes back', async () => {
  const { id: space, call, newAsset, events } = service.newSpace();
  const { id } = await newAsset('a.txt', 'text 1');
  for (let at = 2; at <= 12; at += 1) await call(assets, 'replace', { id, content_base64: base64(`text ${at}`) });
  expect(await call(assets, 'replace', { id, content_base64: base64('text 12') })).toMatchObject({ version: 12, previous_version: null });
  const { data } = await call(assets, 'list_versions', { id });
  expect(data.map(({ version }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(data[0]).toMatchObject({ is_current: true, sha256: sha256('text 12') });
  await expect(call(assets, 'restore_version', { id, version: 2 })).rejects.toMatchObject({ code: 'not_found' });
  const back = await call(assets, 'restore_version', { id, version: 3 });
  expect(back).toMatchObject({ version: 13, previous_version: 12, sha256: sha256('text 3'), size: 6 });
  expect(await bytesAt(`s/${space}/${back.sha256}`)).toBe('text 3');
  expect(await call(assetContent, 'get', { id })).toMatchObject({ object_key: `s/${space}/${back.sha256}`, size: 6, name: 'a.txt' });
  expect(await call(assetContent, 'get', { id, version: 12 })).toMatchObject({ etag: sha256('text 12'), size: 7 });
  await expect(call(assetContent, 'get', { id, version: 2 })).rejects.toMatchObject({ code: 'not_found' });
  expect(await events('asset_replaced')).toHaveLength(12);
  await expect(call(assets, 'replace', { id, content_base64: base64(PNG) })).rejects.toMatchObject({ code: 'invalid' });
  expect(await call(assets, 'replace', { id, content_base64: base64(PNG), name: 'a.png' })).toMatchObject({ name: 'a.png', kind: 'image' });
  expect(await call(assets, 'restore_version', { id, version: 13 })).toMatchObject({ name: 'a.txt', kind: 'text' });
});

test('a renamed asset has its name in the list of its files, and has it again when its file comes back', async () => {
  const { call, newAsset } = service.newSpace();
  const { id } = await newAsset('a.txt', 'text');
  await call(assets, 'update', { id, name: 'b.md' });
  expect((await call(assets, 'list_versions', { id })).data).toMatchObject([{ version: 1, name: 'b.md', content_type: 'text/markdown' }]);
  await call(assets, 'replace', { id, content_base64: base64(PNG), name: 'c.png' });
  expect(await call(assets, 'restore_version', { id, version: 1 })).toMatchObject({ name: 'b.md', content_type: 'text/markdown' });
});

test('a replacement with another name is undone with its name, and so is that undo', async () => {
  const { call, newAsset } = service.newSpace();
  const { id } = await newAsset('a.txt', 'one');
  const { replace, restore_version } = assets.operations;
  const replaced = await call(assets, 'replace', { id, content_base64: base64('two'), name: 'b.txt' });
  expect(replaced).toMatchObject({ name: 'b.txt', previous_version: 1, previous_name: 'a.txt' });
  const back = replace.undo!({ id, strip_metadata: false }, replaced)!.arguments as RestoreInput;
  const undone = await call(assets, 'restore_version', back);
  expect(undone).toMatchObject({ name: 'a.txt', sha256: sha256('one'), previous_name: 'b.txt' });
  const again = restore_version.undo!(back, undone)!.arguments as RestoreInput;
  expect(await call(assets, 'restore_version', again)).toMatchObject({ name: 'b.txt', sha256: sha256('two') });
  expect(await call(assets, 'restore_version', { id, version: 1 })).toMatchObject({ name: 'b.txt', previous_name: null });
});

test('two replacements at the same time give two versions', async () => {
  const { call, newAsset } = service.newSpace();
  const { id } = await newAsset('a.txt', 'start');
  const texts = Array.from({ length: 8 }, (_, at) => `text ${at}`);
  const made = await Promise.all(texts.map((text) => call(assets, 'replace', { id, content_base64: base64(text) })));
  expect(made.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  const last = made.find(({ version }) => version === 9)!;
  expect(await call(assets, 'get', { id })).toMatchObject({ version: 9, sha256: last.sha256 });
});

test('a deletion moves to the trash and back, and a bulk call changes all or none', async () => {
  const { call, newAsset, types } = service.newSpace();
  const one = await newAsset('a.txt');
  const two = await newAsset('b.txt');
  const trashes = async (name: 'delete' | 'restore') => (await call(assets, name, { id: one.id })).was_trashed;
  expect([await trashes('delete'), await trashes('delete')]).toEqual([false, true]);
  expect(await call(assets, 'get', { id: one.id })).toMatchObject({ trashed_at: expect.any(String) });
  expect([await trashes('restore'), await trashes('restore')]).toEqual([true, false]);
  await expect(call(assets, 'delete_bulk', { ids: [one.id, 'ast_none'] })).rejects.toMatchObject({ code: 'not_found' });
  const ids = [one.id, two.id];
  expect(await call(assets, 'delete_bulk', { ids })).toEqual({ ids, deleted: 2, deleted_ids: ids });
  expect(await call(assets, 'delete_bulk', { ids })).toEqual({ ids, deleted: 0, deleted_ids: [] });
  expect(await call(assets, 'restore_bulk', { ids })).toEqual({ ids, restored: 2, restored_ids: ids });
  expect(await call(assets, 'restore_bulk', { ids })).toEqual({ ids, restored: 0, restored_ids: [] });
  await call(assets, 'delete', { id: one.id, permanent: true });
  await expect(call(assets, 'get', { id: one.id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await types()).slice(2)).toEqual([
    'asset_deleted',
    'asset_restored',
    'asset_deleted',
    'asset_deleted',
    'asset_restored',
    'asset_restored',
    'asset_deleted',
  ]);
});

test('a bulk move brings all to one folder or each to its own, and its undo brings each back', async () => {
  const { call, newAsset } = service.newSpace();
  const one = await newAsset('a.txt', 'a', { folder_path: 'One' });
  const two = await newAsset('b.txt', 'b');
  const ids = [one.id, two.id];
  const moved = await call(assets, 'move_bulk', { ids, folder_path: 'New/Place' });
  expect(moved.data.map(({ folder_path }) => folder_path)).toEqual(['New/Place', 'New/Place']);
  expect(moved.before).toEqual([
    { id: one.id, folder_id: one.folder_id },
    { id: two.id, folder_id: null },
  ]);
  const back = await call(assets, 'move_bulk', { moves: moved.before });
  expect(back.data.map(({ folder_path }) => folder_path)).toEqual(['One', null]);
  await expect(call(assets, 'move_bulk', { ids })).rejects.toMatchObject({ code: 'invalid' });
  await expect(call(assets, 'move_bulk', { moves: [{ id: one.id, folder_id: 'fld_none' }] })).rejects.toMatchObject({
    code: 'unresolved_reference',
    extras: { errors: [{ path: 'moves.0.folder_id' }] },
  });
});

test('a public asset is found by everyone until it is private, and a link until the links are rotated', async () => {
  const { id: space_id, caller, call, newAsset, types } = service.newSpace();
  const { id } = await newAsset('A & B.txt', 'text');
  const visitor = librarySpace(service.ports);
  const findPublic = () => visitor.call(contentDirectory, 'find_public', { asset_id: id });
  await expect(findPublic()).rejects.toMatchObject({ code: 'not_found' });
  const published = await call(assets, 'publish', { id });
  expect(published).toMatchObject({ is_public: true, was_public: false, url: expect.stringMatching(/\/a\/ast_\w+\/A%20%26%20B\.txt$/) });
  expect(await findPublic()).toMatchObject({ asset_id: id, object_key: `s/${space_id}/${sha256('text')}`, etag: sha256('text') });
  expect(await call(assets, 'publish', { id, publish: false })).toMatchObject({ url: null, was_public: true });
  await expect(findPublic()).rejects.toMatchObject({ code: 'not_found' });
  const { url } = await call(assets, 'create_link', { id, expires_in_minutes: 5, download: true });
  const token = /\/a\/s\/([^/]+)\//.exec(url)![1];
  const link = sealedToken(service.ports.box, {
    purpose: ASSET_LINK_PURPOSE,
    schema: AssetLink,
    now: () => service.ports.clock.now(),
  }).open(token);
  expect(link).toEqual({ space_id: caller.space_id, asset_id: id, links_version: 0, download: true });
  expect(await call(contentDirectory, 'find_linked', { asset_id: id, links_version: 0 })).toMatchObject({ name: 'A & B.txt' });
  await call(assets, 'update', { id, rotate_links: true });
  await expect(call(contentDirectory, 'find_linked', { asset_id: id, links_version: 0 })).rejects.toMatchObject({ code: 'not_found' });
  await call(assets, 'delete', { id });
  await expect(call(contentDirectory, 'find_linked', { asset_id: id, links_version: 1 })).rejects.toMatchObject({ code: 'not_found' });
  expect((await types()).slice(1)).toEqual(['asset_published', 'asset_unpublished', 'asset_updated', 'asset_deleted']);
});

test('folders and assets of another Space do not exist here', async () => {
  const mine = service.newSpace();
  const other = service.newSpace();
  const { id } = await other.newAsset('a.txt');
  const folder = await other.call(folders, 'create', { name: 'A' });
  await expect(mine.call(assets, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(mine.call(assets, 'replace', { id, content_base64: base64('x') })).rejects.toMatchObject({ code: 'not_found' });
  await expect(mine.newAsset('b.txt', 'b', { folder_id: folder.id })).rejects.toMatchObject({ code: 'unresolved_reference' });
});

test('gateways drop their answers of an asset when it is changed, also with its folder, and not for a rehearsal', async () => {
  const { call, newAsset } = service.newSpace();
  const { id: folder_id } = await call(folders, 'create', { name: 'Brand' });
  const tags: string[] = [];
  const unsubscribe = service.ports.bus.subscribe(CACHE_INVALIDATED, (payload) => {
    tags.push(...(JSON.parse(Buffer.from(payload).toString()) as string[]));
  });
  const { id } = await newAsset('a.txt', 'one', { folder_id });
  const own = [assetTag(id)];
  const expectDropped = async (change: () => Promise<unknown>) => {
    await change();
    await eventually(async () => expect(tags.splice(0)).toEqual(own));
  };
  // The creation of the asset.
  await expectDropped(async () => {});
  await expectDropped(() => call(assets, 'publish', { id }));
  await expectDropped(() => call(assets, 'update', { id, name: 'b.txt' }));
  await expectDropped(() => call(assets, 'replace', { id, content_base64: base64('two') }));
  await expectDropped(() => call(assets, 'publish', { id, publish: false }));
  await expectDropped(() => call(folders, 'delete', { id: folder_id, contents: 'trash' }));
  await expectDropped(() => call(folders, 'restore', { id: folder_id }));
  await call(assets, 'delete', { id }, { dry_run: true });
  await expectDropped(() => call(assets, 'delete', { id }));
  unsubscribe();
});
