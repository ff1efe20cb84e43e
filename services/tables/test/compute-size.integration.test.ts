import { afterEach, expect, test } from '@jest/globals';
import { MAX_RECOMPUTED_BYTES } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { recomputeDependents } from '../src/compute/recompute.ts';
import { type ComputeTable, ComputeTables, column, formula, links } from './fixtures/compute-tables.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();
/** The job of another test would take its turns. */
afterEach(() => ports().database.query(sql.typeAlias('void')`delete from tables.recompute_job`));

const TOPICS = 120;

/** Creates a note that many topics look up, in cells that are together larger than one call recomputes. */
async function topicsOfOneNote() {
  const tables = new ComputeTables(ports());
  const notes = await tables.table('Notes', column('text', 'long_text'));
  const topics = await tables.table('Topics', column('name', 'text'), links('notes', notes));
  const [note] = await notes.insert({ text: 'a'.repeat(99_000) });
  await topics.fill(TOPICS, (at) => ({ name: `${at}`, notes: [note!] }));
  return { tables, notes, topics, note: note! };
}

/** Recomputes the dependents of a row whose text changes. Returns the bytes of the largest answer of Postgres. */
async function changeText(notes: ComputeTable, note: string, text: string): Promise<number> {
  let most = 0;
  const schema = await notes.schema();
  const [before] = await notes.stored();
  const data = { ...before!.data, [schema.byKey.get('text')!.cid]: text };
  await ports().database.transaction(async (tx) => {
    const recording = Object.create(tx, {
      any: {
        value: async (query: Parameters<CommonQueryMethods['any']>[0]) => {
          const found = await tx.any(query);
          most = Math.max(most, Buffer.byteLength(JSON.stringify(found)));
          return found;
        },
      },
    }) as typeof tx;
    await tx.query(sql.typeAlias('void')`
      update ${sql.identifier(['tables', schema.row_table])} set data = ${JSON.stringify(data)}::jsonb where id = ${note}`);
    await recomputeDependents(recording, schema, [{ row_id: note, before: before!, after: { ...before!, data } }], ports().clock.now());
  });
  return most;
}

test('a new lookup of large cells is computed as far as there is room, and the rest by a job in batches', async () => {
  const { tables, topics } = await topicsOfOneNote();
  await topics.add(column('texts', 'lookup', { reference_column: 'notes', target_column: 'text' }));
  const [job] = await tables.jobs();
  expect(job).toMatchObject({ table_id: topics.id });
  expect(job!.row_count).toBeGreaterThan(TOPICS - MAX_RECOMPUTED_BYTES / 99_000 - 1);
  expect(job!.row_count).toBeLessThan(TOPICS);
  expect(await topics.column('texts')).toMatchObject({ status: 'pending' });
  await tables.drain();
  expect(await topics.column('texts')).toMatchObject({ status: 'ok' });
  const { cid } = await topics.column('texts');
  expect((await topics.stored()).every(({ computed }) => JSON.stringify(computed[cid]).length === 99_004)).toBe(true);
});

test('a change of a row recomputes its large dependents as far as there is room, in bounded reads, and the rest by a job', async () => {
  const { tables, notes, topics, note } = await topicsOfOneNote();
  await topics.add(column('texts', 'lookup', { reference_column: 'notes', target_column: 'text' }));
  await topics.add(formula('size', 'LEN(ARRAYJOIN({texts}, ""))'));
  await tables.drain();
  const most = await changeText(notes, note, 'b'.repeat(98_000));
  expect(most).toBeLessThan(1.2 * MAX_RECOMPUTED_BYTES);
  const size = (await topics.column('size')).cid;
  const recomputed = async () => (await topics.stored()).filter(({ computed }) => computed[size] === 98_000).length;
  const first = await recomputed();
  // A slow machine has no time for all that there would be room for.
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(MAX_RECOMPUTED_BYTES / 98_000);
  expect(await tables.jobs()).toEqual([expect.objectContaining({ table_id: topics.id, row_count: TOPICS - first })]);
  expect(await tables.drain()).toBeGreaterThan(1);
  expect(await recomputed()).toBe(TOPICS);
});
