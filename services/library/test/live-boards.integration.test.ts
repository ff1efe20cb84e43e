import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createElements, loadBoard, readElements } from '@space/board';
import { whiteboardLive } from '@space/contracts/whiteboards';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import * as Y from 'yjs';
import { elementsOf, type LiveBoard, newLiveBoard } from './fixtures/live-board.ts';
import type { TestEditor } from './fixtures/live-editor.ts';
import { type LiveGateways, type LiveSpace, newLiveSpace, startLiveGateways } from './fixtures/live-gateways.ts';

let gateways: LiveGateways;
beforeAll(async () => {
  gateways = await startLiveGateways();
});
afterAll(() => gateways.stop());

async function start(): Promise<{ readonly space: LiveSpace; readonly board: LiveBoard }> {
  const space = await newLiveSpace(gateways.first.url);
  return { space, board: await newLiveBoard(gateways, space) };
}

/** Adds a sticky to the whiteboard of an editor, and returns its id. */
function addSticky({ doc }: TestEditor, text: string): string {
  const { update, elements } = createElements(Y.encodeStateAsUpdate(doc), [{ type: 'sticky', text }]);
  Y.applyUpdate(doc, update!);
  return elements[0]!.id;
}

const isStored = (editor: TestEditor): Promise<void> =>
  eventually(() => expect(editor.stored().clock).toBe(Y.getState(editor.doc.store, editor.doc.clientID)));

async function storedElements(board: LiveBoard, key: Awaited<ReturnType<LiveBoard['newKey']>>) {
  const { updates } = await key.call(whiteboardLive, 'updates', { id: board.id });
  return readElements(loadBoard(Buffer.from(updates[0]!.update_base64, 'base64')));
}

test('two people at two gateways change the place and the text of one element, and both stand', async () => {
  const { board } = await start();
  const key = await board.newKey();
  const [ada, bob] = [await board.open(key), await board.open(key, { at: gateways.second.url })];
  const id = addSticky(ada, 'Ask');
  await eventually(() => expect(elementsOf(bob.doc).has(id)).toBe(true));
  elementsOf(ada.doc).get(id)!.set('x', 700);
  (elementsOf(bob.doc).get(id)!.get('text') as Y.Text).insert(3, ' them');
  await Promise.all([isStored(ada), isStored(bob)]);
  expect(await storedElements(board, key)).toMatchObject([{ id, x: 700, text: 'Ask them' }]);
  await eventually(() => {
    for (const { doc } of [ada, bob]) expect(readElements(doc)).toMatchObject([{ id, x: 700, text: 'Ask them' }]);
  });
  for (const editor of [ada, bob]) editor.close();
});

test('an update that breaks the rules of elements ends its connection with the reason, and is not stored', async () => {
  const { board } = await start();
  const key = await board.newKey();
  const editor = await board.open(key);
  const id = addSticky(editor, 'Ask');
  await isStored(editor);
  elementsOf(editor.doc).get(id)!.set('onclick', 'alert(1)');
  expect(await editor.closed).toMatchObject({ code: 4400, reason: expect.stringContaining('onclick') });
  expect(await storedElements(board, key)).toMatchObject([{ id, text: 'Ask' }]);
});

test('a connection needs the scopes of whiteboards, and a ticket that reads changes nothing', async () => {
  const { board } = await start();
  const ofDocuments = await board.newKey(['documents:read', 'documents:write']);
  expect(await (await board.connect(ofDocuments)).closed).toMatchObject({ code: 4403, reason: expect.stringContaining('the whiteboard') });
  const reader = await board.open(await board.newKey(['whiteboards:read']), { may_write: false });
  addSticky(reader, 'Hidden');
  expect(await reader.closed).toMatchObject({ code: 4403, reason: expect.stringContaining('get one to edit') });
});

test('a pushed update reaches open editors, and a second time it changes nothing', async () => {
  const { board } = await start();
  const key = await board.newKey();
  const editor = await board.open(key, { at: gateways.second.url });
  const { update, elements } = createElements(Y.encodeStateAsUpdate(editor.doc), [{ type: 'text', text: 'Pushed' }]);
  const push = { id: board.id, update_base64: Buffer.from(update!).toString('base64') };
  expect(await key.call(whiteboardLive, 'push', push)).toMatchObject({ version: 2, previous_version: 1 });
  await eventually(() => expect(readElements(editor.doc)).toEqual(elements));
  expect(await key.call(whiteboardLive, 'push', push)).toMatchObject({ version: 2, previous_version: 2 });
  const { updates } = await key.call(whiteboardLive, 'updates', { id: board.id, after: 1 });
  expect(updates).toMatchObject([{ version: 2, actor: { id: key.id } }]);
  await expect(key.call(whiteboardLive, 'push', { id: board.id, update_base64: 'AQID' })).rejects.toMatchObject({ code: 'invalid' });
  editor.close();
});

test('connections end when the whiteboard is in the trash, and it then gets no ticket', async () => {
  const { board } = await start();
  const key = await board.newKey();
  const editor = await board.open(key);
  await gateways.ports.database.query(sql.typeAlias('void')`
    update library.whiteboard set trashed_at = now() where id = ${board.id}`);
  expect(await editor.closed).toMatchObject({ code: 4404, reason: expect.stringContaining('The whiteboard') });
  await expect(key.call(whiteboardLive, 'ticket', { id: board.id })).rejects.toMatchObject({ code: 'conflict' });
  await expect(key.call(whiteboardLive, 'ticket', { id: 'wbd_none' })).rejects.toMatchObject({ code: 'not_found' });
});
