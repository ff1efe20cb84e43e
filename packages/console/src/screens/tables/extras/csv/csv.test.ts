import { expect, test } from '@jest/globals';
import { csvParts, mapHeaders } from './csv-parts.ts';
import { csvLine, delimiterOf, readCsv } from './csv-text.ts';
import { guessColumns } from './guess-columns.ts';

test('reads quotes, line breaks in cells, semicolons and a byte order mark, and numbers the lines of the file', () => {
  const table = readCsv('\uFEFFName; Note\r\n"Loom; ""big""";"one\r\ntwo"\r\n\r\nEngine;\r\n');
  expect(table).toEqual({
    header: ['Name', 'Note'],
    lines: [
      { line: 2, cells: ['Loom; "big"', 'one\r\ntwo'] },
      { line: 5, cells: ['Engine', ''] },
    ],
  });
});

test('reads a text without an end, one without lines, and nothing', () => {
  expect(readCsv('a\tb\n1\t2')).toEqual({ header: ['a', 'b'], lines: [{ line: 2, cells: ['1', '2'] }] });
  expect(readCsv('a,b')?.lines).toEqual([]);
  expect(readCsv(' \n')?.header).toEqual(['']);
  expect(readCsv('')).toBeUndefined();
});

test('takes the delimiter that the header has most often outside of quotes', () => {
  expect(['"a,b,c";d', 'a,b;c,d', 'a\tb', 'a'].map(delimiterOf)).toEqual([';', ',', '\t', ',']);
});

test('writes what it reads', () => {
  const cells = ['plain', 'a,b', 'say "hi"', 'two\nlines', ''];
  expect(readCsv(`1,2,3,4,5\n${csvLine(cells)}\n`)?.lines[0]?.cells).toEqual(cells);
});

test('cuts a file into parts with the chosen columns, and finds the line of the file again', () => {
  const table = readCsv('Name,Skip,Note\nLoom,x,"a\nb"\nEngine,y,\nMill,z,c\n')!;
  const parts = csvParts(table, ['name', undefined, 'note'], { maxLines: 2 });
  expect(parts.map(({ csv }) => csv)).toEqual(['name,note\nLoom,"a\nb"\nEngine,\n', 'name,note\nMill,c\n']);
  expect(parts.map(({ lineOf }) => [...lineOf])).toEqual([
    [
      [2, 2],
      [4, 4],
    ],
    [[2, 5]],
  ]);
  expect(csvParts(table, ['name', undefined, undefined], { maxCharacters: 8 })).toHaveLength(3);
});

test('maps headers to columns by key and by label, each column once', () => {
  const columns = [
    { key: 'name', label: 'Name' },
    { key: 'amount', label: 'Amount in €' },
  ];
  expect(mapHeaders(['AMOUNT IN €', 'name', 'Name', 'Other'], columns)).toEqual(['amount', 'name', undefined, undefined]);
});

test('guesses the types of columns from all their cells', () => {
  const rows = Array.from(
    { length: 6 },
    (_, index) => `Deal ${index},${index}.5,2026-01-0${index + 1},${index % 2 ? 'won' : 'lost'},a${index}@b.example`,
  );
  const columns = guessColumns(readCsv(['Deal,Amount,Due,Stage,Mail,Empty,Deal', ...rows.map((row) => `${row},,7`)].join('\n'))!);
  expect(columns.map(({ key, type }) => [key, type])).toEqual([
    ['deal', 'text'],
    ['amount', 'number'],
    ['due', 'date'],
    ['stage', 'select'],
    ['mail', 'email'],
    ['empty', 'text'],
    ['deal_2', 'number'],
  ]);
  expect([columns[1]?.field_config, columns[3]?.options]).toEqual([{ precision: 1 }, ['lost', 'won']]);
});
