import { describe, expect, test } from '@jest/globals';
import { columnTypes } from '@space/contracts/tables';
import { parseCell } from './read-cell.ts';
import { choices, columnOfType } from './testing-column.ts';
import { parseCellText } from './text-cell.ts';

describe('a long text', () => {
  test('a pattern takes time linear in the text, whatever it is', () => {
    const column = columnOfType('text', { config: { pattern: '^(a+)+$' } });
    expect(parseCell(column, `${'a'.repeat(9_999)}!`, { typecast: false })).toMatchObject({ error: { code: 'pattern_mismatch' } });
  });

  test('a text of a megabyte is read or refused at once, whatever it is made of', () => {
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
