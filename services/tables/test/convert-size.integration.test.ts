import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { columns } from '@space/contracts/tables';
import { type CallAs, callAs, startServices, type TestPorts, type TestServices } from '@space/runtime/testing';
import type { CommonQueryMethods } from 'slonik';
import { convertCells } from '../src/columns/convert-cells.ts';
import { tablesService } from '../src/index.ts';
import { makeTable, testSchemas } from './fixtures/table.ts';

let services: TestServices;
let ports: TestPorts;
beforeAll(async () => {
  services = await startServices([tablesService]);
  ({ ports } = services);
});
afterAll(() => services.stop());

const many = { cardinality: 'many', symmetric_column_id: null, is_inverse: false } as const;

/** Counts the conversion of a column to text. Returns it with the bytes of the largest answer of Postgres. */
async function convertToText({ caller, table_id, column_ids }: Awaited<ReturnType<typeof makeTable>>, key: string) {
  let most = 0;
  const conversion = await ports.database.transaction(async (tx) => {
    const recording = Object.create(tx, {
      now: { value: new Date(ports.clock.now()).toISOString() },
      any: {
        value: async (query: Parameters<CommonQueryMethods['any']>[0]) => {
          const found = await tx.any(query);
          most = Math.max(most, Buffer.byteLength(JSON.stringify(found)));
          return found;
        },
      },
    }) as typeof tx & { readonly now: string };
    const schemas = testSchemas(ports);
    const schema = await schemas.read(tx, caller.space_id, table_id);
    const from = schema.byId.get(column_ids[key]!)!;
    return convertCells({ tx: recording, schemas }, schema, from, { ...from, type: 'long_text', reference: null }, null);
  });
  return { conversion, most };
}

test('a conversion reads as many cells together as fit in a page', async () => {
  const table = await makeTable(ports, { name: { type: 'text' }, note: { type: 'long_text' } });
  for (let at = 0; at < 80; at += 40) await table.insert(...Array.from({ length: 40 }, () => ({ note: 'x'.repeat(99_000) })));
  const { conversion, most } = await convertToText(table, 'note');
  expect(conversion).toMatchObject({ cells_converted: 80, cells_lost: 0 });
  expect(most).toBeLessThan(1.2 * MAX_PAGE_BYTES);
});

test('a conversion of links reads as many of their titles together as fit in a page, and none that no text can hold', async () => {
  const notes = await makeTable(ports, { name: { type: 'long_text' } });
  const ids = await notes.insert(...Array.from({ length: 60 }, () => ({ name: 'x'.repeat(99_000) })));
  const reference = { table_id: notes.table_id, ...many };
  const topics = await makeTable(ports, { name: { type: 'text' }, notes: { type: 'reference', reference } }, notes.caller);
  await topics.insert(...ids.map((id) => ({ notes: [id] })), { notes: ids });
  const { conversion, most } = await convertToText(topics, 'notes');
  expect(conversion).toMatchObject({ cells_converted: 60, cells_lost: 1, lost_examples: [{ value: ids }] });
  expect(most).toBeLessThan(1.2 * MAX_PAGE_BYTES);
});

test('a conversion whose pattern takes too many steps is refused and changes nothing; the pattern can be set afterwards', async () => {
  const table = await makeTable(ports, { name: { type: 'text' }, note: { type: 'long_text' } });
  await table.insert(...Array.from({ length: 20 }, () => ({ note: 'x'.repeat(10_000) })));
  const call: CallAs = callAs(ports, table.caller);
  const change = { table_id: table.table_id, column_id: table.column_ids.note!, type: 'text' as const };
  const field_config = { pattern: '^[a-z]{1,400}[a-z]*$' };
  for (const dry_run of [true, false])
    await expect(call(columns, 'update', { ...change, field_config, dry_run })).rejects.toMatchObject({
      code: 'invalid',
      extras: { errors: [{ path: 'field_config.pattern', code: 'too_costly' }] },
    });
  expect(await call(columns, 'update', change)).toMatchObject({ impact: { cells_converted: 20 } });
  expect(await call(columns, 'update', { ...change, field_config })).toMatchObject({ type: 'text', field_config });
});
