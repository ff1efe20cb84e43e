import { expect, test } from '@jest/globals';
import { nextSentence } from './next-sentence.ts';

const now = new Date('2026-05-01T09:00:00Z');

test('a retried delivery says how many attempts failed and when the next one is', () => {
  const sentence = nextSentence({ status: 'retrying', attempts: [1, 2], next_attempt_at: '2026-05-01T09:14:00Z' }, now);
  expect(sentence).toMatch(/^2 attempts failed\. The next attempt is in 14 min/);
});

test('an ended delivery says that nothing more is sent', () => {
  expect(nextSentence({ status: 'succeeded', attempts: [1, 2], next_attempt_at: null }, now)).toContain('at attempt 2');
  expect(nextSentence({ status: 'dead', attempts: [1], next_attempt_at: null }, now)).toContain('unless you send it again');
});

test('a delivery without an attempt says whether one comes', () => {
  expect(nextSentence({ status: 'pending', attempts: [], next_attempt_at: null }, now)).toBe('The first attempt is due now.');
  expect(nextSentence({ status: 'skipped', attempts: [], next_attempt_at: null }, now)).toContain('Nothing was sent');
  expect(nextSentence({ status: 'pending', attempts: [1], next_attempt_at: null }, now)).toContain('queued again after 1 attempt');
});
