import { expect, test } from '@jest/globals';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { isEmptyUpdate, readAwareness, readMessage, storedMessage, syncMessage, writeAwareness } from './messages.ts';

test('an update without changes is known, and one that only deletes is not one', () => {
  const doc = new Y.Doc();
  const deletions: Uint8Array[] = [];
  expect(isEmptyUpdate(Y.encodeStateAsUpdate(doc))).toBe(true);
  doc.getText('content').insert(0, 'a');
  doc.on('update', (update: Uint8Array) => deletions.push(update));
  doc.getText('content').delete(0, 1);
  expect(deletions.map(isEmptyUpdate)).toEqual([false]);
});

test('step 2 and updates are updates, and messages of other types are left out', () => {
  const update = new Uint8Array([1, 2, 3]);
  for (const step of ['step2', 'update'] as const)
    expect(readMessage(syncMessage(step, update))).toEqual({ type: 'update', update, isAnswer: step === 'step2' });
  expect(readMessage(syncMessage('step1', update))).toEqual({ type: 'step1', state_vector: update });
  expect(readMessage(storedMessage(update, 4))).toBeUndefined();
  expect(() => readMessage(new Uint8Array([0, 2, 200]))).toThrow();
});

test('reads and writes awareness updates as y-protocols does', () => {
  const from = new Awareness(new Y.Doc());
  from.setLocalState({ cursor: 1 });
  const [entry, ...others] = readAwareness(encodeAwarenessUpdate(from, [from.clientID]));
  expect(others).toEqual([]);
  const to = new Awareness(new Y.Doc());
  applyAwarenessUpdate(to, writeAwareness([{ ...entry!, state: '{"cursor":2}' }]), 'test');
  expect(to.getStates().get(from.clientID)).toEqual({ cursor: 2 });
  applyAwarenessUpdate(to, writeAwareness([{ ...entry!, state: null }]), 'test');
  expect(to.getStates().has(from.clientID)).toBe(false);
  from.destroy();
  to.destroy();
});
