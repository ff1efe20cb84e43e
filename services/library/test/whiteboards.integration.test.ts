import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { libraryIds } from '@space/contracts/platform';
import type { NewElement } from '@space/contracts/whiteboard-elements';
import { MAX_WHITEBOARDS, whiteboardElements, whiteboards, whiteboardVersions } from '@space/contracts/whiteboards';
import { sql } from '@space/database';
import type { z } from 'zod';
import { useBoards } from './fixtures/board-calls.ts';

const service = useBoards();

const two: z.input<typeof NewElement>[] = [
  { type: 'sticky', ref: 'a', text: 'Ask for the address' },
  { type: 'rectangle', ref: 'b', text: 'Form' },
  { type: 'connector', from: { ref: 'a' }, to: { ref: 'b' }, text: 'then' },
];

test('a whiteboard is created in a folder, read, listed and found by its title and texts', async () => {
  const space = service.newSpace();
  const { board, events } = space;
  const created = await board(whiteboards, 'create', { title: 'Sign-up flow', background: 'grid', folder_path: 'Brand/Boards' });
  expect(created).toMatchObject({
    version: 1,
    folder_path: 'Brand/Boards',
    background: 'grid',
    elements_count: 0,
    counts: {},
    bounds: null,
    excerpt: '',
    created_by: space.caller.actor,
  });
  const { id, folder_id } = created;
  await board(whiteboardElements, 'create', { id, elements: two });
  const read = await board(whiteboards, 'get', { id });
  expect(read).toMatchObject({ version: 2, elements_count: 3, counts: { sticky: 1, rectangle: 1, connector: 1 } });
  expect(read.bounds!.width).toBeGreaterThan(0);
  expect(read.excerpt).toContain('Ask for the address');
  const idsOf = async (more: object) => (await board(whiteboards, 'list', more)).data.map((one) => one.id);
  expect(await idsOf({ folder_id })).toEqual([id]);
  expect(await idsOf({ search: 'SIGN' })).toEqual([id]);
  expect(await idsOf({ search: 'addr' })).toEqual([id]);
  expect(await idsOf({ search: 'nothing' })).toEqual([]);
  expect(await idsOf({ trashed: true })).toEqual([]);
  expect((await space.call(libraryIds, 'find', { ids: [id, 'wbd_none'] })).ids).toEqual([id]);
  const [event] = await events('whiteboard_created');
  expect(event!.data).toMatchObject({ whiteboard_id: id, whiteboard: 'Sign-up flow', version: 1, elements_count: 0, folder: 'Boards' });
});

test('the title, background, folder and lock change, and a locked whiteboard takes no element', async () => {
  const { board, newBoard, events } = service.newSpace();
  const id = await newBoard();
  const updated = await board(whiteboards, 'update', { id, title: 'Flow', background: 'plain', is_locked: true, folder_path: 'Brand' });
  expect(updated).toMatchObject({
    title: 'Flow',
    folder_path: 'Brand',
    before: { title: 'Sign-up flow', background: 'dots', is_locked: false, folder_id: null },
  });
  await expect(board(whiteboardElements, 'create', { id, elements: two })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('PATCH /whiteboards/{id}'),
  });
  await board(whiteboards, 'update', { id, is_locked: false });
  await board(whiteboardElements, 'create', { id, elements: two });
  const changes = await events('whiteboard_updated');
  expect(changes.map(({ data }) => data.changed)).toEqual([['title', 'background', 'is_locked'], ['is_locked'], ['elements']]);
  expect((await events('whiteboard_moved'))[0]!.data).toMatchObject({ from_folder_id: null, folder: 'Brand' });
});

test('a copy has the elements of its source with new ids, and the same texts, frames and connectors', async () => {
  const { board, newBoard } = service.newSpace();
  const id = await newBoard();
  await board(whiteboardElements, 'create', {
    id,
    elements: [
      { type: 'frame', ref: 'f', text: 'Start', x: 0, y: 0, width: 900, height: 900 },
      ...two.map((one) => ({ ...one, frame_ref: 'f' })),
    ],
  });
  const copy = await newBoard({ from_whiteboard_id: id });
  const before = (await board(whiteboardElements, 'list', { id })).data;
  const after = (await board(whiteboardElements, 'list', { id: copy })).data;
  const shapeOf = (all: typeof before) => all.map(({ type, text, x, y, width, height }) => ({ type, text, x, y, width, height }));
  expect(shapeOf(after)).toEqual(shapeOf(before));
  expect(after.map((one) => one.id).filter((one) => before.some((other) => other.id === one))).toEqual([]);
  const frame = after.find(({ type }) => type === 'frame')!;
  expect(after.filter(({ frame_id }) => frame_id === frame.id)).toHaveLength(3);
  await expect(newBoard({ from_whiteboard_id: 'wbd_none' })).rejects.toMatchObject({ code: 'unresolved_reference' });
});

test('a Space has a limited number of whiteboards', async () => {
  const space = service.newSpace();
  const id = await space.newBoard();
  await service.library.ports.database.query(sql.typeAlias('void')`
    insert into library.whiteboard (space_id, id, title, background, created_by, edited_by, edited_at, created_at, updated_at)
    select space_id, 'wbd_' || n, title, background, created_by, edited_by, edited_at, created_at, updated_at
    from library.whiteboard, generate_series(2, ${MAX_WHITEBOARDS}) as n where space_id = ${space.id} and id = ${id}`);
  await expect(space.newBoard()).rejects.toMatchObject({ code: 'limit_reached' });
});

test('versions are listed, read, named and compared; a change is taken back, and the whiteboard goes back to a version', async () => {
  const { board, newBoard, events } = service.newSpace();
  const id = await newBoard();
  const added = await board(whiteboardElements, 'create', { id, elements: two });
  expect(added).toMatchObject({ version: 2, previous_version: 1 });
  const [sticky] = added.elements;
  await board(whiteboardElements, 'update_bulk', { id, elements: [{ element_id: sticky!.id, text: 'Ask for the email' }] });
  const named = await board(whiteboardVersions, 'create', { id, version: 2, label: 'First' });
  expect(named).toMatchObject({ version: 2, label: 'First', is_stored: true, label_before: null });
  expect((await board(whiteboardVersions, 'list', { id })).data).toMatchObject([
    { version: 3 },
    { version: 2, label: 'First' },
    { version: 1 },
  ]);
  const version = await board(whiteboardVersions, 'get', { id, version: 2 });
  expect(version).toMatchObject({ elements_count: 3, text: expect.stringContaining('address') });
  const diff = await board(whiteboardVersions, 'diff', { id, from_version: 2 });
  expect(diff).toMatchObject({ to_version: 3, added: [], removed: [], is_truncated: false });
  expect(diff.updated.map(({ before, after }) => [before.text, after.text])).toEqual([['Ask for the address', 'Ask for the email']]);
  await board(whiteboardElements, 'create', { id, elements: [{ type: 'text', text: 'Later' }] });
  const reverted = await board(whiteboards, 'revert', { id, version: 3 });
  expect(reverted).toMatchObject({ version: 5, previous_version: 4, added: 0, updated: 1, removed: 0 });
  const texts = async () => (await board(whiteboardElements, 'list', { id })).data.map(({ text }) => text).toSorted();
  expect(await texts()).toEqual(['Ask for the address', 'Form', 'Later', 'then']);
  expect(await board(whiteboards, 'revert', { id, version: 1, only: 'all' })).toMatchObject({ removed: 4 });
  expect(await texts()).toEqual([]);
  await expect(board(whiteboards, 'revert', { id, version: 99 })).rejects.toMatchObject({ code: 'invalid' });
  await expect(board(whiteboardVersions, 'get', { id, version: 99 })).rejects.toMatchObject({ code: 'not_found' });
  expect((await events('whiteboard_version_named'))[0]!.data).toMatchObject({ named_version: 2, label: 'First' });
});

test('a whiteboard is exported in each format, and made from a file', async () => {
  const space = service.newSpace();
  const { board, newBoard } = space;
  const id = await newBoard();
  await board(whiteboardElements, 'create', { id, elements: two });
  const svg = await board(whiteboards, 'export', { id, format: 'svg' });
  expect(svg).toMatchObject({ name: 'Sign-up flow.svg', encoding: 'utf8', content: expect.stringMatching(/^<svg/) });
  const png = await board(whiteboards, 'export', { id, scale: 2 });
  expect(png).toMatchObject({ media_type: 'image/png', encoding: 'base64', width: svg.width! * 2 });
  expect(Buffer.from(png.content, 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect((await board(whiteboards, 'export', { id, format: 'text' })).content).toContain('Ask for the address -> Form: then');
  await expect(board(whiteboards, 'export', { id, frame_id: 'elm_none' })).rejects.toMatchObject({ code: 'not_found' });
  for (const format of ['excalidraw', 'jsoncanvas'] as const) {
    const file = await board(whiteboards, 'export', { id, format });
    const copy = await newBoard();
    const imported = await board(whiteboards, 'import', { id: copy, format, content: JSON.parse(file.content) });
    expect(imported).toMatchObject({ version: 2, added: 3, removed: 0, warnings: [] });
    const texts = (await board(whiteboardElements, 'list', { id: copy })).data.map(({ text }) => text);
    expect(texts.toSorted()).toEqual(['Ask for the address', 'Form', 'then']);
    const again = await board(whiteboards, 'import', { id: copy, format, content: JSON.parse(file.content), mode: 'replace' });
    expect(again).toMatchObject({ added: 3, removed: 3 });
  }
  await expect(board(whiteboards, 'import', { id, format: 'excalidraw', content: { elements: 5 } })).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(board(whiteboards, 'import', { id, format: 'excalidraw' })).rejects.toMatchObject({ code: 'invalid' });
  const asset = await space.newAsset(
    'plan.canvas.txt',
    JSON.stringify({ nodes: [{ id: 'a', type: 'text', x: 0, y: 0, width: 200, height: 80, text: 'Idea' }] }),
  );
  expect(await board(whiteboards, 'import', { id, format: 'jsoncanvas', asset_id: asset.id })).toMatchObject({ added: 1 });
});

test('pictures are uses of their assets in the transaction of the change, and follow the title', async () => {
  const space = service.newSpace();
  const { board, newBoard } = space;
  const id = await newBoard();
  const asset = await space.newAsset();
  const { elements } = await board(whiteboardElements, 'create', { id, elements: [{ type: 'image', asset_id: asset.id }] });
  const usesOf = async () =>
    (await space.call(assets, 'used_by', { id: asset.id })).data.map(({ kind, id: thing, name, place }) => ({ kind, thing, name, place }));
  expect(await usesOf()).toEqual([{ kind: 'whiteboard', thing: id, name: 'Sign-up flow', place: elements[0]!.id }]);
  expect((await space.events('whiteboard_updated'))[0]!.data).toMatchObject({ asset_ids: [asset.id] });
  await board(whiteboards, 'update', { id, title: 'Flow' });
  expect((await usesOf())[0]).toMatchObject({ name: 'Flow' });
  await board(whiteboardElements, 'delete_bulk', { id, element_ids: [elements[0]!.id] });
  expect(await usesOf()).toEqual([]);
});
