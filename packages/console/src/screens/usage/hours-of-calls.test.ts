import { expect, test } from '@jest/globals';
import { hoursOfCalls } from './hours-of-calls.ts';

test('each of the last hours has its calls by outcome, and an hour without a call is empty', () => {
  const now = Date.parse('2026-05-04T10:20:00.000Z');
  const figures = [
    { hour_at: '2026-05-04T10:00:00.000Z', outcome: 'ok', calls: 5 },
    { hour_at: '2026-05-04T10:00:00.000Z', outcome: 'invalid', calls: 2 },
    { hour_at: '2026-05-04T10:00:00.000Z', outcome: 'not_found', calls: 1 },
    { hour_at: '2026-05-04T07:00:00.000Z', outcome: 'ok', calls: 9 },
  ];
  expect(hoursOfCalls(figures, now, 3)).toEqual([
    { hour_at: '2026-05-04T08:00:00.000Z', done: 0, refused: 0 },
    { hour_at: '2026-05-04T09:00:00.000Z', done: 0, refused: 0 },
    { hour_at: '2026-05-04T10:00:00.000Z', done: 5, refused: 3 },
  ]);
});
