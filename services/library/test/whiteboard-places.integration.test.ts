import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { documents } from '@space/contracts/documents';
import { folders } from '@space/contracts/library';
import { whiteboards } from '@space/contracts/whiteboards';
import { callAs } from '@space/runtime/testing';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';
import { newElement, newWhiteboard } from './fixtures/whiteboards.ts';

const service = useLibraryService();

/** Returns a new Space whose key may change whiteboards too. */
function newSpace(): LibrarySpace {
  const space = service.newSpace();
  const caller = { ...space.caller, scopes: [...space.caller.scopes!, 'whiteboards:write'] };
  return { ...space, caller, call: callAs(service.ports, caller) };
}

const newFolder = async ({ call }: LibrarySpace, name: string, parent_id: string | null = null): Promise<string> =>
  (await call(folders, 'create', { name, parent_id })).id;

const data = async (space: LibrarySpace, type: string) => (await space.events(type)).map((event) => event.data);

test('whiteboards move to one folder, or each to its own, all or none', async () => {
  const space = newSpace();
  const [brand, press] = [await newFolder(space, 'Brand'), await newFolder(space, 'Press')];
  const one = await newWhiteboard(space);
  const other = await newWhiteboard(space, { title: 'Roadmap', folder_id: brand });
  const moved = await space.call(whiteboards, 'move_bulk', { ids: [one.id, other.id], folder_id: brand });
  expect(moved).toMatchObject({
    data: [
      { id: one.id, folder_id: brand, folder_path: 'Brand' },
      { id: other.id, folder_id: brand },
    ],
    before: [{ id: one.id, folder_id: null }],
  });
  await space.call(whiteboards, 'move_bulk', {
    moves: [
      { id: one.id, folder_id: press },
      { id: other.id, folder_id: null },
    ],
  });
  expect(await data(space, 'whiteboard_moved')).toMatchObject([
    { whiteboard_id: one.id, folder_id: brand, from_folder_id: null },
    { whiteboard_id: one.id, folder_id: press, folder: 'Press', from_folder_id: brand },
    { whiteboard_id: other.id, folder_id: null, from_folder_id: brand },
  ]);
  await space.call(whiteboards, 'delete', { id: other.id });
  await expect(space.call(whiteboards, 'move_bulk', { ids: [one.id, other.id], folder_id: brand })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(space.call(whiteboards, 'move_bulk', { ids: [one.id, 'wbd_none'], folder_id: brand })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(space.call(whiteboards, 'move_bulk', { ids: [one.id] })).rejects.toMatchObject({ code: 'invalid' });
  expect(await space.call(whiteboards, 'get', { id: one.id })).toMatchObject({ folder_id: press });
});

test('whiteboards go to the trash and come back, one and several', async () => {
  const space = newSpace();
  const ids = [(await newWhiteboard(space)).id, (await newWhiteboard(space)).id];
  const [id] = ids as [string, string];
  expect(await space.call(whiteboards, 'delete', { id })).toEqual({ id, deleted: true, was_trashed: false });
  expect(await space.call(whiteboards, 'delete', { id })).toMatchObject({ was_trashed: true });
  expect(await space.call(whiteboards, 'delete_bulk', { ids })).toEqual({ ids, deleted: 1, deleted_ids: [ids[1]] });
  expect(await space.call(whiteboards, 'restore', { id })).toMatchObject({ id, trashed_at: null, was_trashed: true });
  expect(await space.call(whiteboards, 'restore_bulk', { ids })).toEqual({ ids, restored: 1, restored_ids: [ids[1]] });
  await space.call(whiteboards, 'delete_bulk', { ids, permanent: true });
  await expect(space.call(whiteboards, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await space.types()).filter((type) => /deleted|restored/.test(type))).toEqual([
    'whiteboard_deleted',
    'whiteboard_deleted',
    'whiteboard_restored',
    'whiteboard_restored',
    'whiteboard_deleted',
    'whiteboard_deleted',
  ]);
});

test('a folder counts its whiteboards, is deleted and restored with them, and they need their scope', async () => {
  const space = newSpace();
  const folder = await newFolder(space, 'Brand');
  const below = await newFolder(space, 'Boards', folder);
  const asset = await space.newAsset('logo.txt', 'a', { folder_id: folder });
  const { id } = await newWhiteboard(space, { folder_id: below });
  await newElement(space, id, { type: 'image', asset_id: asset.id });
  const { id: document } = await space.call(documents, 'create', { title: 'Plan', markdown: 'May', folder_id: below });
  expect(await space.call(folders, 'get', { id: below })).toMatchObject({ whiteboards: 1, documents: 1, assets: 0 });
  await expect(space.call(folders, 'delete', { id: below })).rejects.toMatchObject({ code: 'attached' });
  const without = callAs(service.ports, { ...space.caller, scopes: ['assets:write', 'documents:write'] });
  const refusal = { code: 'missing_scope', extras: { missing_scope: 'whiteboards:write' } };
  await expect(without(folders, 'delete', { id: folder, contents: 'trash' })).rejects.toMatchObject(refusal);
  await expect(without(folders, 'delete', { id: below, contents: 'move_up' })).rejects.toMatchObject(refusal);

  await space.call(folders, 'delete', { id: folder, contents: 'trash', force: true });
  expect(await space.call(whiteboards, 'get', { id })).toMatchObject({ folder_id: below, trashed_at: expect.any(String) });
  await expect(without(folders, 'restore', { id: folder })).rejects.toMatchObject(refusal);
  await space.call(folders, 'restore', { id: folder });
  expect(await space.call(whiteboards, 'get', { id })).toMatchObject({ folder_id: below, trashed_at: null });
  expect(await space.call(folders, 'delete', { id: below, contents: 'move_up' })).toMatchObject({ moved: 2 });
  expect(await space.call(whiteboards, 'get', { id })).toMatchObject({ folder_id: folder });

  // The whiteboard goes first, so that nothing shows the asset any more.
  await space.call(folders, 'delete', { id: folder, contents: 'trash', permanent: true });
  await expect(space.call(whiteboards, 'get', { id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(space.call(documents, 'get', { id: document })).rejects.toMatchObject({ code: 'not_found' });
  await expect(space.call(assets, 'get', { id: asset.id })).rejects.toMatchObject({ code: 'not_found' });
});

test('a whiteboard in the trash outlives its folder, and comes back in no folder', async () => {
  const space = newSpace();
  const folder = await newFolder(space, 'Brand');
  const { id } = await newWhiteboard(space, { folder_id: folder });
  await space.call(whiteboards, 'delete', { id });
  await space.call(folders, 'delete', { id: folder, permanent: true });
  expect(await space.call(whiteboards, 'restore', { id })).toMatchObject({ folder_id: null, was_trashed: true });
  await expect(space.call(folders, 'get', { id: folder })).rejects.toMatchObject({ code: 'not_found' });
});
