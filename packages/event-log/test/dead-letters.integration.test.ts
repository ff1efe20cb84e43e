import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { sql } from '@space/database';
import { type EventLog, type LoggedEvent, listUndelivered, postgresEventLog, redeliver, storeDeadLetter } from '@space/event-log';
import { conformanceGroups, createEmitter, until } from '@space/event-log/conformance';
import { outboxDatabase } from './fixture.ts';

let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
beforeAll(async () => {
  outboxes = await outboxDatabase();
});
afterAll(() => outboxes.close());

/** Creates a schema with an outbox and a table of dead letters. */
async function newSchema() {
  const { database } = outboxes;
  const schema = await outboxes.newSchema();
  await database.query(sql.typeAlias('void')`
    create table ${sql.identifier([schema, 'dead_letter'])} (
      id bigint generated always as identity primary key, consumer text not null, event_id text, payload bytea not null,
      reason text not null, created_at timestamptz not null default now())`);
  return { schema, schemas: { consumers: [schema], outboxes: [schema] }, events: createEmitter(database, schema) };
}

/** Runs all groups on an outbox; `delivery` cannot process events until `repair` is called. Records events by group. */
async function run(schema: string): Promise<{ log: EventLog; handled: Map<string, LoggedEvent[]>; repair(): void }> {
  const { database } = outboxes;
  const log = postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups });
  const handled = new Map<string, LoggedEvent[]>(conformanceGroups.map(({ name }) => [name, []]));
  let isBroken = true;
  await log.publish(schema);
  for (const { name: group } of conformanceGroups)
    await log.subscribe({
      group,
      async handle(events) {
        if (group === 'delivery' && isBroken) throw new Error('cannot be handled');
        handled.get(group)!.push(...events);
      },
      async deadLetter(letter) {
        await storeDeadLetter(database, schema, group, letter);
      },
    });
  return {
    log,
    handled,
    repair() {
      isBroken = false;
    },
  };
}

test('a redelivered dead letter reaches the group that did not process it, and no other group', async () => {
  const { database } = outboxes;
  const { schema, schemas, events } = await newSchema();
  const { log, handled, repair } = await run(schema);
  const [space] = events.spaces(1);
  await events.emit(space!, { n: 1 });
  await until(async () => (await listUndelivered(database, schemas)).length === 1 && (await events.waiting()) === 0);
  const [letter] = await listUndelivered(database, schemas);
  expect(letter).toMatchObject({ group: 'delivery', event_type: 'conformance_happened', space_id: space, reason: 'cannot be handled' });
  repair();
  expect(await redeliver(database, schemas, { ids: [letter!.id] })).toEqual([letter!.id]);
  await until(() => handled.get('delivery')!.length === 1);
  await until(async () => (await events.waiting()) === 0);
  await log.close();
  const [again] = handled.get('delivery')!;
  expect([again!.id, JSON.parse(again!.body).data.n]).toEqual([letter!.event_id, 1]);
  expect([handled.get('events')!.length, handled.get('automations')!.length]).toEqual([1, 1]);
  expect(await listUndelivered(database, schemas)).toEqual([]);
});

test('redeliver selects by ids and by groups, and leaves bytes that are not an event', async () => {
  const { database } = outboxes;
  const { schema, schemas } = await newSchema();
  const store = (group: string, event_id: string | null) =>
    storeDeadLetter(database, schema, group, {
      event_id,
      payload: Buffer.from(`{"type":"t","space_id":"s","id":"${event_id}"}`),
      reason: 'r',
    });
  await store('delivery', 'evt_1');
  await store('events', 'evt_1');
  await store('events', null);
  expect((await listUndelivered(database, schemas, ['events'])).map(({ id }) => id)).toEqual([`${schema}:2`, `${schema}:3`]);
  expect(await redeliver(database, schemas, { ids: [`${schema}:1`, `${schema}:9`, 'x', 'other:1'], groups: ['events'] })).toEqual([]);
  // Both groups failed on one event: each gets it again.
  expect(await redeliver(database, schemas, {})).toEqual([`${schema}:1`, `${schema}:2`]);
  expect(await createEmitter(database, schema).waiting()).toBe(2);
  expect((await listUndelivered(database, schemas)).map(({ id, event_id }) => [id, event_id])).toEqual([[`${schema}:3`, null]]);
});
