import { describe, expect, test } from '@jest/globals';
import { columnTypes } from '@space/contracts';
import { readCell } from './read-cell.ts';
import { choices, columnOfType } from './testing-column.ts';
import { textCell } from './text-cell.ts';

describe('a long text', () => {
  test('a pattern takes time linear in the text, whatever it is', () => {
    const column = columnOfType('text', { config: { pattern: '^(a+)+$' } });
    const started = performance.now();
    expect(readCell(column, `${'a'.repeat(9_999)}!`, { typecast: false })).toMatchObject({ fault: { code: 'pattern_mismatch' } });
    expect(performance.now() - started).toBeLessThan(1_000);
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
        const started = performance.now();
        textCell(column, part.repeat(1_000_000 / part.length), { create_options: true });
        readCell(column, part.repeat(1_000_000 / part.length), { typecast: true });
        expect([type, part, performance.now() - started < 1_500]).toEqual([type, part, true]);
      }
  });
});
