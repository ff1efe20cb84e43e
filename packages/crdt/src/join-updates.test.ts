import { expect, test } from '@jest/globals';
import { newWriter, notesIn, stateOf } from '../test/fixtures/notes.ts';
import { joinUpdates } from './join-updates.ts';

test('joinUpdates gives the state with all updates, in any order of them', () => {
  const state = stateOf({ one: 'one' });
  const updates = ['A', 'B'].map((text) => {
    const { notes, updates } = newWriter(state);
    notes.get('one')!.insert(0, text);
    return updates[0]!;
  });
  const joined = notesIn(joinUpdates(state, updates));
  expect(joined.one).toMatch(/^(?:AB|BA)one$/);
  expect(notesIn(joinUpdates(null, [...updates, state]))).toEqual(joined);
  expect(joinUpdates(state, [])).toBe(state);
});
