import { expect, test } from '@jest/globals';
import { absoluteTime, relativeTime } from './relative-time.ts';

const now = new Date('2026-03-29T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

test.each([
  [-5, 'just now'],
  [20, 'in a moment'],
  [-60, '1 minute ago'],
  [-3_599, '59 minutes ago'],
  [-86_400, 'yesterday'],
  [3 * 86_400, 'in 3 days'],
  [-400 * 86_400, 'last year'],
])('%i seconds are "%s"', (seconds, text) => {
  expect(relativeTime(after(seconds), now)).toBe(text);
});

test('an absolute time is in the zone of the person and names it', () => {
  expect(absoluteTime(now, 'Europe/Vienna')).toMatch(/29 Mar 2026.*14:00:00.*(CEST|GMT\+2)/);
});
