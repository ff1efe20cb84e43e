import { describe, expect, test } from '@jest/globals';
import type { Call, Handlers } from '@space/bus';
import { columns, rows } from '@space/contracts/tables';
import { columnOfType, schemaWith } from '../../test/fixtures/column.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { resolveColumnNames } from './column-names.ts';
import { acceptingNames } from './resolve-names.ts';

const first = columnOfType('text', { id: 'col_a', key: 'a', label: 'Status' });
const second = columnOfType('text', { id: 'col_b', key: 'b', label: 'Other' });
const stale = schemaWith([first, second]);

/** Calls an operation with a cache that has `stale`, while the table has the schema `current`. Returns the input that its handler receives. */
async function inputWith(current: Schema, contract: typeof rows | typeof columns, name: string, input: object) {
  let checks = 0;
  const schemas = {
    withSchema: (_space: string, _table: string, act: (schema: Schema) => Promise<unknown>) => act(stale),
    findCurrent: async () => {
      checks++;
      return new Map([['tbl_1', current]]);
    },
  } as unknown as SchemaCache;
  const handlers = { [name]: async (call: Call) => call.input } as unknown as Handlers<typeof contract>;
  const handler = (acceptingNames({} as never, schemas, contract, handlers) as never as Record<string, (call: object) => Promise<object>>)[
    name
  ]!;
  const understood: string[] = [];
  const seen = await handler({ caller: { space_id: 'spc_1' }, input: { table_id: 'tbl_1', ...input }, understood });
  return { seen, understood, checks };
}

describe('names of columns with a stale schema', () => {
  test('a label that moved to another column means the column that has it now', async () => {
    const current = schemaWith([
      { ...first, label: 'Earlier' },
      { ...second, label: 'Status' },
    ]);
    const { seen, understood } = await inputWith(current, rows, 'create', { data: { Status: 'x' } });
    expect(seen).toMatchObject({ data: { b: 'x' } });
    expect(understood).toEqual(['"Status" was read as the column b']);
  });

  test('a key that moved to another column means the id of the column that has it now', async () => {
    const current = schemaWith([
      { ...first, key: 'b' },
      { ...second, key: 'a' },
    ]);
    expect((await inputWith(current, columns, 'delete', { column_id: 'a' })).seen).toMatchObject({ column_id: 'col_b' });
  });

  test('keys and ids are passed on without a check of the schema', async () => {
    const cells = await inputWith(stale, rows, 'create', { data: { a: 'x' } });
    expect(cells).toMatchObject({ seen: { data: { a: 'x' } }, understood: [], checks: 0 });
    expect(await inputWith(stale, columns, 'get', { column_id: 'col_a' })).toMatchObject({ checks: 0 });
  });
});

test('many unknown names of many rows are looked up without a comparison with each column', () => {
  const schema = schemaWith(
    Array.from({ length: 500 }, (_, at) => columnOfType('text', { id: `col_${at}`, key: `k${at}`, label: `L${at}` })),
  );
  const given = Array.from({ length: 100 }, (_, row) =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`unknown ${row} ${at}`, 1])),
  );
  const before = process.cpuUsage();
  expect(resolveColumnNames(schema, { rows: given }, [])).toBe(false);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
