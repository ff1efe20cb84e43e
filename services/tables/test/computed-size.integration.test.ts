import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import { MAX_COMPUTED_BYTES, rows } from '@space/contracts/tables';
import { sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import { bytesOfCells } from '../src/cells/cell-bytes.ts';
import { recomputeBatch, startRecomputing } from '../src/compute/recompute-task.ts';
import { type ComputeTable, ComputeTables, column, formula, links } from './fixtures/compute-tables.ts';
import { newSpace, refusal, startTables } from './fixtures/space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startTables();
});
afterAll(() => space.stop());
/** The job of another test would take its turns. */
afterEach(() => space.ports.database.query(sql.typeAlias('void')`delete from tables.recompute_job`));

const LONG = 'REPT({name}, 99990)';
const fields = (count: number, expression: string) =>
  Array.from({ length: count }, (_, at) => ({ key: `f${at}`, type: 'formula', field_config: { expression } }));
const bytesOf = (answer: unknown): number => Buffer.byteLength(JSON.stringify(answer));

async function drain(space_id: string): Promise<void> {
  const state = startRecomputing();
  const isOpen = () => space.ports.database.exists(sql.typeAlias('void')`select from tables.recompute_job where space_id = ${space_id}`);
  while (await isOpen()) await recomputeBatch(space.ports.database, state);
  await state.thread.stop();
}

/** Returns the bytes of the computed cells of each row. */
const storedBytes = async (table: ComputeTable) => (await table.stored()).map(({ computed }) => bytesOfCells(computed));

describe('the computed cells of a row', () => {
  test('have a limit together: further cells are empty with an error, in the answer and in each read', async () => {
    const { call, table, caller } = newSpace(space);
    const { id: table_id } = await table('Long', { key: 'name', type: 'text' }, ...fields(100, LONG));
    const answer = await call(rows, 'create', { table_id, data: { name: 'a' } as never });
    expect(bytesOf(answer)).toBeLessThan(2 * MAX_COMPUTED_BYTES);
    // On a slow machine the time of the call ends first, and a job computes the rest.
    await drain(caller.space_id);
    const created = await call(rows, 'get', { table_id, row_id: answer.id });
    expect(created.data).toMatchObject({ f9: 'a'.repeat(99_990), f10: null, f99: null });
    expect(created._errors?.f10).toMatchObject({ code: 'too_long', message: expect.stringContaining('1,048,576 bytes together') });
    expect(bytesOf(created)).toBeLessThan(2 * MAX_COMPUTED_BYTES);
    await call(rows, 'update', { table_id, row_id: created.id, data: { name: '€' } as never });
    await drain(caller.space_id);
    const updated = await call(rows, 'get', { table_id, row_id: created.id });
    expect(updated.data).toMatchObject({ f2: '€'.repeat(99_990), f3: null });
    expect(bytesOf(await call(rows, 'get', { table_id, row_id: created.id }))).toBeLessThan(2 * MAX_COMPUTED_BYTES);
    const short = await call(rows, 'update', { table_id, row_id: created.id, data: { name: '' } as never });
    expect(short._errors).toBeUndefined();
  });

  test('have the same limit when a job computes them in SQL', async () => {
    const tables = new ComputeTables(space.ports);
    const items = await tables.table('Items', column('name', 'text'), column('times', 'number'));
    await items.fill(1_003, (at) => ({ name: 'a', times: at % 500 === 0 ? 99_990 : 2 }));
    for (let at = 0; at < 12; at++) await items.add(formula(`f${at}`, 'REPT({name}, {times})'));
    await tables.drain();
    const bytes = await storedBytes(items);
    expect(Math.max(...bytes)).toBe(10 * 99_992);
    expect(Math.min(...bytes)).toBe(12 * 4);
    const { errors } = (await items.stored())[0]!;
    expect(Object.values(errors!).map(({ code }) => code)).toEqual(['too_long', 'too_long']);
    await items.edit('f0', { field_config: { expression: 'LEFT({name}, {times})' } });
    await tables.drain();
    expect(Object.keys((await items.stored())[0]!.errors!)).toHaveLength(1);
  });

  test('have the same limit with lookups, and a cell without room gets its value when others become shorter', async () => {
    const tables = new ComputeTables(space.ports);
    const notes = await tables.table('Notes', column('text', 'long_text'));
    const topics = await tables.table('Topics', column('name', 'text'), links('notes', notes));
    const ids = await notes.insert({ text: 'x'.repeat(90_000) }, { text: 'y'.repeat(90_000) });
    for (let at = 0; at < 7; at++) await topics.add(column(`all${at}`, 'lookup', { reference_column: 'notes', target_column: 'text' }));
    const [id] = await topics.insert({ name: 'a', notes: ids });
    expect(await topics.computed(id!)).toMatchObject({ all4: expect.any(Array), all5: '#too_long', all6: '#too_long' });
    expect(Math.max(...(await storedBytes(topics)))).toBeLessThan(MAX_COMPUTED_BYTES);
    await notes.update(ids[0]!, { text: 'x' });
    const computed = await topics.computed(id!);
    expect(Object.values(computed).filter((cell) => cell === '#too_long')).toEqual([]);
    expect(computed.all6).toEqual(['x', 'y'.repeat(90_000)]);
  });

  test('that depend on the current time have the same limit, and a list has one for all of its rows', async () => {
    const { call, table } = newSpace(space);
    const { id: table_id } = await table('Long', { key: 'name', type: 'text' }, ...fields(20, `IF(YEAR(NOW()) > 1, ${LONG}, "")`));
    await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 100 }, () => ({ name: 'a' })) as never });
    // A read has no time left before it has no room left if the machine pauses; another read then has its own time.
    await eventually(
      async () => {
        const read = await call(rows, 'list', { table_id, limit: 100 });
        expect(read.data[0]!.data).toMatchObject({ f9: 'a'.repeat(99_990), f10: null });
        expect(read.data[0]!._errors?.f10).toMatchObject({ code: 'too_long' });
        expect(read.data.at(-1)!._errors?.f0).toMatchObject({ code: 'too_long', message: expect.stringContaining('ask for fewer rows') });
        expect(bytesOf(read)).toBeLessThan(MAX_MESSAGE_BYTES);
      },
      { timeout: 20_000 },
    );
  });
});

describe('a call that writes many rows of large computed cells', () => {
  async function largeRows() {
    const { call, table, caller } = newSpace(space);
    const { id: table_id } = await table('Long', { key: 'name', type: 'text' }, ...fields(10, LONG));
    const created = await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 12 }, () => ({ name: 'a' })) as never });
    return { call, table_id, created, space_id: caller.space_id };
  }

  test('leaves the rows that it has no room for to a job', async () => {
    const { call, table_id, created, space_id } = await largeRows();
    expect(bytesOf(created)).toBeLessThan(MAX_MESSAGE_BYTES);
    expect(created.data[0]!._pending).toBeUndefined();
    expect(created.data[11]!._pending).toHaveLength(10);
    await drain(space_id);
    const ids = created.data.map(({ id }) => id);
    const last = await call(rows, 'get', { table_id, row_id: ids[11]! });
    expect(last.data).toMatchObject({ f9: 'a'.repeat(99_990) });
  });

  test('changes nothing if its answer would be too large', async () => {
    const { call, table_id, created, space_id } = await largeRows();
    await drain(space_id);
    const updates = created.data.map(({ id }) => ({ row_id: id, data: { name: 'b' } }));
    expect(await refusal(call(rows, 'update_bulk', { table_id, updates: updates as never }))).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('Nothing was changed'),
    });
    const read = await call(rows, 'list', { table_id, limit: 100, fields: ['name'] });
    expect(new Set(read.data.map(({ data }) => data.name))).toEqual(new Set(['a']));
    await call(rows, 'update_bulk', { table_id, updates: updates.slice(0, 3) as never });
  });
});

test('written cells have a limit in bytes, also for new rows', async () => {
  const { call, table } = newSpace(space);
  const notes = Array.from({ length: 12 }, (_, at) => ({ key: `n${at}`, type: 'long_text' }));
  const { id: table_id } = await table('Notes', { key: 'name', type: 'text' }, ...notes);
  const { id: row_id } = await call(rows, 'create', { table_id, data: { name: 'a' } as never });
  const write = (key: string) => call(rows, 'update', { table_id, row_id, data: { [key]: '€'.repeat(99_000) } as never });
  for (const key of ['n0', 'n1', 'n2']) await write(key);
  expect(await refusal(write('n3'))).toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'data', code: 'too_big' }] } });
  const choices = Array.from({ length: 100 }, (_, at) => ({ id: `${at}${'i'.repeat(90)}`, name: `${at}` }));
  const selects = Array.from({ length: 15 }, (_, at) => ({ key: `s${at}`, type: 'multi_select', options: choices }));
  const chosen = await table('Chosen', { key: 'name', type: 'text' }, ...selects);
  const data = Object.fromEntries(selects.map(({ key }) => [key, choices.map(({ name }) => name)]));
  const bulk = { table_id: chosen.id, rows: Array.from({ length: 40 }, () => data), typecast: true };
  expect(await refusal(call(rows, 'create_bulk', bulk as never))).toMatchObject({
    code: 'invalid',
    extras: { errors: [{ code: 'too_big' }] },
  });
});
