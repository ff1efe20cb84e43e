import { expect, test } from '@jest/globals';
import { MAX_OPTIONS } from '@space/contracts/tables';
import { newSpace } from '../space.ts';
import { type Arguments, operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { sendJson } from './send.ts';
import { requestOf } from './worst-calls.ts';

const operationOf = (id: string) => operations.find((entry) => entry.id === id)!;

test('a table of the largest columns is cheap to read and to write, or its columns are rejected', async () => {
  const space = await newSpace();
  const { id: table_id } = await space.client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const options = Array.from({ length: MAX_OPTIONS }, (_, n) => ({
    id: `${n} ${'i'.repeat(90)}`,
    name: `${n} ${'n'.repeat(90)}`,
    color: 'c'.repeat(32),
  }));
  for (let n = 0; n < 40; n++) {
    const column = n % 2 === 0 ? { type: 'select', options } : { type: 'long_text', default_value: 'd'.repeat(99_000) };
    const made = await sendJson('POST', `/tables/${table_id}/columns`, space.api_key, { key: `c${n}`, label: 'Choice', ...column });
    expect([201, 400, 409, 413]).toContain(made.status);
  }
  const calls: readonly (readonly [id: string, args: Arguments])[] = [
    ['tables.get', {}],
    ['columns.list', {}],
    ['rows.create', { data: { name: 'Engine' } }],
    ['rows.create_bulk', { rows: Array.from({ length: 100 }, () => ({ name: 'Engine' })) }],
    ['rows.list', { limit: 200 }],
    ['rows.export', {}],
    ['columns.create', { key: 'one_more', label: 'One more', type: 'text' }],
    ['tables.update', { plural_label: 'Others' }],
    ['snapshots.create', { label: 'Before' }],
  ];
  for (const [id, args] of calls)
    expect((await expectWithinBudget(id, requestOf(operationOf(id), space, { table_id, ...args }))).status).toBeLessThan(500);
});
