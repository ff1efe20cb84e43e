import { expect, test } from '@jest/globals';
import { isBeforeChange, restoreSentences, revertSentence, snapshotName } from './snapshots.ts';

test('says what a restore does, and that it does nothing', () => {
  const nothing = {
    snapshot_id: 'a',
    undo_snapshot_id: 'b',
    rows: { reinstated: 0, reverted: 0, removed: 0 },
    columns_changed: 0,
    views_changed: 0,
  };
  expect(restoreSentences({ ...nothing, warnings: ['Late'] })).toEqual(['Nothing changes: the table is as it was.', 'Late']);
  expect(restoreSentences({ ...nothing, rows: { reinstated: 1_200, reverted: 0, removed: 2 }, columns_changed: 1, warnings: [] })).toEqual([
    'Deleted rows that come back: 1,200.',
    'New rows that go away: 2.',
    'Columns that change: 1.',
  ]);
});

test('says how many rows an undo left as they are', () => {
  expect(revertSentence({ reverted: 1, conflicts: 0, missing: 0 })).toBe('1 row went back.');
  expect(revertSentence({ reverted: 3, conflicts: 1, missing: 1 })).toBe('3 rows went back. 2 rows changed again since and stay.');
});

test('names a state by its label or by its reason', () => {
  expect(snapshotName({ label: null, kind: 'before_import' })).toBe('Before an import');
  expect(snapshotName({ label: 'Monday', kind: 'manual' })).toBe('Monday');
  expect([isBeforeChange({ kind: 'before_change' }), isBeforeChange({ kind: 'manual' })]).toEqual([true, false]);
});
