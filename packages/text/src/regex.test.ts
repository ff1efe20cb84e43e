import { expect, test } from '@jest/globals';
import { matchesPattern, patternError, patternSize } from './regex.ts';

test('matchesPattern matches part of a text, also from the cache and after evictions', () => {
  for (let other = 0; other < 600; other += 1) matchesPattern(`x{${other}}`, 'x');
  for (let time = 0; time < 100; time += 1) expect(matchesPattern('^[A-Z]{2}\\d+', 'AB12 and more')).toBe(true);
  expect(matchesPattern('^\\d+$', 'AB12')).toBe(false);
});

test('matchesPattern is linear for a pattern that makes backtracking engines hang', () => {
  expect(matchesPattern('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
});

test('patternError says in a few words why a text is not a pattern', () => {
  expect(patternError('a+')).toBeUndefined();
  expect(patternError('(')).toMatch(/missing/);
  expect(patternError('(?=a)')).not.toContain('error parsing regexp');
});

test('patternSize grows with the repetitions of a pattern', () => {
  expect(patternSize('^a$')).toBeLessThan(10);
  expect(patternSize('a{900}')).toBeGreaterThan(900);
});
