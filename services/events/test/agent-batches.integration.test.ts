import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { MAX_AGENT_BATCH_MINUTES } from '@space/contracts/events';
import { isoTime, sql } from '@space/database';
import { callAs, eventually, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { z } from 'zod';
import { addToBatches } from '../src/feed/feed-consumer.queries.ts';
import { emitEvents, newAgentCaller, startEvents } from './fixtures/events.ts';

const { eventListening } = contracts;

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** Creates an agent with one listener, whose batches last a day. */
async function createAgent() {
  const caller = newAgentCaller();
  const call = callAs(services.ports, caller);
  const { id } = await call(eventListening, 'listen', {
    event_types: ['contact_tagged'],
    delivery: { every_minutes: MAX_AGENT_BATCH_MINUTES },
  });
  const countPending = () =>
    services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from events.agent_pending_event where listener_id = ${id}`);
  return {
    id,
    space_id: caller.space_id,
    call,
    countPending,
    chat: async () => (await call(eventListening, 'read_chat', {})).data,
    async receive(tag: string) {
      const before = await countPending();
      const [event] = await emitEvents(services.ports, caller, 'contact_tagged', [{ tag }]);
      await eventually(async () => expect(await countPending()).toBe(before + 1));
      return event!;
    },
  };
}

/** Inserts pending events of a listener; every third names a table that its agent cannot use. */
const insertPending = ({ id, space_id }: Awaited<ReturnType<typeof createAgent>>, count: number) => {
  const now = isoTime(services.ports.clock.now());
  const body = JSON.stringify({ type: 'contact_tagged', label: 'Contact tagged', space_id, occurred_at: now, data: {} });
  return services.ports.database.query(sql.typeAlias('void')`
    with head as (insert into events.feed_head (space_id, seq) values (${space_id}, ${count})),
    event as (
      insert into events.feed_event (space_id, seq, event_id, type, body, resource_ids, recorded_at)
      select ${space_id}, n, 'evt_' || n, 'contact_tagged', (${body}::jsonb || jsonb_build_object('id', 'evt_' || n))::text,
             case when n % 3 = 0 then array['tables:tbl_1'] else '{}' end, ${now}::timestamptz
      from generate_series(1, ${count}) as n
    ),
    batch as (
      insert into events.agent_batch (listener_id, space_id, started_at, due_at)
      values (${id}, ${space_id}, ${now}::timestamptz, ${now}::timestamptz + interval '1 day')
    )
    insert into events.agent_pending_event (space_id, listener_id, seq) select ${space_id}, ${id}, n from generate_series(1, ${count}) as n`);
};

test('the line of a large batch counts all accessible events and lists the first hundred', async () => {
  const one = await createAgent();
  await insertPending(one, 9_001);
  await one.call(eventListening, 'update_mine', { id: one.id, delivery: 'now' });
  const [line] = await eventually(async () => {
    const lines = await one.chat();
    expect(lines).toHaveLength(1);
    return lines;
  });
  const allowed = Array.from({ length: 9_001 }, (_, n) => n + 1).filter((n) => n % 3 !== 0);
  expect(line).toMatchObject({ event_count: allowed.length, event_ids: allowed.slice(0, 100).map((n) => `evt_${n}`) });
  expect(line!.text).toContain(`and ${allowed.length - 100} more`);
  expect(await one.countPending()).toBe(0);
});

test('a large batch is counted in parts, so that no statement grows with it', async () => {
  const one = await createAgent();
  await insertPending(one, 9_001);
  const { database } = services.ports;
  await database.query(sql.unsafe`
    create function events.few() returns trigger language plpgsql as $$
    begin if (select count(*) from gone) > 2500 then raise exception 'too many rows'; end if; return null; end $$`);
  await database.query(sql.unsafe`
    create trigger few after delete on events.agent_pending_event referencing old table as gone for each statement execute function events.few()`);
  await one.call(eventListening, 'update_mine', { id: one.id, delivery: 'now' });
  await eventually(async () => expect(await one.chat()).toHaveLength(1));
  await database.query(sql.unsafe`drop trigger few on events.agent_pending_event`);
});

test('a batch that fails is retried later, and does not delay the lines of other batches', async () => {
  const [broken, other] = [await createAgent(), await createAgent()];
  const { database, clock } = services.ports;
  await database.query(sql.unsafe`
    create function events.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`);
  await database.query(sql.unsafe`
    create trigger refuse before delete on events.agent_pending_event for each row when (old.listener_id = ${sql.literalValue(broken.id)})
    execute function events.refuse()`);
  const first = await broken.receive('a');
  clock.advance(1_000);
  const second = await other.receive('b');
  clock.advance((MAX_AGENT_BATCH_MINUTES + 1) * MINUTE_MS);
  await eventually(async () => expect(await other.chat()).toMatchObject([{ event_ids: [second] }]));
  expect(await broken.chat()).toEqual([]);
  expect(await broken.countPending()).toBe(1);
  await database.query(sql.unsafe`drop trigger refuse on events.agent_pending_event`);
  clock.advance(MINUTE_MS);
  await eventually(async () => expect(await broken.chat()).toMatchObject([{ event_ids: [first] }]));
});

test('a shorter interval applies to the current batch, from its first event; a longer one to the next batch', async () => {
  const one = await createAgent();
  const { clock } = services.ports;
  const every = (every_minutes: number) => one.call(eventListening, 'update_mine', { id: one.id, delivery: { every_minutes } });
  const due = async () =>
    (await services.ports.database.oneFirst(sql.type(z.object({ due_at: z.number() }))`
      select due_at from events.agent_batch where listener_id = ${one.id}`)) - start;
  const start = clock.now();
  const first = await one.receive('a');
  clock.advance(2 * MINUTE_MS);
  await every(5);
  expect(await due()).toBe(5 * MINUTE_MS);
  await every(60);
  expect(await due()).toBe(5 * MINUTE_MS);
  clock.advance(4 * MINUTE_MS);
  await eventually(async () => expect(await one.chat()).toMatchObject([{ event_ids: [first] }]));
});

test('a batch is due at the earliest due time of its events', async () => {
  const { id, space_id } = await createAgent();
  const { database, clock } = services.ports;
  const now = clock.now();
  const add = (seq: number, minutes: number) =>
    addToBatches(database, [{ space_id, listener_id: id, seq, due_at: isoTime(now + minutes * MINUTE_MS) }], isoTime(now));
  for (const [seq, minutes] of [
    [1, 60],
    [2, 10],
    [3, 30],
  ] as const)
    await add(seq, minutes);
  expect(
    await database.oneFirst(sql.type(z.object({ due_at: z.number() }))`select due_at from events.agent_batch where listener_id = ${id}`),
  ).toBe(now + 10 * MINUTE_MS);
});
