import { expect, test } from '@jest/globals';
import { createPreparedNames } from './prepared-names.ts';

test('names a statement from its third use on', () => {
  const nameOf = createPreparedNames(3);
  expect(Array.from({ length: 5 }, () => nameOf('a'))).toEqual([undefined, undefined, 'a', 'a', 'a']);
  expect(nameOf('b')).toBeUndefined();
});

test('names no more than 256 statements, and those stay', () => {
  const nameOf = createPreparedNames(2);
  const use = (name: string) => [nameOf(name), nameOf(name), nameOf(name)];
  for (let at = 0; at < 256; at++) expect(use(`s${at}`)).toEqual([undefined, `s${at}`, `s${at}`]);
  for (let at = 256; at < 6_000; at++) expect(use(`s${at}`)).toEqual([undefined, undefined, undefined]);
  expect(nameOf('s0')).toBe('s0');
});
