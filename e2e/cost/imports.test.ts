import { expect, test } from '@jest/globals';
import { MAX_IMPORT_LINES } from '@space/contracts/core';
import { MAX_OPTIONS } from '@space/contracts/tables';
import { newSpace, type TestSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { sendJson } from './send.ts';
import { requestOf } from './worst-calls.ts';

const CSV_CHARACTERS = 1_000_000;

const importRows = operations.find(({ id }) => id === 'rows.import')!;
const createRows = operations.find(({ id }) => id === 'rows.create_bulk')!;

/** Creates a table with so many columns of a type. */
async function newTable(space: TestSpace, count: number, column: Arguments): Promise<string> {
  const columns = Array.from({ length: count }, (_, n) => ({ key: `c${n}`, label: `Column ${n}`, ...column }));
  const made = await sendJson('POST', '/tables', space.api_key, { name: 'Deals', columns });
  expect(made).toMatchObject({ status: 201 });
  return (JSON.parse(made.text) as { id: string }).id;
}

const header = (count: number): string => `${Array.from({ length: count }, (_, n) => `c${n}`).join()}\n`;

/** Returns as many lines of so many equal cells as an import takes. */
const lines = (count: number, cell: (n: number) => string): string => {
  let text = header(count);
  for (let n = 0; n < MAX_IMPORT_LINES; n++) {
    const line = `${Array.from({ length: count }, (_, at) => cell(n * count + at)).join()}\n`;
    if (text.length + line.length > CSV_CHARACTERS) break;
    text += line;
  }
  return text;
};

const options = Array.from({ length: MAX_OPTIONS }, (_, n) => `choice ${n} of many`);

/** Imports that are expensive to read. */
const imports: readonly (readonly [what: string, columns: number, column: Arguments, args: () => Arguments])[] = [
  [
    'a header of half a million names',
    1,
    { type: 'text' },
    () => ({ csv: `c0${',a'.repeat(490_000)}\n${'x\n'.repeat(MAX_IMPORT_LINES - 1)}` }),
  ],
  [
    'headers for unknown columns',
    500,
    { type: 'text' },
    () => {
      const names = Array.from({ length: 18_000 }, (_, n) => `h${n}`);
      return { csv: `${names.join()}\nx`, columns: Object.fromEntries(names.map((name, n) => [name, `column_of_that_name_${n}`])) };
    },
  ],
  ['unknown choices', 15, { type: 'select', options }, () => ({ csv: lines(15, (n) => `choice ${n % 9} x`) })],
  ['new choices', 15, { type: 'multi_select' }, () => ({ csv: lines(15, (n) => `new ${n}`), create_options: true })],
  ['invalid phone numbers', 20, { type: 'phone' }, () => ({ csv: lines(20, (n) => `+4930${n}`) })],
  ['invalid dates', 20, { type: 'datetime' }, () => ({ csv: lines(20, () => '10 October') })],
  ['invalid numbers', 50, { type: 'number' }, () => ({ csv: lines(50, () => '1.2.') })],
  ['links to unknown rows', 20, { type: 'url' }, () => ({ csv: lines(20, () => 'http://') })],
  [
    'texts for a costly pattern',
    2,
    { type: 'text', field_config: { pattern: '^(a{1,30}b?){30}$', max_length: 5_000 } },
    () => ({ csv: lines(2, () => 'a'.repeat(4_000)) }),
  ],
  ['unclosed quotes', 1, { type: 'text' }, () => ({ csv: `c0\n${'"a""'.repeat(100_000)}` })],
];

test.each(imports)('an import with %s costs little', async (what, count, column, args) => {
  const space = await newSpace();
  const table_id = await newTable(space, count, column);
  const { csv, ...more } = args();
  const answer = await expectWithinBudget(
    'rows.import',
    requestOf(importRows, space, { table_id, csv: String(csv).slice(0, CSV_CHARACTERS), ...more }),
    what,
  );
  expect([200, 400]).toContain(answer.status);
});

test('a bulk insert with an unknown choice in every cell costs little', async () => {
  const space = await newSpace();
  const table_id = await newTable(space, 50, { type: 'select', options });
  const row = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`c${n}`, `choice ${n} x`]));
  const answer = await expectWithinBudget('rows.create_bulk', requestOf(createRows, space, { table_id, rows: Array(100).fill(row) }));
  expect(answer.status).toBe(400);
});
