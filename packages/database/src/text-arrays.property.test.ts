import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { textArrayLiteral, textArrays } from './text-arrays.ts';

/** Returns an array literal as the driver writes it. */
const driverLiteral = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`)).join(',')}}`;

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\ud800', '😀', ',', '{', '}', 'NULL', ' ') }),
  fc.json(),
);

test('an array of any texts and nulls has the literal that the driver writes', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text)), (values) => {
      expect(textArrayLiteral(values)).toBe(driverLiteral(values));
    }),
  );
});

test('other arrays and other values are left to the driver', () => {
  const values = ['{"a"}', 1, [1, 2], ['a', 1], [Buffer.from('a')], [['a']], ['"', null]];
  const query = { sql: 'select 1', values } as never;
  expect(textArrays.transformQuery!({} as never, query).values).toEqual([...values.slice(0, -1), '{"\\"",NULL}']);
});
