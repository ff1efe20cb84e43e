import { describe, expect, test } from '@jest/globals';
import { columnTypes } from '@space/contracts/tables';
import { choices, columnOfType } from '../../test/fixtures/column.ts';
import { parseCell } from './parse-cell.ts';
import { parseCellText } from './parse-cell-text.ts';

describe('a long text', () => {
  test('matches a pattern in linear time', () => {
    const column = columnOfType('text', { config: { pattern: '^(a+)+$' } });
    expect(parseCell(column, `${'a'.repeat(9_999)}!`, { typecast: false })).toMatchObject({ error: { code: 'pattern_mismatch' } });
  });

  test('of a megabyte is accepted or rejected within a second', () => {
    const parts = [
      ' ',
      ',',
      ',"',
      '"',
      '""',
      'a',
      '1',
      '1,',
      '.',
      '-',
      'a@',
      'https:',
      ',https:',
      '\n',
      '<',
      '+',
      '€',
      '0:',
      '[',
      '%',
      'é, ',
    ];
    for (const type of columnTypes)
      for (const part of parts) {
        const column = columnOfType(type, {
          options: choices('a', 'b', 'c', 'd', 'e', 'f'),
          config: type === 'contact' ? { multiple: true } : {},
        });
        const text = part.repeat(1_000_000 / part.length);
        expect(parseCellText(column, text, { create_options: true })).toBeInstanceOf(Object);
        expect(parseCell(column, text, { typecast: true })).toBeInstanceOf(Object);
      }
  });
});
