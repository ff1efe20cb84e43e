import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeFormula, unescapeFormula } from './formula-guard.ts';

test.each(['=1+1', '+cmd', '-cmd', '@sum', '\tx', '\rx', "'=x"])('escapeFormula prefixes %j', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
});

test.each(['-5', '+33123456789', '-1.5e10', 'a=b', "it's", "'tis", ''])('escapeFormula leaves %j unchanged', (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
});

test('unescapeFormula reverts escapeFormula for any text', () => {
  const risky = fc.array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', 'a', '.')).map((letters) => letters.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), risky), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    }),
  );
});
