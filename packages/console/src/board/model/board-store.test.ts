import { expect, test } from '@jest/globals';
import { elementsOf } from '@space/board/live';
import * as Y from 'yjs';
import { boardActs } from '../tools/board-acts.ts';
import { copyOf, readCopy } from '../tools/copies.ts';
import { createBoardStore } from './board-store.ts';

const rectangle = (x: number) => ({ type: 'rectangle', fields: { x, y: 0, width: 100, height: 50 } }) as const;

function openStore() {
  const doc = new Y.Doc();
  const store = createBoardStore(doc);
  return { doc, store, acts: boardActs(store) };
}

test('elements are read again when they change, and others stay the same objects', () => {
  const { store } = openStore();
  const [a, b] = store.write((writer) => [writer.add(rectangle(0)), writer.add(rectangle(200))]);
  const before = store.getElements();
  store.write((writer) => writer.set(a!, { x: 50, 'style.fill_color': '#ffffff' }));
  const after = store.getElements();
  expect(after.byId.get(a!)).toMatchObject({ x: 50, style: { fill_color: '#ffffff' } });
  expect(after.byId.get(b!)).toBe(before.byId.get(b!));
});

test('undo takes back the steps of this person only, each as a whole', () => {
  const { doc, store, acts } = openStore();
  const id = store.write((writer) => writer.add(rectangle(0)));
  acts.patch(new Map([[id, { x: 10 }]]));
  acts.patch(new Map([[id, { x: 20 }]]), true);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  (elementsOf(other).get(id) as Y.Map<unknown>).set('y', 99);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
  store.undo();
  expect(store.getElements().byId.get(id)).toMatchObject({ x: 0, y: 99 });
  store.redo();
  expect(store.getElements().byId.get(id)).toMatchObject({ x: 20, y: 99 });
  expect([store.canUndo, store.canRedo]).toEqual([true, false]);
});

test('a deletion takes the connectors of an element, and leaves what is in a frame without it', () => {
  const { store, acts } = openStore();
  const ids = store.write((writer) => {
    const frame = writer.add({ type: 'frame', fields: { x: 0, y: 0 } });
    const a = writer.add({ ...rectangle(10), fields: { ...rectangle(10).fields, frame_id: frame } });
    const b = writer.add(rectangle(500));
    writer.add({ type: 'connector', fields: { from: { element_id: a, side: 'auto' }, to: { element_id: b, side: 'auto' } } });
    return { frame, a, b };
  });
  expect(store.getElements().list.map(({ type }) => type)).toEqual(['frame', 'rectangle', 'rectangle', 'connector']);
  acts.remove(new Set([ids.frame, ids.b]));
  expect(store.getElements().list).toMatchObject([{ id: ids.a, frame_id: null }]);
});

test('order, groups, locks and frames change by acts, and locked elements stay', () => {
  const { store, acts } = openStore();
  const [frame, a, b] = store.write((writer) => [
    writer.add({ type: 'frame', fields: { x: 0, y: 0, width: 300, height: 300 } }),
    writer.add(rectangle(600)),
    writer.add(rectangle(900)),
  ]);
  const at = (id: string) => store.getElements().byId.get(id)!;
  acts.moveBy(new Set([a!]), -550, 20);
  acts.putInFrames(new Set([a!]));
  expect(at(a!).frame_id).toBe(frame);
  acts.moveBy(new Set([frame!]), 1_000, 0);
  expect(at(a!).x).toBe(1_050);
  acts.reorder(new Set([a!]), 'front');
  expect(store.getElements().list.at(-1)!.id).toBe(a);
  acts.group(new Set([a!, b!]));
  expect(at(a!).group_id).toBe(at(b!).group_id);
  acts.lock(new Set([b!]), true);
  acts.moveBy(new Set([b!]), 5, 5);
  acts.remove(new Set([b!]));
  expect(at(b!)).toMatchObject({ x: 900, is_locked: true });
});

test('copies are new elements with their own connectors and groups', () => {
  const { store, acts } = openStore();
  const ids = store.write((writer) => {
    const a = writer.add({ ...rectangle(0), text: 'One' });
    const b = writer.add(rectangle(300));
    const k = writer.add({ type: 'connector', fields: { from: { element_id: a, side: 'auto' }, to: { element_id: b, side: 'auto' } } });
    return [a, b, k];
  });
  acts.group(new Set(ids));
  const copied = readCopy(copyOf(store.getElements().list))!;
  const made = [...acts.paste(copied)].map((id) => store.getElements().byId.get(id)!);
  expect(made.map(({ type }) => type)).toEqual(['rectangle', 'rectangle', 'connector']);
  expect(made[0]).toMatchObject({ x: 20, y: 20, text: 'One' });
  expect(made[2]).toMatchObject({ from: { element_id: made[0]!.id }, to: { element_id: made[1]!.id } });
  expect(new Set(made.map(({ group_id }) => group_id)).size).toBe(1);
  expect(made[0]!.group_id).not.toBe(copied[0]!.group_id);
  expect(readCopy('{"kind":"other"}')).toBeUndefined();
  expect(readCopy('space-whiteboard {')).toBeUndefined();
});
