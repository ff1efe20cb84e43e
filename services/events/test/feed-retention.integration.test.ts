import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { isoTime, sql } from '@space/database';
import { callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { z } from 'zod';
import { appendEvents } from '../src/feed/feed-consumer.queries.ts';
import { createFeedConsumer } from '../src/feed/feed-consumer.ts';
import { runFeedRetention } from '../src/feed/feed-retention.ts';
import { newAgentCaller, newFeed, pull, startEvents, tagContacts } from './fixtures/events.ts';

const { eventListening, listeners, feed } = contracts;

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** Creates a Space, a caller in it, and helpers. */
function createSpace(caller = newSpaceCaller()) {
  const { database } = services.ports;
  const count = (table: string) =>
    database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from ${sql.identifier(['events', table])} where space_id = ${caller.space_id}`);
  return { caller, call: callAs(services.ports, caller), count, tagged: (...tags: string[]) => tagContacts(services.ports, caller, tags) };
}

/** Runs the retention some minutes from now and returns what failed. */
const collect = async (minutes = 0) => {
  const failed: string[] = [];
  await runFeedRetention(services.ports.database, services.ports.clock.now() + minutes * MINUTE_MS, (_error, space_id) =>
    failed.push(space_id),
  );
  return failed;
};

/** Returns the tags of the events in a feed, or of all stored events. */
const tags = async (call: ReturnType<typeof createSpace>['call'], args: Parameters<typeof pull>[1] = {}) =>
  (await pull(call, args)).events.map(({ data }) => data.tag);

test('a feed retains its events and its cursor stays valid when it names other types', async () => {
  const { call, tagged, count } = createSpace();
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  await tagged('a', 'b', 'c');
  await eventually(async () => expect(await tags(call, { subscription_id: id })).toHaveLength(3));
  const { next_cursor } = await call(feed, 'list', { subscription_id: id, limit: 1 });
  await call(listeners, 'update', { id, event_types: ['contact_created'] });
  for (const minutes of [0, 2, 4]) expect(await collect(minutes)).toEqual([]);
  expect(await tags(call, { subscription_id: id, after: next_cursor })).toEqual(['b', 'c']);
  expect(await tags(call, { subscription_id: id })).toEqual(['a', 'b', 'c']);
  await call(listeners, 'delete', { id });
  expect(await collect()).toEqual([]);
  expect(await tags(call)).toEqual([]);
  expect([await count('feed_event'), await count('feed_item')]).toEqual([0, 0]);
});

test('a cursor without a feed is rejected after garbage collection of later events, and a newer one stays valid', async () => {
  const { call, tagged } = createSpace();
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  const other = await newFeed(call, { event_types: ['contact_created'] });
  const [old, own] = [await pull(call), await pull(call, { subscription_id: other })];
  await tagged('a', 'b');
  await eventually(async () => expect(await tags(call)).toEqual(['a', 'b']));
  const { after } = await pull(call);
  await call(listeners, 'delete', { id });
  await collect();
  await expect(call(feed, 'list', { after: old.after })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('only while some event subscription names their type'),
  });
  expect(await tags(call, { after })).toEqual([]);
  expect(await tags(call, { subscription_id: other, after: own.after })).toEqual([]);
});

test('a cursor of one feed is rejected by another feed and without a feed; other types between pages are accepted', async () => {
  const { call, tagged } = createSpace();
  const [one, other] = [
    await newFeed(call, { event_types: ['contact_tagged'] }),
    await newFeed(call, { event_types: ['contact_created'] }),
  ];
  await tagged('a');
  await eventually(async () => expect(await tags(call)).toEqual(['a']));
  const { next_cursor } = await call(feed, 'list', { subscription_id: other, types: ['contact_created'] });
  const rejection = { code: 'invalid', message: expect.stringContaining('of another feed') };
  await expect(call(feed, 'list', { subscription_id: one, after: next_cursor })).rejects.toMatchObject(rejection);
  await expect(call(feed, 'list', { after: next_cursor })).rejects.toMatchObject(rejection);
  await expect(call(feed, 'list', { subscription_id: one, after: (await pull(call)).after })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('without subscription_id'),
  });
  expect(await call(feed, 'list', { subscription_id: other, after: next_cursor, types: ['contact_tagged'] })).toMatchObject({ events: [] });
});

test('pending events of a batch are reported although the listener names other types, and are deleted afterwards', async () => {
  const { call, tagged, count } = createSpace(newAgentCaller());
  const { id } = await call(eventListening, 'listen', { event_types: ['contact_tagged'], delivery: { every_minutes: 1_440 } });
  const ids = await tagged('a', 'b');
  await eventually(async () => expect(await count('agent_pending_event')).toBe(2));
  await call(eventListening, 'update_mine', { id, event_types: ['contact_created'] });
  for (const minutes of [0, 2, 4]) await collect(minutes);
  await call(eventListening, 'update_mine', { id, delivery: 'now' });
  await eventually(async () =>
    expect((await call(eventListening, 'read_chat', {})).data).toMatchObject([{ event_ids: ids, event_count: 2 }]),
  );
  await collect(70);
  expect([await count('feed_event'), await count('feed_garbage')]).toEqual([0, 0]);
});

test('pending events of a deleted listener are deleted', async () => {
  const { call, tagged, count } = createSpace(newAgentCaller());
  const { id } = await call(eventListening, 'listen', { event_types: ['contact_tagged'], delivery: { every_minutes: 1_440 } });
  await tagged('a', 'b');
  await eventually(async () => expect(await count('agent_pending_event')).toBe(2));
  await call(eventListening, 'stop', { id });
  await collect();
  expect([await count('agent_pending_event'), await count('agent_batch'), await count('feed_event')]).toEqual([0, 0, 0]);
});

test('an event that a consumer stores late, for a deleted feed, is deleted by a later collection', async () => {
  const { call, caller, count } = createSpace();
  const { database, clock } = services.ports;
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  await call(listeners, 'delete', { id });
  await collect();
  const event = {
    id: `evt_${id}`,
    space_id: caller.space_id,
    type: 'contact_tagged',
    source: 'contacts',
    body: '{}',
    trace: null,
    recorded_at: null,
  };
  await appendEvents(database, [{ event, resource_ids: [], feeds: [id] }], isoTime(clock.now()));
  expect([await count('feed_event'), await count('feed_item')]).toEqual([1, 1]);
  await collect(1);
  expect([await count('feed_event'), await count('feed_item'), await count('feed_garbage')]).toEqual([0, 0, 1]);
  await collect(3);
  expect(await count('feed_garbage')).toBe(0);
});

test('a Space whose collection fails does not delay other Spaces and is collected later', async () => {
  const [one, other] = [createSpace(), createSpace()];
  const { database } = services.ports;
  const run = (statement: ReturnType<typeof sql.unsafe>) => database.query(statement);
  const ids = await Promise.all([one, other].map(({ call }) => newFeed(call, { event_types: ['contact_tagged'] })));
  await one.tagged('a');
  await other.tagged('a');
  for (const { count } of [one, other]) await eventually(async () => expect(await count('feed_event')).toBe(1));
  await run(sql.unsafe`create function events.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`);
  await run(sql.unsafe`
    create trigger refuse before delete on events.feed_event for each row when (old.space_id = ${sql.literalValue(one.caller.space_id)})
    execute function events.refuse()`);
  await one.call(listeners, 'delete', { id: ids[0]! });
  await other.call(listeners, 'delete', { id: ids[1]! });
  for (const minutes of [0, 3]) expect(await collect(minutes)).toEqual([one.caller.space_id]);
  expect([await one.count('feed_event'), await other.count('feed_event')]).toEqual([1, 0]);
  await run(sql.unsafe`drop trigger refuse on events.feed_event`);
  expect(await collect(5)).toEqual([]);
  expect([await one.count('feed_event'), await one.count('feed_garbage')]).toEqual([0, 0]);
});

test('garbage collection deletes exactly the unreferenced events of many', async () => {
  const { call, caller, count } = createSpace();
  const { database } = services.ports;
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  await newFeed(call, { event_types: ['contact_created'] });
  await database.query(sql.typeAlias('void')`
    with head as (insert into events.feed_head (space_id, seq) values (${caller.space_id}, 12000))
    insert into events.feed_event (space_id, seq, event_id, type, body, resource_ids, recorded_at)
    select ${caller.space_id}, n, 'evt_' || n, case when n % 3 = 0 then 'contact_created' else 'contact_tagged' end, '{}', '{}', now()
    from generate_series(1, 12000) as n`);
  await call(listeners, 'delete', { id });
  expect(await collect()).toEqual([]);
  expect(await count('feed_event')).toBe(4_000);
});

test('a duplicate of an event after its inbox entry expired is neither stored nor numbered again', async () => {
  const { call, caller, tagged, count } = createSpace();
  const { database } = services.ports;
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  const [first] = await tagged('a');
  await eventually(async () => expect(await count('feed_event')).toBe(1));
  const body = await database.oneFirst(sql.type(z.object({ body: z.string() }))`
    select body from events.feed_event where space_id = ${caller.space_id}`);
  await database.query(sql.typeAlias('void')`delete from events.inbox where consumer = 'events' and event_id = ${first!}`);
  const duplicate = {
    id: first!,
    type: 'contact_tagged',
    space_id: caller.space_id,
    source: 'contacts',
    body,
    trace: null,
    recorded_at: null,
  };
  await createFeedConsumer(services.ports).handle([duplicate]);
  await tagged('b');
  await eventually(async () => expect(await tags(call, { subscription_id: id })).toEqual(['a', 'b']));
  expect(
    await database.oneFirst(sql.type(z.object({ seq: z.number() }))`select seq from events.feed_head where space_id = ${caller.space_id}`),
  ).toBe(2);
});
