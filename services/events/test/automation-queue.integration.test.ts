import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AUTOMATION_RUN_DAYS, automations, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';
import { isoTime, sql } from '@space/database';
import { eventually, type TestServices, testPorts } from '@space/runtime/testing';
import { z } from 'zod';
import { claimRuns, deleteExpiredRuns } from '../src/automations/run-worker.queries.ts';
import { createTriggerConsumer } from '../src/automations/trigger-consumer.ts';
import { createFakeGateway, startAutomations } from './fixtures/automation-services.ts';
import { type AutomationSpace, createAutomationSpace, tagContact } from './fixtures/automation-space.ts';
import { emitEvents, postdate } from './fixtures/events.ts';

const DAY_MS = 86_400_000;

let services: TestServices;
beforeAll(async () => {
  services = await startAutomations();
});
afterAll(() => services.stop());

const tag = tagContact('new');

/** Writes runs of an automation down as if they had been queued at a time, due when it is said or over. */
const queue = (space: string, automation: string, count: number, at: number, due: number | null, on = services.ports.database) =>
  on.query(sql.typeAlias('void')`
    insert into events.automation_run
      (space_id, automation_id, id, name, state, chain, actions, scopes, key_id, due_at, created_at, updated_at)
    select ${space}, ${automation}, 'run_' || ${at}::text || '_' || n, 'Test', ${due === null ? 'succeeded' : 'queued'}, 1, '[]', '{}', 'key_1',
           ${due === null ? null : isoTime(due)}::timestamptz, ${isoTime(at)}::timestamptz, ${isoTime(at)}::timestamptz
    from generate_series(1, ${count}) as n`);

test('a Space has so many runs that are not over, and what would start one more is refused or recorded as failed', async () => {
  const space: AutomationSpace = createAutomationSpace(services);
  const id = await space.automate({ actions: [tag] });
  const now = services.ports.clock.now();
  await queue(space.caller.space_id, 'aut_other', MAX_UNFINISHED_RUNS_PER_SPACE, now, now + DAY_MS);
  await expect(space.call(automations, 'run', { id })).rejects.toMatchObject({ code: 'limit_reached' });
  await space.happen();
  expect((await space.over(id))[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('10000 runs of this Space'),
    steps: [],
  });
});

test('a Space with many runs that are due leaves the others theirs', async () => {
  const { database, clock, drop } = await testPorts();
  const now = clock.now();
  await queue('spc_a', 'aut_1', 500, now - 2_000, now - 2_000, database);
  for (const space of ['spc_b', 'spc_c']) await queue(space, 'aut_1', 2, now - 1_000, now - 1_000, database);
  const take = (lease: string, running: [string, number][] = []) =>
    claimRuns(database, { now: isoTime(now), until: isoTime(now + 1), lease, room: 4, room_per_space: 3, running: new Map(running) });
  const spaces = async (taken: ReturnType<typeof take>) => (await taken).map((run) => run.space_id).sort();
  expect(await spaces(take('one'))).toEqual(['spc_a', 'spc_a', 'spc_b', 'spc_c']);
  expect(await spaces(take('two', [['spc_a', 3]]))).toEqual(['spc_b', 'spc_c']);
  expect(await spaces(take('three', [['spc_a', 2]]))).toEqual(['spc_a']);
  expect(await spaces(take('four'))).toEqual(['spc_a', 'spc_a', 'spc_a']);
  await database.end();
  await drop();
});

test('what happened before an automation was made starts nothing, though the consumer comes to it later', async () => {
  const space = createAutomationSpace(services);
  const { clock, database } = services.ports;
  const id = await space.automate({ actions: [tag] });
  await postdate(database, 'automation', id);
  clock.advance(-2_000);
  await space.happen();
  clock.advance(2_000);
  const after = await space.happen();
  const [run] = await space.over(id);
  const { event_id } = run!;
  const about = await services.ports.database.oneFirst(sql.type(z.object({ contact_id: z.string() }))`
    select body::json -> 'data' ->> 'contact_id' as contact_id from contacts.outbox where id = ${event_id}`);
  expect(about).toBe(after.id);
});

test('a process carries out eight runs of a Space at once, also when some are under way already', async () => {
  const keys = createFakeGateway();
  const own = await startAutomations(keys);
  const space = createAutomationSpace(own);
  const gate = Promise.withResolvers<void>();
  keys.gates.set(space.caller.key_id, gate.promise);
  const id = await space.automate({
    trigger: { event_type: 'contact_tagged' },
    actions: [{ operation: 'contacts.create', arguments: { name: 'Ada', email: '{{event.data.tag}}@example.com' } }],
  });
  // Together, so that one look finds them all.
  const start = (from: number, to: number) =>
    emitEvents(
      own.ports,
      space.caller,
      'contact_tagged',
      Array.from({ length: to - from + 1 }, (_, n) => ({ tag: `ada${from + n}` })),
    );
  const running = async () => (await space.runs(id)).filter(({ state }) => state === 'running').length;
  await start(1, 7);
  await eventually(async () => expect(await running()).toBe(7));
  await start(8, 20);
  await eventually(async () => expect(await running()).toBe(8));
  const other = createAutomationSpace(own);
  const theirs = await other.automate({ actions: [tag] });
  await other.happen();
  // When that of the other Space is over, whoever took it has looked at this Space too.
  await other.over(theirs);
  expect(await running()).toBe(8);
  gate.resolve();
  await space.over(id, 20);
  await own.stop();
}, 60_000);

test('runs are forgotten thirty days after they began, unless they are not over', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({ actions: [tag], enabled: false });
  const now = services.ports.clock.now();
  const old = now - (AUTOMATION_RUN_DAYS + 1) * DAY_MS;
  await queue(space.caller.space_id, id, 3, old, null);
  await queue(space.caller.space_id, id, 1, old - 1, now + DAY_MS);
  await queue(space.caller.space_id, id, 2, now, null);
  expect(await deleteExpiredRuns(services.ports.database, isoTime(now - AUTOMATION_RUN_DAYS * DAY_MS), 100)).toBe(3);
  expect(await space.runs(id)).toHaveLength(3);
});

test('an event that comes again, in the same batch or later, starts no second run', async () => {
  const space = createAutomationSpace(services);
  const id = await space.automate({ actions: [tag] });
  await space.happen();
  const [run] = await space.over(id);
  const body = await services.ports.database.oneFirst(sql.type(z.object({ body: z.string() }))`
    select body from contacts.outbox where id = ${run!.event_id}`);
  const again = {
    id: run!.event_id!,
    type: 'contact_created',
    space_id: space.caller.space_id,
    source: 'contacts',
    body,
    trace: null,
    recorded_at: null,
  };
  await createTriggerConsumer(services.ports, () => {}).handle([again, again]);
  expect(await space.runs(id)).toHaveLength(1);
});
