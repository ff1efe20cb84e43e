import { expect, test } from '@jest/globals';
import { ApiError } from '../../../api/api-error.ts';
import { wrongRows } from './row-writes.ts';

const refusal = (...errors: { path: string; message: string }[]) => new ApiError('Wrong.', { status: 400, code: 'invalid', errors });

test('a refusal names rows by their place, with a reason for each column', () => {
  const wrong = wrongRows(
    refusal(
      { path: 'updates.2.data.amount', message: 'must be a number' },
      { path: 'updates.2.data.due', message: 'must be a date' },
      { path: 'updates.5.row_id', message: 'is unknown' },
      { path: 'typecast', message: 'is odd' },
    ),
    'updates',
  );
  expect([...wrong.keys()]).toEqual([2, 5]);
  expect([...wrong.get(2)!]).toEqual([
    ['amount', 'must be a number'],
    ['due', 'must be a date'],
  ]);
});

test('a refusal without rows names none', () => {
  expect(wrongRows(new Error('offline'), 'updates').size).toBe(0);
});
