import { expect, test } from '@jest/globals';
import * as Y from 'yjs';
import { SaveState } from './save-state.ts';

/** Returns a document that records its changes, and a function that takes a state of it. */
function recorded() {
  const doc = new Y.Doc();
  const saving = new SaveState(doc);
  doc.on('update', (update: Uint8Array) => saving.record(update));
  return { doc, saving, text: doc.getText('text') };
}

test('an insertion is saved by a state vector that has it', () => {
  const { doc, saving, text } = recorded();
  text.insert(0, 'one');
  const first = Y.encodeStateVector(doc);
  text.insert(3, ' two');
  saving.confirm(first);
  expect(saving.isUnsaved).toBe(true);
  saving.confirm(Y.encodeStateVector(doc));
  expect(saving.isUnsaved).toBe(false);
});

test('a deletion is saved by a later insertion that is stored, or by a state that has it', () => {
  const { doc, saving, text } = recorded();
  text.insert(0, 'one two');
  const before = Y.encodeStateAsUpdate(doc);
  saving.confirm(Y.encodeStateVector(doc));
  text.delete(0, 4);
  saving.confirm(Y.encodeStateVector(doc));
  expect(saving.hasOnlyDeletions).toBe(true);
  saving.compareDeletions(before);
  expect(saving.isUnsaved).toBe(true);
  saving.compareDeletions(Y.encodeStateAsUpdate(doc));
  expect(saving.isUnsaved).toBe(false);
  text.delete(0, 1);
  text.insert(0, 'z');
  saving.confirm(Y.encodeStateVector(doc));
  expect(saving.isUnsaved).toBe(false);
});
