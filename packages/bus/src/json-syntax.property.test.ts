import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findSyntaxFault } from './json-syntax.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const marks = fc.constantFrom(
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"a"',
  '"',
  '\\',
  '1',
  '-',
  '0',
  '.5',
  'e3',
  'true',
  'null',
  ' ',
  '\n',
  '\u0007',
  'é',
);

test('a text has a syntax fault exactly if it is not JSON', () => {
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(findSyntaxFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3_000 },
  );
});

test('a valid text with one character replaced has a fault exactly if it is not JSON any more', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom('"', ',', ']', '}', '\\', 'x', ' '), (json, place, other) => {
      const at = place % json.length;
      const text = json.slice(0, at) + other + json.slice(at + 1);
      expect(findSyntaxFault(json)).toBeUndefined();
      expect(findSyntaxFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3_000 },
  );
});

test('deep nesting costs no stack', () => {
  expect(findSyntaxFault('['.repeat(200_000))).toEqual({ line: 1, column: 200_001, expected: 'a value or ]' });
});
