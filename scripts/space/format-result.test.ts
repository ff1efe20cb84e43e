import { expect, test } from '@jest/globals';
import { commands } from './commands.ts';
import { deadLetterCommands } from './dead-letters.ts';
import { formatResult } from './format-result.ts';

test('a field of an object has the names of both', () => {
  const storage = { bytes: { used: 959, limit: 10_737_418_240 }, rows: { used: 7, limit: 5_000_000 } };
  expect(formatResult({ address: 'http://localhost:8080', space: null, storage }).split('\n')).toEqual([
    'address             http://localhost:8080',
    'storage.bytes.used  959',
    'storage.bytes.limit 10737418240',
    'storage.rows.used   7',
    'storage.rows.limit  5000000',
    '',
  ]);
});

const deals = [
  { id: 'row_1', title: 'Engine', stage: null, amount: 1200 },
  { id: 'row_2', title: 'Loom', stage: null, amount: null, owner: 'Ada' },
];

test('a table has the first columns that fit, and names the others', () => {
  expect(formatResult({ data: deals, has_more: false }, 'fitting', 23).split('\n')).toEqual([
    'id     title   amount',
    'row_1  Engine  1200',
    'row_2  Loom',
    'Columns that do not fit: owner. Use --json.',
    '',
  ]);
});

test('a column may be a field of an object', () => {
  const data = [{ id: 'mbr_1', person: { name: 'Ada' } }, { id: 'mbr_2' }];
  expect(formatResult({ data }, ['id', 'person.name', 'person.email']).split('\n')).toEqual([
    'id     person.name',
    'mbr_1  Ada',
    'mbr_2',
    '',
  ]);
});

test('a table without a terminal has all columns, and in a narrow one it has the first', () => {
  expect(formatResult({ data: deals }, 'fitting')).toMatch(/^id +title +amount +owner\n.*\n.*Ada\n$/);
  expect(formatResult({ data: deals }, 'fitting', 3)).toMatch(/^id\nrow_1\nrow_2\nColumns that do not fit: title, amount, owner\. /);
});

test('a cell is cut, and a control character of a text never reaches the terminal', () => {
  const text = formatResult({ data: [{ id: '\u001b[2J', title: 'x'.repeat(3_000) }] }, 'fitting', 80);
  expect(text).not.toContain('\u001b');
  expect(text).toMatch(/ x{47}…\n$/);
});

test.each(
  Object.entries<{ readonly columns?: unknown }>({ ...commands, ...deadLetterCommands }).filter(([name]) => name.endsWith(' list')),
)('%s prints a table', (_, { columns }) => {
  expect(columns).toBeDefined();
});
