import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsv } from './read-csv.ts';

describe('readCsv', () => {
  test('returns the line number of each record for every line ending', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '"x', 'y",1', '', 'z,2', '', '', '"', '",é', 'end,3'].join(end);
      expect((await readCsv(text)).lines.map(({ line }) => line)).toEqual([2, 5, 8, 10]);
      expect(await readCsv(`\ufeff${text}${end}`)).toEqual(await readCsv(text));
    }
  });

  test('accepts mixed line endings', async () => {
    expect(await readCsv('a\r\nb\nc\r\nd\n\n')).toEqual({
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
  ])('detects the delimiter of the header %j and returns %j', async (text, header) => {
    expect(await readCsv(text)).toEqual({ header, lines: [] });
  });

  test.each([
    ['a\n"x', /never closed \(line 2\); put the whole cell in quotes/],
    ['a\n"x"y', /has text after its closing quote \(line 2\); put/],
    ['a\nx"y', /does not begin with a quote contains one \(line 2\); put/],
  ])('says where the quotes of %j are wrong, and how to write them', async (text, sentence) => {
    await expect(readCsv(text)).rejects.toThrow(sentence);
  });

  test('returns the cells of any CSV as written and throws for no text', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '\t', '"', '\n', '\r', 'é') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), async (lines) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = [['h1', 'h2'], ...lines].map((cells) => cells.map(quoted).join(',')).join('\n');
        expect((await readCsv(text)).lines.map(({ cells }) => cells)).toEqual(
          lines.map((cells) => cells.map((one) => one.replace(/^'(?='*[\t\r])/, ''))),
        );
      }),
    );
    await fc.assert(
      fc.asyncProperty(cell, async (text) => {
        try {
          await readCsv(text);
        } catch (problem) {
          expect(problem).toMatchObject({ code: 'invalid' });
        }
      }),
    );
  });

  test('reads cells of any length across chunks, with characters of several bytes', async () => {
    const long = '€"😀\n'.repeat(30_000);
    const { lines } = await readCsv(`a,b\n"${long.replaceAll('"', '""')}",é\nx,y\n`);
    expect(lines).toEqual([
      { line: 2, cells: [long, 'é'] },
      { line: 30_003, cells: ['x', 'y'] },
    ]);
  });

  test.each(['\r', '\n'])('searches only once for a line break that does not occur, with lines that end in %j', async (end) => {
    const search = jest.spyOn(Buffer.prototype, 'indexOf');
    try {
      const { lines } = await readCsv(`a,b${end}${`x,y${end}`.repeat(5_000)}`);
      expect(lines.at(-1)).toEqual({ line: 5_001, cells: ['x', 'y'] });
      expect(search.mock.calls.length).toBeGreaterThan(5_000);
      const absent = end === '\n' ? 13 : 10;
      expect(search.mock.calls.filter(([code]) => code === absent)).toHaveLength(1);
    } finally {
      search.mockRestore();
    }
  });

  test('lets other work run while it reads a large text', async () => {
    const text = `a,b\n${'"x, ""y""",z\n'.repeat(5_000)}"${'w'.repeat(800_000)}",z\n`;
    let turns = 0;
    let isRunning = true;
    const count = () => {
      turns += 1;
      if (isRunning) setImmediate(count);
    };
    setImmediate(count);
    const reading = readCsv(text).catch(() => undefined);
    await reading;
    isRunning = false;
    expect(turns).toBeGreaterThan(0);
  });
});
