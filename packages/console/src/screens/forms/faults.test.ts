import { expect, test } from '@jest/globals';
import type { DraftField } from './draft.ts';
import { countFaults, faultsOf } from './faults.ts';

const sent = ['one', 'two'].map((uid) => ({
  uid,
  isNew: false,
  field: { key: uid, label: uid, type: 'short_text' },
})) as readonly DraftField[];

test('a fault is at its setting, at its field, or named with its path', () => {
  const faults = faultsOf(
    [
      { path: 'redirect_url', message: 'must be https' },
      { path: 'quiz.outcomes.0.message', message: 'is required' },
      { path: 'fields.1.options.0.value', message: 'is twice' },
      { path: 'fields.1.key', message: 'is taken' },
      { path: 'fields.7.key', message: 'unknown' },
    ],
    sent,
    ['redirect_url', 'quiz'],
  );
  expect(faults.settings).toEqual({ redirect_url: 'must be https', 'quiz.outcomes.0.message': 'is required' });
  expect(faults.fields).toEqual({ two: { 'options.0.value': 'is twice', key: 'is taken' } });
  expect(faults.others).toEqual([{ path: 'fields.7.key', message: 'unknown' }]);
  expect(countFaults(faults)).toBe(5);
});
