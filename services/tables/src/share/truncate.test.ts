import { expect, test } from '@jest/globals';
import { truncate } from './truncate.ts';

test('a text that fits stays whole', () => {
  expect([truncate('', 3), truncate('abc', 3), truncate('🧵🧵🧵', 3)]).toEqual(['', 'abc', '🧵🧵🧵']);
});

test('a longer text has as many characters as allowed, the last one an ellipsis', () => {
  expect([truncate('abcd', 3), truncate('🧵🧵🧵🧵', 3), truncate('a🧵🧵🧵🧵', 3)]).toEqual(['ab…', '🧵🧵…', 'a🧵…']);
});
