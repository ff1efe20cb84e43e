import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { MAX_AGENT_BATCH_MINUTES } from '@space/contracts/events';
import { isoTime, sql } from '@space/database';
import { callAs, eventually, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { addToBatches } from '../src/feed/feed-consumer.queries.ts';
import { emitEvents, newAgentCaller, startEvents } from './fixtures/events.ts';

const MINUTE_MS = 60_000;
const { eventListening } = contracts;

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** An agent in a Space of its own with one listener, whose batches last a day. */
async function agent() {
  const caller = newAgentCaller();
  const call = callAs(services.ports, caller);
  const { id } = await call(eventListening, 'listen', {
    event_types: ['contact_tagged'],
    delivery: { every_minutes: MAX_AGENT_BATCH_MINUTES },
  });
  const waiting = () =>
    services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from events.agent_waiting where listener_id = ${id}`);
  return {
    id,
    space_id: caller.space_id,
    call,
    waiting,
    chat: async () => (await call(eventListening, 'read_chat', {})).data,
    async hears(tag: string) {
      const before = await waiting();
      const [event] = await emitEvents(services.ports, caller, 'contact_tagged', [{ tag }]);
      await eventually(async () => expect(await waiting()).toBe(before + 1));
      return event!;
    },
  };
}

/** Lets so many events wait for a listener; each third names a table that its agent may not use. */
const pile = ({ id, space_id }: Awaited<ReturnType<typeof agent>>, count: number) => {
  const now = isoTime(services.ports.clock.now());
  const body = JSON.stringify({ type: 'contact_tagged', label: 'Contact tagged', space_id, occurred_at: now, data: {} });
  return services.ports.database.query(sql.typeAlias('void')`
    with head as (insert into events.feed_head (space_id, seq) values (${space_id}, ${count})),
    event as (
      insert into events.feed_event (space_id, seq, event_id, type, body, things, recorded_at)
      select ${space_id}, n, 'evt_' || n, 'contact_tagged', (${body}::jsonb || jsonb_build_object('id', 'evt_' || n))::text,
             case when n % 3 = 0 then array['tables:tbl_1'] else '{}' end, ${now}::timestamptz
      from generate_series(1, ${count}) as n
    ),
    batch as (
      insert into events.agent_batch (listener_id, space_id, begun_at, due_at)
      values (${id}, ${space_id}, ${now}::timestamptz, ${now}::timestamptz + interval '1 day')
    )
    insert into events.agent_waiting (space_id, listener_id, seq) select ${space_id}, ${id}, n from generate_series(1, ${count}) as n`);
};

test('a batch of many events is told in one line that counts all the agent may hear of and tells the first hundred', async () => {
  const one = await agent();
  await pile(one, 9_001);
  await one.call(eventListening, 'update_mine', { id: one.id, delivery: 'now' });
  const [line] = await eventually(async () => {
    const lines = await one.chat();
    expect(lines).toHaveLength(1);
    return lines;
  });
  const allowed = Array.from({ length: 9_001 }, (_, n) => n + 1).filter((n) => n % 3 !== 0);
  expect(line).toMatchObject({ event_count: allowed.length, event_ids: allowed.slice(0, 100).map((n) => `evt_${n}`) });
  expect(line!.text).toContain(`and ${allowed.length - 100} more`);
  expect(await one.waiting()).toBe(0);
});

test('a batch is counted part by part, so that no statement grows with it', async () => {
  const one = await agent();
  await pile(one, 9_001);
  const { database } = services.ports;
  await database.query(sql.unsafe`
    create function events.few() returns trigger language plpgsql as $$
    begin if (select count(*) from gone) > 2500 then raise exception 'too many at once'; end if; return null; end $$`);
  await database.query(sql.unsafe`
    create trigger few after delete on events.agent_waiting referencing old table as gone for each statement execute function events.few()`);
  await one.call(eventListening, 'update_mine', { id: one.id, delivery: 'now' });
  await eventually(async () => expect(await one.chat()).toHaveLength(1));
  await database.query(sql.unsafe`drop trigger few on events.agent_waiting`);
});

test('a batch that cannot be ended is put off, and the lines of the others are written meanwhile', async () => {
  const [broken, other] = [await agent(), await agent()];
  const { database, clock } = services.ports;
  await database.query(sql.unsafe`
    create function events.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`);
  await database.query(sql.unsafe`
    create trigger refuse before delete on events.agent_waiting for each row when (old.listener_id = ${sql.literalValue(broken.id)})
    execute function events.refuse()`);
  const lost = await broken.hears('a');
  clock.advance(1_000);
  const told = await other.hears('b');
  clock.advance((MAX_AGENT_BATCH_MINUTES + 1) * MINUTE_MS);
  await eventually(async () => expect(await other.chat()).toMatchObject([{ event_ids: [told] }]));
  expect(await broken.chat()).toEqual([]);
  expect(await broken.waiting()).toBe(1);
  await database.query(sql.unsafe`drop trigger refuse on events.agent_waiting`);
  clock.advance(MINUTE_MS);
  await eventually(async () => expect(await broken.chat()).toMatchObject([{ event_ids: [lost] }]));
});

test('a shorter interval holds for the batch that waits, from its first event on; a longer one for the next', async () => {
  const one = await agent();
  const { clock } = services.ports;
  const every = (every_minutes: number) => one.call(eventListening, 'update_mine', { id: one.id, delivery: { every_minutes } });
  const due = async () =>
    (await services.ports.database.oneFirst(sql.type(z.object({ due_at: z.number() }))`
      select due_at from events.agent_batch where listener_id = ${one.id}`)) - begun;
  const begun = clock.now();
  const first = await one.hears('a');
  clock.advance(2 * MINUTE_MS);
  await every(5);
  expect(await due()).toBe(5 * MINUTE_MS);
  await every(60);
  expect(await due()).toBe(5 * MINUTE_MS);
  clock.advance(4 * MINUTE_MS);
  await eventually(async () => expect(await one.chat()).toMatchObject([{ event_ids: [first] }]));
});

test('a batch is due as soon as the first that waits for it says', async () => {
  const { id, space_id } = await agent();
  const { database, clock } = services.ports;
  const now = clock.now();
  const wait = (seq: number, minutes: number) =>
    addToBatches(database, [{ space_id, listener_id: id, seq, due_at: isoTime(now + minutes * MINUTE_MS) }], isoTime(now));
  for (const [seq, minutes] of [
    [1, 60],
    [2, 10],
    [3, 30],
  ] as const)
    await wait(seq, minutes);
  expect(
    await database.oneFirst(sql.type(z.object({ due_at: z.number() }))`select due_at from events.agent_batch where listener_id = ${id}`),
  ).toBe(now + 10 * MINUTE_MS);
});
