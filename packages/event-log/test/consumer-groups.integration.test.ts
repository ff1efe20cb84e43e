import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { type Database, sql } from '@space/database';
import { listUndelivered, type MissedEvents, postgresEventLog, redeliver } from '@space/event-log';
import { conformanceGroups, createEmitter, type Emitter, startProcess, until } from '@space/event-log/conformance';
import { z } from 'zod';
import { createGroupMonitor } from '../src/group-monitor.ts';
import { ackEvents, deleteConsumed, readCursor, saveCursor } from '../src/outbox.queries.ts';
import type { AckRecord } from '../src/outbox-groups.queries.ts';
import { outboxDatabase } from './fixture.ts';

const groups = conformanceGroups.map(({ name }) => name);
const OVERDUE_S = 3_600;

let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
let database: Database;
beforeAll(async () => {
  outboxes = await outboxDatabase();
  database = outboxes.database;
});
afterAll(() => outboxes.close());

/** Creates an outbox with events and a monitor of its groups. */
async function newOutbox(acks: AckRecord) {
  const schema = await outboxes.newSchema();
  const events: Emitter = createEmitter(database, schema);
  const [space] = events.spaces(1);
  const missed: MissedEvents[] = [];
  const changes: [group: string, isOverdue: boolean][] = [];
  const check = createGroupMonitor({
    database,
    outbox: { schema, acks, relay: 'relay' },
    groups: conformanceGroups,
    overdueAfterSeconds: OVERDUE_S,
    observer: {
      missed: (one) => void missed.push(one),
      overdueChanged: (_schema, group, { isOverdue }) => void changes.push([group, isOverdue]),
    },
  });
  const table = (name: string) => sql.identifier([schema, name]);
  for (const reader of [...groups, 'relay']) await readCursor(database, schema, reader);
  return {
    schema,
    missed,
    changes,
    check,
    emit: async (count: number) => {
      for (let n = 0; n < count; n++) await events.emit(space!, { n });
    },
    waiting: () => events.waiting(),
    ids: () => database.anyFirst(sql.type(z.object({ id: z.string() }))`select id from ${table('outbox')} order by seq`),
    missedEvents: () =>
      database.any(sql.type(z.object({ group: z.string(), seq: z.number() }))`
        select consumer_group as "group", seq from ${table('outbox_missed')} order by consumer_group, seq`),
    /** Makes the recorded times and the last checks older, as if this time had passed with a check every few seconds. */
    async pass(seconds: number) {
      await database.query(sql.typeAlias('void')`
        update ${table('outbox')} set recorded_at = recorded_at - make_interval(secs => ${seconds})`);
      await database.query(sql.typeAlias('void')`
        update ${table('outbox_group')} set stalled_seconds = stalled_seconds + ${seconds} where oldest_unacked is not null`);
      await check();
    },
    /** Acks the first events of the outbox for groups. */
    async ack(by: readonly string[], seq: number) {
      if (acks === 'cursor') for (const group of by) await saveCursor(database, schema, group, seq);
      else
        await ackEvents(
          database,
          schema,
          by,
          groups,
          await database.anyFirst(sql.type(z.object({ id: z.string() }))`select id from ${table('outbox')} where seq <= ${seq}`),
        );
      if (acks === 'cursor') await deleteConsumed(database, schema, groups);
    },
    publish: (seq: number) => saveCursor(database, schema, 'relay', seq),
  };
}

describe.each<AckRecord>(['cursor', 'column'])('consumer groups whose acks are in the %s', (acks) => {
  test('a group without progress becomes overdue, and its old events move to outbox_missed', async () => {
    const outbox = await newOutbox(acks);
    await outbox.emit(3);
    await outbox.publish(3);
    await outbox.ack(['delivery', 'events'], 2);
    await outbox.check();
    await outbox.pass(OVERDUE_S - 1);
    expect([outbox.changes, outbox.missed, await outbox.waiting()]).toEqual([[], [], 3]);
    await outbox.ack(['delivery', 'events'], 3);
    await outbox.pass(2);
    expect(outbox.changes).toEqual([['automations', true]]);
    expect(outbox.missed).toEqual([{ schema: outbox.schema, group: 'automations', count: 3, from_seq: 1, to_seq: 3 }]);
    expect(await outbox.missedEvents()).toEqual([1, 2, 3].map((seq) => ({ group: 'automations', seq })));
    expect(await outbox.waiting()).toBe(0);
  });

  test('an event stays while a group that is not overdue has not acked it', async () => {
    const outbox = await newOutbox(acks);
    await outbox.emit(2);
    await outbox.publish(2);
    await outbox.ack(['delivery'], 2);
    await outbox.check();
    await outbox.pass(OVERDUE_S / 2);
    await outbox.ack(['events'], 1);
    await outbox.pass(OVERDUE_S / 2 + 1);
    expect(outbox.changes).toEqual([['automations', true]]);
    expect([(await outbox.missedEvents()).length, await outbox.waiting()]).toEqual([1, 1]);
  });

  test('an overdue group holds back events that are younger than the limit, and stays overdue without progress', async () => {
    const outbox = await newOutbox(acks);
    await outbox.emit(1);
    await outbox.publish(1);
    await outbox.ack(['delivery', 'events'], 1);
    await outbox.check();
    await outbox.pass(OVERDUE_S + 1);
    await outbox.emit(1);
    await outbox.publish(2);
    await outbox.ack(['delivery', 'events'], 2);
    await outbox.check();
    expect([(await outbox.missedEvents()).length, await outbox.waiting()]).toEqual([1, 1]);
  });

  test('progress ends the overdue state', async () => {
    const outbox = await newOutbox(acks);
    await outbox.emit(1);
    await outbox.publish(1);
    await outbox.ack(['delivery', 'events'], 1);
    await outbox.check();
    await outbox.pass(OVERDUE_S - 10);
    await outbox.emit(2);
    await outbox.publish(3);
    await outbox.ack(['delivery', 'events'], 3);
    await outbox.pass(20);
    expect([outbox.changes, (await outbox.missedEvents()).length]).toEqual([[['automations', true]], 1]);
    await outbox.ack(['automations'], 2);
    await outbox.check();
    expect(outbox.changes).toEqual([
      ['automations', true],
      ['automations', false],
    ]);
  });

  test('time in which no process checks does not count', async () => {
    const outbox = await newOutbox(acks);
    await outbox.emit(1);
    await outbox.publish(1);
    await outbox.check();
    await database.query(sql.typeAlias('void')`
      update ${sql.identifier([outbox.schema, 'outbox_group'])} set checked_at = checked_at - interval '3 days'`);
    await outbox.check();
    expect(outbox.changes).toEqual([]);
  });

  test('missed events expire after 30 days', async () => {
    const outbox = await newOutbox(acks);
    await outbox.emit(1);
    await outbox.publish(1);
    await outbox.check();
    await outbox.pass(OVERDUE_S + 1);
    expect(await outbox.missedEvents()).toHaveLength(3);
    await database.query(sql.typeAlias('void')`
      update ${sql.identifier([outbox.schema, 'outbox_missed'])} set missed_at = missed_at - interval '31 days' where consumer_group <> 'events'`);
    await outbox.check();
    expect(await outbox.missedEvents()).toEqual([{ group: 'events', seq: 1 }]);
  });
});

test('in a cluster an event that was not published yet holds no group up', async () => {
  const outbox = await newOutbox('column');
  await outbox.emit(1);
  await outbox.check();
  await outbox.pass(OVERDUE_S + 1);
  expect([outbox.changes, await outbox.waiting()]).toEqual([[], 1]);
});

test('in a cluster a late ack deletes the missed event of its group', async () => {
  const outbox = await newOutbox('column');
  await outbox.emit(2);
  await outbox.publish(2);
  const ids = await outbox.ids();
  await outbox.ack(['events'], 2);
  await outbox.check();
  await outbox.pass(OVERDUE_S + 1);
  expect(await outbox.missedEvents()).toHaveLength(4);
  await ackEvents(database, outbox.schema, ['delivery'], groups, [ids[0]!]);
  expect(await outbox.missedEvents()).toEqual([
    { group: 'automations', seq: 1 },
    { group: 'automations', seq: 2 },
    { group: 'delivery', seq: 2 },
  ]);
});

test('in a cluster a redelivered event leaves its outbox with the ack of its one group', async () => {
  const outbox = await newOutbox('column');
  const schemas = { consumers: [], outboxes: [outbox.schema] };
  await outbox.emit(1);
  await outbox.publish(1);
  const ids = await outbox.ids();
  await outbox.ack(['events', 'delivery'], 1);
  await outbox.check();
  await outbox.pass(OVERDUE_S + 1);
  expect((await listUndelivered(database, schemas)).map(({ id }) => id)).toEqual([`${outbox.schema}:automations:1`]);
  expect(await redeliver(database, schemas, {})).toEqual([`${outbox.schema}:automations:1`]);
  await ackEvents(database, outbox.schema, ['events'], groups, ids);
  expect(await outbox.waiting()).toBe(1);
  await ackEvents(database, outbox.schema, ['automations'], groups, ids);
  expect(await outbox.waiting()).toBe(0);
});

test('a group that missed events receives them after redelivery, and events since then without it', async () => {
  const schema = await outboxes.newSchema();
  const events = createEmitter(database, schema);
  const [space] = events.spaces(1);
  const schemas = { consumers: [], outboxes: [schema] };
  for (let n = 0; n < 3; n++) await events.emit(space!, { n });
  const healthy = postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups });
  await healthy.publish(schema);
  for (const group of ['events', 'automations']) await healthy.subscribe({ group, handle: async () => {}, deadLetter: async () => {} });
  const cursor = (reader: string) =>
    database.maybeOneFirst(
      sql.type(z.object({ seq: z.number() }))`select seq from ${sql.identifier([schema, 'outbox_cursor'])} where reader = ${reader}`,
    );
  await until(async () => (await cursor('events')) === 3 && (await cursor('automations')) === 3);
  await healthy.close();
  const check = createGroupMonitor({
    database,
    outbox: { schema, acks: 'cursor', relay: '' },
    groups: conformanceGroups,
    overdueAfterSeconds: OVERDUE_S,
    observer: {},
  });
  await check();
  await database.query(sql.typeAlias('void')`
    update ${sql.identifier([schema, 'outbox_group'])} set stalled_seconds = ${OVERDUE_S} where name = 'delivery'`);
  await database.query(sql.typeAlias('void')`
    update ${sql.identifier([schema, 'outbox'])} set recorded_at = recorded_at - interval '2 hours' where seq < 3`);
  await check();
  expect((await listUndelivered(database, schemas)).map(({ id }) => id)).toEqual([`${schema}:delivery:1`, `${schema}:delivery:2`]);
  const log = { open: async () => postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups }) };
  const process = await startProcess(log, [events]);
  await until(() => process.numbersOf(space!).length === 1);
  await redeliver(database, schemas, { ids: [`${schema}:delivery:2`, `${schema}:delivery:1`] });
  await until(() => process.numbersOf(space!).length === 3);
  await until(async () => (await events.waiting()) === 0);
  await process.close();
  expect(process.numbersOf(space!)).toEqual([2, 0, 1]);
});
