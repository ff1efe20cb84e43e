import { expect, test } from '@jest/globals';
import { totalText } from './total-text.ts';

test.each([
  [0, true, '0'],
  [1_234_567, undefined, '1,234,567'],
  [10_000, false, '10,000+'],
])('%d with exactness %s is %s', (total, isExact, written) => {
  expect(totalText(total, isExact)).toBe(written);
});
