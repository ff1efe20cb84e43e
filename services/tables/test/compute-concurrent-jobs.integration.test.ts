import { AsyncResource } from 'node:async_hooks';
import { afterEach, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { LARGE_BATCHES, processJob } from '../src/compute/process-job.ts';
import { claimJob, enqueueJob, lockClaimedJob } from '../src/compute/recompute-jobs.queries.ts';
import { recomputeBatch, startRecomputing } from '../src/compute/recompute-task.ts';
import { ComputeTables, column } from './fixtures/compute-tables.ts';
import { openTestPorts } from './fixtures/ports.ts';

const ports = openTestPorts();

/** The job of another test would take its turns. */
afterEach(() => ports().database.query(sql.typeAlias('void')`delete from tables.recompute_job`));

async function tablesWithJob() {
  const tables = new ComputeTables(ports());
  const items = await tables.table('Items', column('name', 'text'));
  await items.fill(1_100, () => ({ name: 'a' }));
  await items.add(column('upper', 'formula', { expression: 'UPPER({name})' }));
  return { tables, items };
}

test('a job with a running batch does not stand for the rows of another transaction', async () => {
  const { tables, items } = await tablesWithJob();
  const { database } = ports();
  const [schema, { id }] = [await items.schema(), await items.column('upper')];
  const enqueue = (tx: CommonQueryMethods) => enqueueJob(tx, schema, [id], null, 1);
  const running = (await claimJob(database, [], 60))!;
  await database.transaction(enqueue);
  expect(await tables.jobs()).toHaveLength(1);
  await database.transaction(async (batch) => {
    expect(await lockClaimedJob(batch, running)).toBe(true);
    await database.transaction(enqueue);
  });
  expect(await tables.jobs()).toHaveLength(2);
  await tables.drain();
});

test('a job begins no batch while a transaction relies on it, and loses no attempt', async () => {
  const { tables, items } = await tablesWithJob();
  const { database } = ports();
  const [schema, { id }] = [await items.schema(), await items.column('upper')];
  const claimed = (await claimJob(database, [], 60))!;
  await database.transaction(async (writer) => {
    await enqueueJob(writer, schema, [id], null, 1);
    const { evaluate } = startRecomputing().thread;
    expect(await database.transaction((tx) => processJob(tx, claimed, evaluate, LARGE_BATCHES))).toBe(false);
    expect(await database.transaction((tx) => claimJob(tx, [], 60))).toBeNull();
  });
  expect(await claimJob(database, [], 0)).toMatchObject({ id: claimed.id, attempts: claimed.attempts });
  expect(await tables.jobs()).toHaveLength(1);
});

test('the last two jobs of a column that end together leave it ready', async () => {
  const { tables, items } = await tablesWithJob();
  await tables.drain();
  const { database } = ports();
  const [schema, { id }] = [await items.schema(), await items.column('upper')];
  for (const row of ['row_a', 'row_b']) await database.transaction((tx) => enqueueJob(tx, schema, [id], [row], 1));
  expect(await items.column('upper')).toMatchObject({ status: 'pending' });
  // Bound to this place, since slonik refuses statements of another connection inside a transaction.
  const runOther = AsyncResource.bind(() => recomputeBatch(database, startRecomputing()));
  let others = 1;
  const overlapping = Object.assign(Object.create(database), {
    transaction: <T>(act: (tx: CommonQueryMethods) => Promise<T>) =>
      database.transaction(async (tx) => {
        const result = await act(tx);
        if (others-- > 0) expect(await runOther()).toBe(true);
        return result;
      }),
  }) as typeof database;
  expect(await recomputeBatch(overlapping, startRecomputing())).toBe(true);
  expect(await tables.jobs()).toEqual([]);
  expect(await items.column('upper')).toMatchObject({ status: 'ok' });
});
