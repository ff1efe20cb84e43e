import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { folders } from '@space/contracts/library';
import { librarySearch } from '@space/contracts/platform';
import { callAs } from '@space/runtime/testing';
import { useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService();

/** Returns the sorted outcomes of calls: `made`, or the code of the problem. */
const outcomesOf = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (
    await Promise.all(
      calls.map((call) =>
        call.then(
          () => 'made',
          ({ code }: { code: string }) => code,
        ),
      ),
    )
  ).toSorted();

test('a folder has a path, counts, and a name that is unique in its parent apart from case', async () => {
  const { call, newAsset, types } = service.newSpace();
  const brand = await call(folders, 'create', { name: 'Brand' });
  const logos = await call(folders, 'create', { name: 'Logos', parent_id: brand.id });
  expect(logos).toMatchObject({ path: 'Brand/Logos', parent_id: brand.id, folders: 0, assets: 0, trashed_at: null });
  await newAsset('a.txt', 'a', { folder_id: logos.id });
  expect(await call(folders, 'get', { id: brand.id })).toMatchObject({ folders: 1, assets: 0 });
  expect(await call(folders, 'get', { id: logos.id })).toMatchObject({ folders: 0, assets: 1 });
  await expect(call(folders, 'create', { name: 'LOGOS', parent_id: brand.id })).rejects.toMatchObject({
    code: 'duplicate',
    extras: { existing_id: logos.id },
  });
  await call(folders, 'create', { name: 'Logos' });
  await expect(call(folders, 'create', { name: 'A', parent_id: 'fld_none' })).rejects.toMatchObject({ code: 'unresolved_reference' });
  expect((await call(folders, 'list', { parent_id: 'none' })).data.map(({ name }) => name)).toEqual(['Brand', 'Logos']);
  expect(await types()).toEqual(['folder_created', 'folder_created', 'asset_created', 'folder_created']);
});

test('a key without assets:write deletes, empties and restores folders without assets only', async () => {
  const space = service.newSpace();
  const { id: folder } = await space.call(folders, 'create', { name: 'Brand' });
  await space.newAsset('a.txt', 'a', { folder_id: folder });
  const act = callAs(service.ports, { ...space.caller, scopes: ['documents:write'] });
  const refusal = { code: 'missing_scope', extras: { missing_scope: 'assets:write' } };
  for (const contents of ['trash', 'move_up'] as const)
    await expect(act(folders, 'delete', { id: folder, contents, permanent: contents === 'trash' })).rejects.toMatchObject(refusal);
  await space.call(folders, 'delete', { id: folder, contents: 'trash' });
  await expect(act(folders, 'restore', { id: folder })).rejects.toMatchObject(refusal);
  await expect(act(folders, 'delete', { id: folder, permanent: true })).rejects.toMatchObject(refusal);
  const { id: empty } = await act(folders, 'create', { name: 'Empty' });
  expect(await act(folders, 'delete', { id: empty })).toMatchObject({ was_trashed: false });
  expect(await act(folders, 'delete', { id: empty })).toMatchObject({ was_trashed: true });
  expect(await act(folders, 'restore', { id: empty })).toMatchObject({ was_trashed: true });
  expect(await act(folders, 'restore', { id: empty })).toMatchObject({ was_trashed: false });
});

test('a name is stored without blanks around it, so that its path leads to it', async () => {
  const { call, newAsset } = service.newSpace();
  const { id, path } = await call(folders, 'create', { name: ' Brand ' });
  expect(path).toBe('Brand');
  expect(await call(folders, 'update', { id, name: 'Logos ' })).toMatchObject({ path: 'Logos', before: { name: 'Brand' } });
  expect(await newAsset('a.txt', 'a', { folder_path: 'Logos' })).toMatchObject({ folder_id: id });
});

test('a folder moves with all in it, never into itself, and no deeper than ten levels', async () => {
  const { call, events } = service.newSpace();
  const chain: string[] = [];
  for (let level = 1; level <= 10; level += 1)
    chain.push((await call(folders, 'create', { name: `F${level}`, parent_id: chain.at(-1) ?? null })).id);
  await expect(call(folders, 'create', { name: 'F11', parent_id: chain[9]! })).rejects.toMatchObject({ code: 'limit_reached' });
  await expect(call(folders, 'update', { id: chain[0]!, parent_id: chain[2]! })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('F1 → F2 → F3 → F1'),
  });
  const other = await call(folders, 'create', { name: 'Other' });
  await expect(call(folders, 'update', { id: chain[0]!, parent_id: other.id })).rejects.toMatchObject({ code: 'limit_reached' });
  const moved = await call(folders, 'update', { id: chain[1]!, parent_id: other.id });
  expect(moved).toMatchObject({ path: 'Other/F2', before: { parent_id: chain[0] } });
  expect(await call(folders, 'get', { id: chain[9]! })).toMatchObject({ path: 'Other/F2/F3/F4/F5/F6/F7/F8/F9/F10' });
  const [event] = await events('folder_updated');
  expect(event?.data).toMatchObject({
    folder_id: chain[1],
    folder_ids: [other.id, chain[1]],
    from_folder_id: chain[0],
    changed: ['parent_id'],
  });
});

test('of moves of two folders into each other at the same time one is refused', async () => {
  const { call } = service.newSpace();
  for (let round = 0; round < 10; round += 1) {
    const one = await call(folders, 'create', { name: `One ${round}` });
    const two = await call(folders, 'create', { name: `Two ${round}` });
    const outcomes = await outcomesOf([
      call(folders, 'update', { id: one.id, parent_id: two.id }),
      call(folders, 'update', { id: two.id, parent_id: one.id }),
    ]);
    expect(outcomes).toEqual(['conflict', 'made']);
  }
});

test('a folder that is not empty is refused, goes with its contents, or leaves them to its parent', async () => {
  const { call, newAsset, types } = service.newSpace();
  const top = await call(folders, 'create', { name: 'Top' });
  const middle = await call(folders, 'create', { name: 'Middle', parent_id: top.id });
  const low = await call(folders, 'create', { name: 'Low', parent_id: middle.id });
  const asset = await newAsset('a.txt', 'a', { folder_id: middle.id });
  const deep = await newAsset('b.txt', 'b', { folder_id: low.id });
  await expect(call(folders, 'delete', { id: middle.id })).rejects.toMatchObject({ code: 'attached' });
  await call(folders, 'delete', { id: middle.id, contents: 'trash' });
  expect(await call(assets, 'get', { id: deep.id })).toMatchObject({ trashed_at: expect.any(String), folder_path: 'Top/Middle/Low' });
  expect((await types()).slice(-4).toSorted()).toEqual(['asset_deleted', 'asset_deleted', 'folder_deleted', 'folder_deleted']);
  await expect(call(folders, 'update', { id: low.id, name: 'X' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(call(assets, 'update', { id: asset.id, name: 'x.txt' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(newAsset('c.txt', 'c', { folder_id: middle.id })).rejects.toMatchObject({ code: 'conflict' });
  await call(folders, 'restore', { id: middle.id });
  expect(await call(assets, 'get', { id: deep.id })).toMatchObject({ trashed_at: null, folder_id: low.id });
  const { moved } = await call(folders, 'delete', { id: middle.id, contents: 'move_up' });
  expect(moved).toBe(2);
  expect(await call(folders, 'get', { id: low.id })).toMatchObject({ path: 'Top/Low' });
  expect(await call(assets, 'get', { id: asset.id })).toMatchObject({ folder_id: top.id });
});

test.each([false, true])('a folder in a folder of its own name takes its place when that is deleted (permanent: %s)', async (permanent) => {
  const { call, events } = service.newSpace();
  const outer = await call(folders, 'create', { name: 'Logos' });
  const inner = await call(folders, 'create', { name: 'logos', parent_id: outer.id });
  expect(await call(folders, 'delete', { id: outer.id, contents: 'move_up', permanent })).toMatchObject({ moved: 1 });
  expect(await call(folders, 'get', { id: inner.id })).toMatchObject({ path: 'logos', parent_id: null });
  expect((await call(folders, 'list', { trashed: true })).data).toHaveLength(permanent ? 0 : 1);
  expect(await events('folder_deleted')).toHaveLength(1);
});

test('a folder comes back to the top when its parent is in the trash, and never next to a folder of its name', async () => {
  const { call } = service.newSpace();
  const top = await call(folders, 'create', { name: 'Top' });
  const inner = await call(folders, 'create', { name: 'Inner', parent_id: top.id });
  await call(folders, 'delete', { id: inner.id });
  await call(folders, 'delete', { id: top.id });
  const taken = await call(folders, 'create', { name: 'inner' });
  await expect(call(folders, 'restore', { id: inner.id })).rejects.toMatchObject({
    code: 'duplicate',
    extras: { existing_id: taken.id },
  });
  await call(folders, 'update', { id: taken.id, name: 'Other' });
  expect(await call(folders, 'restore', { id: inner.id })).toMatchObject({ parent_id: null, path: 'Inner' });
});

test('a deletion for good takes what is in the trash out of the folder', async () => {
  const { call, newAsset } = service.newSpace();
  const folder = await call(folders, 'create', { name: 'Folder' });
  const inner = await call(folders, 'create', { name: 'Inner', parent_id: folder.id });
  const asset = await newAsset('a.txt', 'a', { folder_id: folder.id });
  await call(assets, 'delete', { id: asset.id });
  await call(folders, 'delete', { id: inner.id });
  await call(folders, 'delete', { id: folder.id, permanent: true });
  expect(await call(assets, 'restore', { id: asset.id })).toMatchObject({ folder_id: null });
  expect(await call(folders, 'restore', { id: inner.id })).toMatchObject({ parent_id: null });
  const other = await call(folders, 'create', { name: 'Other' });
  const gone = await newAsset('b.txt', 'b', { folder_id: other.id });
  await call(folders, 'delete', { id: other.id, contents: 'trash', permanent: true });
  await expect(call(assets, 'get', { id: gone.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('folder_path finds folders apart from case and creates those that are missing, once for parallel calls', async () => {
  const { call, newAsset } = service.newSpace();
  const made = await Promise.all(Array.from({ length: 6 }, (_, at) => newAsset(`${at}.txt`, `${at}`, { folder_path: 'Brand/Logos' })));
  expect(new Set(made.map(({ folder_id }) => folder_id)).size).toBe(1);
  expect(await newAsset('x.txt', 'x', { folder_path: 'brand/logos' })).toMatchObject({ folder_path: 'Brand/Logos' });
  expect((await call(folders, 'list', {})).data).toHaveLength(2);
  await expect(newAsset('y.txt', 'y', { folder_path: 'A', folder_id: null })).rejects.toMatchObject({ code: 'invalid' });
});

test('a search with some folders finds them and those below them', async () => {
  const { call } = service.newSpace();
  const top = await call(folders, 'create', { name: 'Alpha' });
  await call(folders, 'create', { name: 'Alpha below', parent_id: top.id });
  await call(folders, 'create', { name: 'Alpha elsewhere' });
  const find = async (ids: string[] | null) =>
    (await call(librarySearch, 'find', { q: 'alpha', limit: 5, kinds: [{ kind: 'folder', ids }] })).found
      .map(({ title }) => title)
      .toSorted();
  expect(await find([top.id])).toEqual(['Alpha', 'Alpha below']);
  expect(await find(null)).toEqual(['Alpha', 'Alpha below', 'Alpha elsewhere']);
});

test('a move and a deletion of its folder at the same time leave no asset in a folder of the trash that is not there itself', async () => {
  const { call, newAsset } = service.newSpace();
  for (let round = 0; round < 10; round += 1) {
    const folder = await call(folders, 'create', { name: `Folder ${round}` });
    const { id } = await newAsset(`${round}.txt`);
    const [move, deletion] = await Promise.allSettled([
      call(assets, 'move_bulk', { ids: [id], folder_id: folder.id }),
      call(folders, 'delete', { id: folder.id, contents: 'trash' }),
    ]);
    expect(deletion.status).toBe('fulfilled');
    const asset = await call(assets, 'get', { id });
    if (move.status === 'fulfilled') expect(asset).toMatchObject({ folder_id: folder.id, trashed_at: expect.any(String) });
    else {
      expect(move.reason).toMatchObject({ code: 'conflict' });
      expect(asset).toMatchObject({ folder_id: null, trashed_at: null });
    }
  }
});
