import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsv } from './read-csv.ts';

describe('readCsv', () => {
  test('returns the line number of each record for every line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '"x', 'y",1', '', 'z,2', '', '', '"', '",é', 'end,3'].join(end);
      expect(readCsv(text).lines.map(({ line }) => line)).toEqual([2, 5, 8, 10]);
      expect(readCsv(`\ufeff${text}${end}`)).toEqual(readCsv(text));
    }
  });

  test('accepts mixed line endings', () => {
    expect(readCsv('a\r\nb\nc\r\nd\n\n')).toEqual({
      header: ['a'],
      lines: [
        { line: 2, cells: ['b'] },
        { line: 3, cells: ['c'] },
        { line: 4, cells: ['d'] },
      ],
    });
  });

  test.each([
    ['a;b;c', ['a', 'b', 'c']],
    ['"a,b";c', ['a,b', 'c']],
    ['a\tb', ['a', 'b']],
    ['a', ['a']],
    ['a,b;c,d', ['a', 'b;c', 'd']],
  ])('detects the delimiter of the header %j and returns %j', (text, header) => {
    expect(readCsv(text)).toEqual({ header, lines: [] });
  });

  test('returns the cells of any CSV as written and throws for no text', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '\t', '"', '\n', '\r', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (lines) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = [['h1', 'h2'], ...lines].map((cells) => cells.map(quoted).join(',')).join('\n');
        expect(readCsv(text).lines.map(({ cells }) => cells)).toEqual(
          lines.map((cells) => cells.map((one) => one.replace(/^'(?='*[\t\r])/, ''))),
        );
      }),
    );
    fc.assert(
      fc.property(cell, (text) => {
        try {
          readCsv(text);
        } catch (problem) {
          expect(problem).toMatchObject({ code: 'invalid' });
        }
      }),
    );
  });
});
