import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import type { Caller } from '@space/contracts/core';
import { MAX_FEEDS_PER_SPACE, MAX_WEBHOOKS_PER_SPACE } from '@space/contracts/events';
import { sql } from '@space/database';
import { freshDatabase } from '@space/database/testing';
import { callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { z } from 'zod';
import { runFeedRetention } from '../src/feed/feed-retention.ts';
import { emitEvents, newFeed, postdate, pull, startEvents, tagContacts } from './fixtures/events.ts';

const rethrow = (error: unknown): never => {
  throw error;
};

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** Creates a Space and a caller in it. */
function createSpace() {
  const caller = newSpaceCaller();
  return { caller, call: callAs(services.ports, caller) };
}

const emitRows = (caller: Caller, data: Record<string, unknown>[] = [{}]) => emitEvents(services.ports, caller, 'table_row_created', data);

describe('a feed', () => {
  test('returns the events since its creation, oldest first, page by page, without repetition', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call);
    // The consumer lags: it consumes an event from before the feed after the feed was created.
    await postdate(services.ports.database, 'listener', id);
    services.ports.clock.advance(-2_000);
    await tagContacts(services.ports, caller, ['before']);
    services.ports.clock.advance(2_000);
    const ids = await tagContacts(services.ports, caller, ['a', 'b', 'c', 'd', 'e']);
    const { events, after } = await eventually(async () => {
      const all = await pull(call, { subscription_id: id, limit: 2 });
      expect(all.events.map((event) => event.id)).toEqual(ids);
      return all;
    });
    expect(events.map(({ data }) => data.tag)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await pull(call, { subscription_id: id, after })).events).toEqual([]);
    const [next] = await tagContacts(services.ports, caller, ['f']);
    await eventually(async () => expect((await pull(call, { subscription_id: id, after })).events).toMatchObject([{ id: next }]));
  });

  test('receives only events that match its types and filters', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call, {
      event_types: ['contact_tagged', 'table_row_created'],
      filters: { contact_tagged: { tag: ['vip', 'lead'] } },
    });
    const people = await newFeed(call, { filters: { actor_kind: 'person' } });
    await emitEvents(services.ports, caller, 'contact_created');
    await tagContacts(services.ports, caller, ['vip', 'other', 'lead']);
    await emitRows(caller);
    await eventually(async () =>
      expect((await pull(call, { subscription_id: id })).events.map(({ type, data }) => data.tag ?? type)).toEqual([
        'vip',
        'lead',
        'table_row_created',
      ]),
    );
    expect((await pull(call, { subscription_id: people })).events).toEqual([]);
    expect((await pull(call, { types: ['table_row_created'] })).events.map(({ type }) => type)).toEqual(['table_row_created']);
    expect((await pull(call)).events.length).toBeGreaterThanOrEqual(5);
  });

  test('receives nothing while it is disabled, and never receives events about itself', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call);
    const other = await newFeed(call);
    const eventsOf = async (feed: string) =>
      (await pull(call, { subscription_id: feed })).events.map(({ type, data }) => data.tag ?? `${type} ${data.subscription_id}`).sort();
    await eventually(async () => expect(await eventsOf(id)).toEqual([`event_subscription_created ${other}`]));
    await call(contracts.listeners, 'update', { id, enabled: false });
    await tagContacts(services.ports, caller, ['off']);
    // A new feed can receive events from a moment before its creation.
    const since = async () => (await eventsOf(other)).filter((one) => one !== `event_subscription_created ${id}`);
    await eventually(async () => expect(await since()).toEqual([`event_subscription_updated ${id}`, 'off']));
    await call(contracts.listeners, 'update', { id, enabled: true });
    await tagContacts(services.ports, caller, ['on']);
    await eventually(async () => expect(await eventsOf(id)).toEqual([`event_subscription_created ${other}`, 'on']));
  });

  test('stores an event only while some listener of the Space names its type', async () => {
    const { caller, call } = createSpace();
    const { database, clock } = services.ports;
    const tags = await newFeed(call, { event_types: ['contact_tagged'] });
    await newFeed(call, { event_types: ['contact_created'] });
    await tagContacts(services.ports, caller, ['a']);
    await emitEvents(services.ports, caller, 'contact_created');
    await emitEvents(services.ports, caller, 'contact_updated');
    await eventually(async () => expect((await pull(call)).events.map(({ type }) => type)).toEqual(['contact_tagged', 'contact_created']));
    await call(contracts.listeners, 'delete', { id: tags });
    await runFeedRetention(database, clock.now(), rethrow);
    expect((await pull(call)).events.map(({ type }) => type)).toEqual(['contact_created']);
  });
});

describe('a feed cursor', () => {
  test('is rejected in another Space, when it is malformed, and when events after it were deleted after 14 days', async () => {
    const [one, other] = [createSpace(), createSpace()];
    const { database, clock } = services.ports;
    const id = await newFeed(one.call);
    const { after } = await pull(one.call, { subscription_id: id });
    await tagContacts(services.ports, one.caller, ['a']);
    await eventually(async () => expect((await pull(one.call, { subscription_id: id })).events).toHaveLength(1));
    await newFeed(other.call);
    const expectRejection = (call: typeof one.call, cursor: string) =>
      expect(call(contracts.feed, 'list', { after: cursor, ...(call === one.call ? { subscription_id: id } : {}) })).rejects;
    await expectRejection(other.call, after).toMatchObject({ code: 'invalid', message: expect.stringContaining('another Space') });
    await expectRejection(one.call, 'nonsense').toMatchObject({ code: 'invalid', message: expect.stringContaining('omit it') });
    await expectRejection(one.call, `${after.slice(0, -2)}AA`).toMatchObject({ code: 'invalid' });
    await runFeedRetention(database, clock.now() + 13 * DAY_MS, rethrow);
    expect((await pull(one.call, { subscription_id: id, after })).events).toHaveLength(1);
    await runFeedRetention(database, clock.now() + 15 * DAY_MS, rethrow);
    await expectRejection(one.call, after).toMatchObject({ code: 'invalid', message: expect.stringContaining('stored for 14 days') });
    expect((await pull(one.call, { subscription_id: id })).events).toEqual([]);
  });

  test('of a feed without events advances with its Space, so that it does not expire', async () => {
    const { caller, call } = createSpace();
    const { database, clock } = services.ports;
    const id = await newFeed(call, { event_types: ['contact_created'] });
    // A second feed receives only the tag, so that one event is all that will be stored.
    await newFeed(call, { event_types: ['contact_tagged'] });
    await tagContacts(services.ports, caller, ['a']);
    await eventually(async () => expect((await pull(call)).events).toHaveLength(1));
    const { after } = await pull(call, { subscription_id: id });
    await runFeedRetention(database, clock.now() + 15 * DAY_MS, rethrow);
    expect((await pull(call, { subscription_id: id, after })).events).toEqual([]);
  });
});

test('twenty concurrent readers see the events of twenty concurrent writers once each and in the same order', async () => {
  const { caller, call } = createSpace();
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  const WRITERS = 20;
  const EACH = 8;
  const total = WRITERS * EACH;
  const write = async (writer: number) => {
    for (let n = 0; n < EACH; n += 1) {
      await emitEvents(services.ports, caller, 'contact_tagged', [{ tag: `${writer}:${n}` }], writer % 2 ? 'contacts' : 'events');
      await delay(Math.random() * 5);
    }
  };
  const read = async (reader: number): Promise<string[]> => {
    const seen: string[] = [];
    let after: string | undefined;
    while (seen.length < total) {
      const args = { subscription_id: id, limit: 3 + reader, wait: 5, ...(after === undefined ? {} : { after }) };
      const page = await call(contracts.feed, 'list', args);
      seen.push(...page.events.map(({ data }) => data.tag as string));
      after = page.next_cursor;
    }
    return seen;
  };
  const numbers = Array.from({ length: WRITERS }, (_, n) => n);
  const [readings] = await Promise.all([Promise.all(numbers.map(read)), Promise.all(numbers.map(write))]);
  const [first] = readings as [string[]];
  expect(new Set(first).size).toBe(total);
  for (const reading of readings) expect(reading).toEqual(first);
  for (const writer of numbers)
    expect(first.filter((tag) => tag.startsWith(`${writer}:`))).toEqual(Array.from({ length: EACH }, (_, n) => `${writer}:${n}`));
});

test('a duplicate of an event is in the feed once, and a restarted consumer continues where it stopped', async () => {
  const { url, drop } = await freshDatabase();
  const options = { url, environment: { SPACE_SECRET_KEY: randomBytes(32).toString('base64') } };
  const own = await startEvents([], options);
  const caller = newSpaceCaller();
  const call = callAs(own.ports, caller);
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  const ids = await emitEvents(own.ports, caller, 'contact_tagged', [{ tag: 'a' }, { tag: 'b' }]);
  await eventually(async () => expect((await pull(call, { subscription_id: id })).events).toHaveLength(2));
  // The same rows are published again, as after a crash between the effect and its ack.
  const rows = await own.ports.database.any(sql.type(z.object({ event_id: z.string(), body: z.string() }))`
    select event_id, body from events.feed_event where space_id = ${caller.space_id} order by seq`);
  expect(rows).toHaveLength(2);
  for (const { event_id, body } of rows) {
    await own.ports.database.query(sql.typeAlias('void')`delete from contacts.outbox where id = ${event_id}`);
    await own.ports.database.query(sql.typeAlias('void')`
      insert into contacts.outbox (id, space_id, type, body) values (${event_id}, ${caller.space_id}, 'contact_tagged', ${body})`);
  }
  const [third] = await emitEvents(own.ports, caller, 'contact_tagged', [{ tag: 'c' }]);
  await eventually(async () =>
    expect((await pull(call, { subscription_id: id })).events.map((event) => event.id)).toEqual([...ids, third]),
  );
  const { after } = await pull(call, { subscription_id: id });
  await own.stop();
  const restarted = await startEvents([], options);
  const callAgain = callAs(restarted.ports, caller);
  const [fourth] = await emitEvents(restarted.ports, caller, 'contact_tagged', [{ tag: 'd' }]);
  await eventually(async () => expect((await pull(callAgain, { subscription_id: id, after })).events).toMatchObject([{ id: fourth }]));
  expect((await pull(callAgain, { subscription_id: id })).events.map((event) => event.id)).toEqual([...ids, third, fourth]);
  await restarted.stop();
  await drop();
});

test.each([
  ['webhook', MAX_WEBHOOKS_PER_SPACE],
  ['feed', MAX_FEEDS_PER_SPACE],
] as const)('exactly 25 of 26 concurrent creates of a %s succeed, and one gets limit_reached', async (kind, limit) => {
  const { call } = createSpace();
  const results = await Promise.allSettled(
    Array.from({ length: limit + 1 }, (_, n) =>
      call(contracts.listeners, 'create', {
        kind,
        name: `${n}`,
        event_types: ['*'],
        ...(kind === 'webhook' ? { url: 'https://93.184.216.34/' } : {}),
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'limit_reached', message: expect.stringContaining(`${limit} ${kind}s`) },
  });
});

test('a feed rejects a url and has no secret to rotate', async () => {
  const { call } = createSpace();
  const id = await newFeed(call);
  const made = { kind: 'feed' as const, name: 'Feed', event_types: ['*'], url: 'https://93.184.216.34/' };
  await expect(call(contracts.listeners, 'create', made)).rejects.toMatchObject({ code: 'invalid' });
  await expect(call(contracts.listeners, 'create', { kind: 'webhook', name: 'Hook', event_types: ['*'] })).rejects.toMatchObject({
    code: 'invalid',
    message: 'url: is required.',
  });
  await expect(call(contracts.listeners, 'update', { id, url: 'https://93.184.216.34/' })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('only for webhooks'),
  });
  await expect(call(contracts.listeners, 'rotate_secret', { id })).rejects.toMatchObject({ code: 'conflict' });
});
