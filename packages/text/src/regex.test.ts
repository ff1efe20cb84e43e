import { expect, test } from '@jest/globals';
import { matchesPattern, patternError } from './regex.ts';

test('a pattern matches some part of a text, also the hundredth time and after many others', () => {
  for (let other = 0; other < 600; other += 1) matchesPattern(`x{${other}}`, 'x');
  for (let time = 0; time < 100; time += 1) expect(matchesPattern('^[A-Z]{2}\\d+', 'AB12 and more')).toBe(true);
  expect(matchesPattern('^\\d+$', 'AB12')).toBe(false);
});

test('a pattern that makes others take for ever takes no time', () => {
  expect(matchesPattern('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
});

test('what is no pattern is told why in a few words', () => {
  expect(patternError('a+')).toBeUndefined();
  expect(patternError('(')).toMatch(/missing/);
  expect(patternError('(?=a)')).not.toContain('error parsing regexp');
});
