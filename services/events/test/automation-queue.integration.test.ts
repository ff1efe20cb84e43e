import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AUTOMATION_RUN_DAYS, automations, MAX_CONCURRENT_RUNS, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';
import { isoTime, sql } from '@space/database';
import { eventually, type TestServices, testPorts } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { z } from 'zod';
import { deleteExpiredRuns } from '../src/automations/run-retention.queries.ts';
import { claimRuns } from '../src/automations/run-worker.queries.ts';
import { createTriggerConsumer } from '../src/automations/trigger-consumer.ts';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';
import { emitEvents, postdate } from './fixtures/events.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

const tag = tagContact('new');

/** Inserts runs of an automation that were created at a time, due at `due` or finished for null. */
const insertRuns = (space: string, automation: string, count: number, at: number, due: number | null, on = services.ports.database) =>
  on.query(sql.typeAlias('void')`
    insert into events.automation_run
      (space_id, automation_id, id, name, status, chain, actions, scopes, key_id, due_at, created_at, updated_at)
    select ${space}, ${automation}, 'run_' || ${at}::text || '_' || n, 'Test', ${due === null ? 'succeeded' : 'queued'}, 1, '[]', '{}', 'key_1',
           ${due === null ? null : isoTime(due)}::timestamptz, ${isoTime(at)}::timestamptz, ${isoTime(at)}::timestamptz
    from generate_series(1, ${count}) as n`);

test('a call above the limit of unfinished runs is refused, and a run by an event is recorded as failed', async () => {
  const space: AutomationSpace = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tag] });
  const now = services.ports.clock.now();
  await insertRuns(space.caller.space_id, 'aut_other', MAX_UNFINISHED_RUNS_PER_SPACE, now, now + DAY_MS);
  await expect(space.call(automations, 'run', { id })).rejects.toMatchObject({ code: 'limit_reached' });
  await space.createContact();
  expect((await space.waitForRuns(id))[0]).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('10000 unfinished runs'),
    steps: [],
  });
});

test('a Space with many due runs does not delay the runs of other Spaces', async () => {
  const { database, clock, drop } = await testPorts();
  const now = clock.now();
  await insertRuns('spc_a', 'aut_1', 500, now - 2_000, now - 2_000, database);
  for (const space of ['spc_b', 'spc_c']) await insertRuns(space, 'aut_1', 2, now - 1_000, now - 1_000, database);
  const claim = (lease: string, running: [string, number][] = []) =>
    claimRuns(database, {
      now: isoTime(now),
      until: isoTime(now + 1),
      lease,
      capacity: 4,
      capacity_per_space: 3,
      running: new Map(running),
    });
  const spaces = async (claimed: ReturnType<typeof claim>) => (await claimed).map((run) => run.space_id).sort();
  expect(await spaces(claim('one'))).toEqual(['spc_a', 'spc_b', 'spc_c']);
  expect(await spaces(claim('two', [['spc_a', 3]]))).toEqual(['spc_b', 'spc_c']);
  expect(await spaces(claim('three', [['spc_a', 2]]))).toEqual(['spc_a']);
  expect(await spaces(claim('four'))).toEqual(['spc_a', 'spc_a']);
  await database.end();
  await drop();
});

test('each further Space with many due runs gets half of the free slots, so a few Spaces never have all', async () => {
  const { database, clock, drop } = await testPorts();
  const now = clock.now();
  const running = new Map<string, number>();
  /** Makes many runs of a Space due and returns how many of all Spaces are claimed then. */
  async function flood(space: string): Promise<number> {
    await insertRuns(space, 'aut_1', 50, now - 1_000, now - 1_000, database);
    const free = MAX_CONCURRENT_RUNS.process - [...running.values()].reduce((sum, count) => sum + count, 0);
    const claimed = await claimRuns(database, {
      now: isoTime(now),
      until: isoTime(now + DAY_MS),
      lease: 'one',
      capacity: free,
      capacity_per_space: MAX_CONCURRENT_RUNS.space,
      running,
    });
    for (const { space_id } of claimed) running.set(space_id, (running.get(space_id) ?? 0) + 1);
    return claimed.length;
  }
  expect([await flood('spc_a'), await flood('spc_b'), await flood('spc_c'), await flood('spc_d')]).toEqual([8, 4, 2, 1]);
  await database.end();
  await drop();
});

test('an event from before an automation does not trigger it, even if it is consumed later', async () => {
  const space = createAutomationSpace(services);
  const { clock, database } = services.ports;
  const id = await space.createAutomation({ actions: [tag] });
  await postdate(database, 'automation', id);
  clock.advance(-2_000);
  await space.createContact();
  clock.advance(2_000);
  const after = await space.createContact();
  const [run] = await space.waitForRuns(id);
  const { event_id } = run!;
  const about = await services.ports.database.oneFirst(sql.type(z.object({ contact_id: z.string() }))`
    select body::json -> 'data' ->> 'contact_id' as contact_id from contacts.outbox where id = ${event_id}`);
  expect(about).toBe(after.id);
});

test('a process executes at most eight runs of a Space concurrently', async () => {
  const gateway = createFakeGateway();
  const own = await startAutomations(gateway);
  const space = createAutomationSpace(own);
  const gate = Promise.withResolvers<void>();
  gateway.gates.set(space.caller.key_id, gate.promise);
  const id = await space.createAutomation({
    trigger: { event_type: 'contact_tagged' },
    actions: [{ operation: 'contacts.create', arguments: { name: 'Ada', email: '{{event.data.tag}}@example.com' } }],
  });
  // In one transaction, so that one poll finds them all.
  const start = (from: number, to: number) =>
    emitEvents(
      own.ports,
      space.caller,
      'contact_tagged',
      Array.from({ length: to - from + 1 }, (_, n) => ({ tag: `ada${from + n}` })),
    );
  const countRunning = async () => (await space.listRuns(id)).filter(({ status }) => status === 'running').length;
  await start(1, 7);
  await eventually(async () => expect(await countRunning()).toBe(7));
  await start(8, 20);
  await eventually(async () => expect(await countRunning()).toBe(8));
  const other = createAutomationSpace(own);
  const otherId = await other.createAutomation({ actions: [tag] });
  await other.createContact();
  // Once the run of the other Space is finished, its process has polled this Space too.
  await other.waitForRuns(otherId);
  expect(await countRunning()).toBe(8);
  gate.resolve();
  await space.waitForRuns(id, 20);
  await own.stop();
});

test('runs are deleted after thirty days, unless they are unfinished', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tag], enabled: false });
  const now = services.ports.clock.now();
  const old = now - (AUTOMATION_RUN_DAYS + 1) * DAY_MS;
  await insertRuns(space.caller.space_id, id, 3, old, null);
  await insertRuns(space.caller.space_id, id, 1, old - 1, now + DAY_MS);
  await insertRuns(space.caller.space_id, id, 2, now, null);
  expect(await deleteExpiredRuns(services.ports.database, isoTime(now - AUTOMATION_RUN_DAYS * DAY_MS), 100)).toBe(3);
  expect(await space.listRuns(id)).toHaveLength(3);
});

test('a duplicate of an event, in the same batch or later, starts no second run', async () => {
  const space = createAutomationSpace(services);
  const id = await space.createAutomation({ actions: [tag] });
  await space.createContact();
  const [run] = await space.waitForRuns(id);
  const body = await services.ports.database.oneFirst(sql.type(z.object({ body: z.string() }))`
    select body from contacts.outbox where id = ${run!.event_id}`);
  const duplicate = {
    id: run!.event_id!,
    type: 'contact_created',
    space_id: space.caller.space_id,
    source: 'contacts',
    body,
    trace: null,
    recorded_at: null,
  };
  await createTriggerConsumer(services.ports, () => {}).handle([duplicate, duplicate]);
  expect(await space.listRuns(id)).toHaveLength(1);
});
