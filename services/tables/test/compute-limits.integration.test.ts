import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_RECOMPUTE_ATTEMPTS, rows } from '@space/contracts/tables';
import { sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { batchRowsOf, LARGE_BATCHES, nextBatchRows, SMALL_BATCHES } from '../src/compute/process-job.ts';
import { claimJob, lockClaimedJob, releaseJob, saveProgress } from '../src/compute/recompute-jobs.queries.ts';
import { createBatchSize, recomputeBatch, recomputeTask, startRecomputing } from '../src/compute/recompute-task.ts';
import { ComputeTables, column, links } from './fixtures/compute-tables.ts';
import { openTestPorts } from './fixtures/ports.ts';
import { newSpace, startTables } from './fixtures/space.ts';

const ports = openTestPorts();

/** A formula whose evaluation takes the time that a cell may take at most, for a row of its own. */
const worst = Array.from({ length: 8 }, (_, at) => `IFERROR(SEARCH("z", REPT({name} & "Σ${at}", 20000)), 0)`).join(' + ');

/** The job of another test would take its turns. */
const deleteJobs = (database: CommonQueryMethods) => database.query(sql.typeAlias('void')`delete from tables.recompute_job`);
afterEach(() => deleteJobs(ports().database));

describe('a recompute job of the worst formulas', () => {
  test('leaves the event loop free, and another Space gets its turn', async () => {
    const [busy, other] = [new ComputeTables(ports()), new ComputeTables(ports())];
    const heavy = await busy.table('Heavy', column('name', 'text'));
    await heavy.fill(1_500, (at) => ({ name: `${at}` }));
    for (const key of ['a', 'b', 'c', 'd']) await heavy.add(column(key, 'formula', { expression: `${worst} + ${key.charCodeAt(0)}` }));
    const light = await other.table('Light', column('name', 'text'));
    await light.fill(1_500, (at) => ({ name: `${at}` }));
    await light.add(column('upper', 'formula', { expression: 'UPPER({name} & "x")' }));
    // Processor time of the main thread between two ticks of a timer; the wall clock also measures other processes.
    let longest = 0;
    let last = process.threadCpuUsage();
    const timer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(last);
      longest = Math.max(longest, (user + system) / 1_000);
      last = process.threadCpuUsage();
    }, 10);
    const task = recomputeTask(ports());
    await task.start();
    await eventually(async () => expect(await light.column('upper')).toMatchObject({ status: 'ok' }), { timeout: 60_000 });
    const isHeavyOpen = (await busy.jobs()).length > 0;
    await task.stop();
    clearInterval(timer);
    expect(isHeavyOpen).toBe(true);
    expect(longest).toBeLessThan(400);
  });
});

test('jobs of Spaces are taken in turn', async () => {
  const [busy, other] = [new ComputeTables(ports()), new ComputeTables(ports())];
  for (let at = 0; at < 5; at++) {
    const items = await busy.table(`Items ${at}`, column('name', 'text'));
    await items.fill(1_100, () => ({ name: 'a' }));
    await items.add(column('upper', 'formula', { expression: 'UPPER({name})' }));
  }
  const items = await other.table('Items', column('name', 'text'));
  await items.fill(1_100, () => ({ name: 'a' }));
  await items.add(column('upper', 'formula', { expression: 'UPPER({name})' }));
  const state = startRecomputing();
  let batches = 0;
  while ((await other.jobs()).length > 0) {
    await recomputeBatch(ports().database, state);
    batches += 1;
  }
  expect((await busy.jobs()).length).toBeGreaterThan(2);
  expect(batches).toBeLessThan(12);
  await busy.drain();
});

describe('a job whose batches do not end', () => {
  async function withJob() {
    const tables = new ComputeTables(ports());
    const items = await tables.table('Items', column('name', 'text'));
    await items.fill(1_100, () => ({ name: 'a' }));
    await items.add(column('upper', 'formula', { expression: 'UPPER({name})' }));
    const attempts = (count: number) =>
      ports().database.query(sql.typeAlias('void')`
        update tables.recompute_job set attempts = ${count}, claimed_until = now() - interval '1 second' where space_id = ${tables.space}`);
    return { tables, items, attempts };
  }

  test('marks its columns with a reason after the last attempt, also when processes died, and a change of the formula mends them', async () => {
    const { tables, items, attempts } = await withJob();
    await attempts(MAX_RECOMPUTE_ATTEMPTS);
    await tables.drain();
    expect(await items.column('upper')).toMatchObject({
      status: 'error',
      error: { code: 'too_slow', message: expect.stringContaining('too long') },
    });
    expect(await tables.jobs()).toEqual([]);
    await items.edit('upper', { field_config: { expression: 'LOWER({name})' } });
    await tables.drain();
    expect(await items.column('upper')).toMatchObject({ status: 'ok', error: null });
  });

  test('is tried again with fewer rows, and progress forgets the attempts', async () => {
    const { tables, items, attempts } = await withJob();
    await attempts(2);
    await recomputeBatch(ports().database, startRecomputing());
    const [job] = await ports().database.any(
      sql.type(
        z.object({ attempts: z.number(), done: z.number() }),
      )`select attempts, done from tables.recompute_job where space_id = ${tables.space}`,
    );
    expect(job).toMatchObject({ attempts: 0, done: 7 });
    await tables.drain();
    expect(await items.column('upper')).toMatchObject({ status: 'ok' });
  });

  test('a process whose lease has expired does not release the job of the next one, also after a batch', async () => {
    const { tables } = await withJob();
    const { database } = ports();
    const claim = async () => (await claimJob(database, [], 60))!;
    const expire = () =>
      database.query(sql.typeAlias('void')`
        update tables.recompute_job set claimed_until = now() - interval '1 second' where space_id = ${tables.space}`);
    const slow = await claim();
    await expire();
    const next = await claim();
    await releaseJob(database, slow, true);
    expect(await lockClaimedJob(database, slow)).toBe(false);
    expect(await lockClaimedJob(database, next)).toBe(true);
    await saveProgress(database, next.id, { after: '', rows: 0, next_rows: 500 });
    const third = await claim();
    expect(third.attempts).toBe(slow.attempts);
    await releaseJob(database, slow, false);
    expect(await lockClaimedJob(database, third)).toBe(true);
    await releaseJob(database, third, true);
    expect(await lockClaimedJob(database, third)).toBe(false);
  });

  test('another process does not claim a job during its lease', async () => {
    const { tables } = await withJob();
    await ports().database.query(sql.typeAlias('void')`
      update tables.recompute_job set claimed_until = now() + interval '1 minute' where space_id = ${tables.space}`);
    expect(await tables.drain()).toBe(0);
    await ports().database.query(
      sql.typeAlias('void')`update tables.recompute_job set claimed_until = null where space_id = ${tables.space}`,
    );
    await tables.drain();
  });
});

test('the size of a batch follows the time of the one before', () => {
  expect(batchRowsOf({ batch_rows: null, column_ids: ['a', 'b'], attempts: 1 }, LARGE_BATCHES)).toBe(250);
  expect(batchRowsOf({ batch_rows: 512, column_ids: ['a'], attempts: 3 }, LARGE_BATCHES)).toBe(8);
  expect(batchRowsOf({ batch_rows: 5, column_ids: ['a'], attempts: 4 }, LARGE_BATCHES)).toBe(1);
  expect(nextBatchRows(500, 10, LARGE_BATCHES)).toBe(2_000);
  expect(nextBatchRows(500, 1_000, LARGE_BATCHES)).toBe(250);
  expect(nextBatchRows(1, 60_000, LARGE_BATCHES)).toBe(1);
  expect(nextBatchRows(500, 10, SMALL_BATCHES)).toBe(32);
});

test('batches are small while a process runs calls', () => {
  let [calls, time] = [0, 0];
  const batchSize = createBatchSize(
    () => calls,
    () => time,
  );
  const after = (milliseconds: number, more: number) => {
    time += milliseconds;
    calls += more;
    return batchSize();
  };
  expect([after(2_000, 10), after(2_000, 80), after(500, 0), after(600, 0)]).toEqual([
    LARGE_BATCHES,
    SMALL_BATCHES,
    SMALL_BATCHES,
    LARGE_BATCHES,
  ]);
});

describe('a call that writes rows of many costly formulas', () => {
  let space: TestServices;
  beforeAll(async () => {
    space = await startTables();
  });
  afterAll(() => space.stop());
  afterEach(() => deleteJobs(space.ports.database));

  test('leaves what it has no time for to a job and says so', async () => {
    const { call, table } = newSpace(space);
    const formulas = Array.from({ length: 100 }, (_, at) => ({
      key: `f${at}`,
      type: 'formula',
      field_config: { expression: `${worst} + ${at}` },
    }));
    const { id: table_id } = await table('Heavy', { key: 'name', type: 'text' }, ...formulas);
    const before = process.cpuUsage();
    const { data } = await call(rows, 'create_bulk', {
      table_id,
      rows: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })) as never,
    });
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(3_000);
    expect(data).toHaveLength(100);
    expect(data[99]!._pending).toHaveLength(100);
    expect(data[99]!.data).toMatchObject({ name: '99', f0: null });
  });

  test('has every cell after the job, also for changed rows', async () => {
    const { call, table, caller } = newSpace(space);
    const formulas = Array.from({ length: 2 }, (_, at) => ({
      key: `f${at}`,
      type: 'formula',
      field_config: { expression: `${worst} + ${at}` },
    }));
    const { id: table_id } = await table('Heavy', { key: 'name', type: 'text' }, ...formulas);
    const { data } = await call(rows, 'create_bulk', {
      table_id,
      rows: Array.from({ length: 40 }, (_, at) => ({ name: `${at}` })) as never,
    });
    expect(data.some(({ _pending }) => _pending?.length === 2)).toBe(true);
    const pending = (await call(rows, 'list', { table_id, limit: 100 })).data.filter(({ _pending }) => _pending?.length === 2);
    expect(pending.length).toBeGreaterThan(0);
    await drainJobs(caller.space_id);
    const read = await call(rows, 'list', { table_id, limit: 100 });
    for (const row of read.data) expect(row._pending).toBeUndefined();
    for (const row of read.data) expect(row.data).toMatchObject({ f0: 0, f1: 1 });
    const { data: changed } = await call(rows, 'update_bulk', {
      table_id,
      updates: data.map(({ id }) => ({ row_id: id, data: { name: 'z' } })) as never,
    });
    expect(changed.some(({ _pending }) => _pending?.length === 2)).toBe(true);
    await drainJobs(caller.space_id);
    for (const row of (await call(rows, 'list', { table_id, limit: 100 })).data) expect(row.data).toMatchObject({ f0: 8, f1: 9 });
  });

  test('no longer says that columns are pending when their job has failed', async () => {
    const { call, table, caller } = newSpace(space);
    const { id: table_id } = await table(
      'Heavy',
      { key: 'name', type: 'text' },
      { key: 'f', type: 'formula', field_config: { expression: worst } },
    );
    await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })) as never });
    const isPending = async () => (await call(rows, 'list', { table_id, limit: 100 })).data.some(({ _pending }) => _pending !== undefined);
    expect(await isPending()).toBe(true);
    await space.ports.database.query(sql.typeAlias('void')`
      update tables.recompute_job set attempts = ${MAX_RECOMPUTE_ATTEMPTS} where space_id = ${caller.space_id}`);
    await drainJobs(caller.space_id);
    expect(await isPending()).toBe(false);
    expect(await call(rows, 'create', { table_id, data: { name: 'a' } as never })).not.toHaveProperty('_pending');
  });

  test('computes cells that depend on the current time as long as it has time', async () => {
    const { call, table } = newSpace(space);
    const formulas = Array.from({ length: 10 }, (_, at) => ({
      key: `f${at}`,
      type: 'formula',
      field_config: { expression: `IF(YEAR(NOW()) > 1, ${worst}, 0) + ${at}` },
    }));
    const { id: table_id } = await table('Heavy', { key: 'name', type: 'text' }, ...formulas);
    await call(rows, 'create_bulk', { table_id, rows: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })) as never });
    const before = process.cpuUsage();
    const { data } = await call(rows, 'list', { table_id, limit: 100 });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_500);
    expect(data[0]!.data).toMatchObject({ f0: 0 });
    expect(data[99]!._errors?.f9).toMatchObject({ code: 'too_slow' });
  });

  async function drainJobs(space_id: string): Promise<void> {
    const { database } = space.ports;
    const state = startRecomputing();
    const isOpen = () => database.exists(sql.typeAlias('void')`select from tables.recompute_job where space_id = ${space_id}`);
    while (await isOpen()) await recomputeBatch(database, state);
    await state.thread.stop();
  }
});

describe('lookups and rollups of large cells', () => {
  async function linkedNotes(count: number, length: number) {
    const tables = new ComputeTables(ports());
    const notes = await tables.table('Notes', column('text', 'long_text'));
    const topics = await tables.table('Topics', column('name', 'text'), links('notes', notes));
    const ids = await notes.insert(...Array.from({ length: count }, (_, at) => ({ text: `${at}`.padEnd(length, 'x') })));
    const read = { reference_column: 'notes', target_column: 'text' };
    await topics.add(column('all', 'lookup', read));
    await topics.add(column('joined', 'rollup', { ...read, function: 'array_join' }));
    await topics.add(column('unique', 'rollup', { ...read, function: 'array_unique' }));
    await topics.add(column('number', 'rollup', { ...read, function: 'count' }));
    const [id] = await topics.insert({ name: 'a', notes: ids });
    return { computed: await topics.computed(id!), errors: (await topics.stored())[0]!.errors, topics };
  }

  test('are cut at their size, or have an error', async () => {
    const { computed, errors } = await linkedNotes(60, 20_000);
    expect(computed).toMatchObject({ number: 60 });
    expect((computed.all as string[]).length).toBe(9);
    expect(Object.values(errors!).map(({ code }) => code)).toEqual(['too_long', 'too_long']);
  });

  test('hold one long value whole, and many short ones', async () => {
    const { computed } = await linkedNotes(1, 90_000);
    expect(computed).toMatchObject({ number: 1, all: [expect.stringMatching(/^0x{89999}$/)], joined: expect.stringMatching(/^0x+$/) });
    const many = await linkedNotes(1_200, 8);
    expect(many.computed).toMatchObject({ number: 1_200 });
    expect((many.computed.all as string[]).length).toBe(1_000);
    expect((many.computed.unique as string[]).length).toBe(1_000);
    expect((many.computed.joined as string).length).toBe(1_200 * 10 - 2);
  });
});
