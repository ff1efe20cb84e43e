import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import type { Caller } from '@space/contracts/core';
import { MAX_SCANNED_EVENTS } from '@space/contracts/events';
import { isoTime, newId, sql } from '@space/database';
import { type CallAs, callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import { emitEvents, newAgentCaller, newFeed, startEvents } from './fixtures/events.ts';

const { feed, listeners } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

interface Logged {
  readonly caller: Caller;
  readonly call: CallAs;
  /** The ids of the events, newest first. */
  readonly ids: readonly string[];
  /** The times at which they occurred. */
  readonly times: readonly string[];
}

const search = (call: CallAs, over: object = {}) => call(feed, 'search', over);
const idsIn = async (call: CallAs, over: object = {}) => (await search(call, over)).data.map(({ id }) => id);

/** Creates a Space whose feed stores tags and rows, and emits an event of each type an hour after the one before. */
async function logEvents(events: readonly (readonly [type: string, data: Record<string, unknown>])[]): Promise<Logged> {
  const caller = newSpaceCaller();
  const call = callAs(services.ports, caller);
  await newFeed(call, { event_types: ['contact_tagged', 'table_row_created'] });
  const ids: string[] = [];
  const times: string[] = [];
  for (const [type, data] of events) {
    services.ports.clock.advance(HOUR_MS);
    times.unshift(isoTime(services.ports.clock.now()));
    ids.unshift(...(await emitEvents(services.ports, caller, type, [data])));
    await eventually(async () => expect((await search(call, { limit: 1 })).data).toMatchObject([{ id: ids[0] }]));
  }
  return { caller, call, ids, times };
}

test('finds stored events newest first, page by page, by type, resource, contact, actor and time', async () => {
  const [ada, bob, table] = [newId('con'), newId('con'), newId('tbl')];
  const { call, ids, times } = await logEvents([
    ['contact_tagged', { contact_id: ada, tag: 'vip' }],
    ['contact_tagged', { contact_id: bob, tag: ada }],
    ['table_row_created', { table_id: table, data: { contact_id: bob, actor_kind: 'person', note: `"contact_id":"${ada}"` } }],
    ['contact_tagged', { contact_id: ada, tag: 'lead' }],
  ]);
  const [lead, row, namesAda, vip] = ids;
  expect(await idsIn(call)).toEqual(ids);
  expect((await search(call)).data.map(({ occurred_at }) => occurred_at)).toEqual(times);
  expect(await idsIn(call, { types: ['table_row_created'] })).toEqual([row]);
  expect(await idsIn(call, { contact_id: ada })).toEqual([lead, vip]);
  expect(await idsIn(call, { contact_id: bob })).toEqual([namesAda]);
  expect(await idsIn(call, { resource_id: ada })).toEqual([lead, namesAda, vip]);
  expect(await idsIn(call, { resource_id: table })).toEqual([row]);
  expect(await idsIn(call, { actor_kind: 'person' })).toEqual([]);
  expect(await idsIn(call, { actor_kind: 'api_key', types: ['contact_tagged'] })).toEqual([lead, namesAda, vip]);
  expect(await idsIn(call, { since: times[2], until: times[0] })).toEqual([row, namesAda]);
  const first = await search(call, { limit: 2, since: times[3] });
  expect(first).toMatchObject({ data: [{ id: lead }, { id: row }], has_more: true });
  const second = await search(call, { limit: 2, since: times[3], cursor: first.next_cursor });
  expect(second).toMatchObject({ data: [{ id: namesAda }, { id: vip }], has_more: false, next_cursor: null });
  await expect(search(call, { cursor: 'bm8' })).rejects.toMatchObject({ extras: { errors: [{ path: 'cursor' }] } });
});

test('reads one stored event, also one that only webhooks stored, and no event of another Space', async () => {
  const { call, caller, ids } = await logEvents([['contact_tagged', { tag: 'vip' }]]);
  const [event] = (await search(call)).data;
  expect(await call(feed, 'get', { id: ids[0]! })).toEqual(event);
  const id = newId('evt');
  const body = JSON.stringify({ ...event, id });
  await services.ports.database.query(sql.typeAlias('void')`
    insert into events.event (id, space_id, type, body, recorded_at) values (${id}, ${caller.space_id}, 'contact_tagged', ${body}, now())`);
  expect(await call(feed, 'get', { id })).toEqual({ ...event, id });
  const stranger = callAs(services.ports, newSpaceCaller());
  expect(await idsIn(stranger)).toEqual([]);
  for (const one of [id, ids[0]!]) await expect(stranger(feed, 'get', { id: one })).rejects.toMatchObject({ code: 'not_found' });
});

/** Waits until the consumer has handled every event that was emitted before. */
const handleEmitted = () => logEvents([['contact_tagged', { tag: 'last' }]]);

test('finds no event that occurred while no event subscription named its type', async () => {
  const caller = newSpaceCaller();
  const call = callAs(services.ports, caller);
  const [before] = await emitEvents(services.ports, caller, 'contact_tagged');
  await handleEmitted();
  const id = await newFeed(call, { event_types: ['contact_tagged'] });
  const [during] = await emitEvents(services.ports, caller, 'contact_tagged');
  await eventually(async () => expect(await idsIn(call)).toEqual([during]));
  await call(listeners, 'delete', { id });
  const [after] = await emitEvents(services.ports, caller, 'contact_tagged');
  await handleEmitted();
  for (const one of [before, after]) await expect(call(feed, 'get', { id: one! })).rejects.toMatchObject({ code: 'not_found' });
});

test('an agent finds and reads only events about resources that it can use', async () => {
  const [mine, other] = [newId('tbl'), newId('tbl')];
  const { caller, ids } = await logEvents([
    ['table_row_created', { table_id: other }],
    ['table_row_created', { table_id: mine }],
  ]);
  const agent = newAgentCaller(caller.space_id);
  const can_use = JSON.stringify({ tables: [mine] });
  await services.ports.database.query(sql.typeAlias('void')`
    insert into events.agent (space_id, id, can_use) values (${caller.space_id}, ${agent.actor.id!}, ${can_use}::jsonb)`);
  const call = callAs(services.ports, agent);
  expect(await idsIn(call)).toEqual([ids[0]]);
  expect(await call(feed, 'get', { id: ids[0]! })).toMatchObject({ data: { table_id: mine } });
  await expect(call(feed, 'get', { id: ids[1]! })).rejects.toMatchObject({ code: 'not_found' });
});

test('a filtered page ends after a bounded scan, and the next page continues there', async () => {
  const { caller, call, ids } = await logEvents([['contact_tagged', { tag: 'vip' }]]);
  await services.ports.database.query(sql.typeAlias('void')`
    insert into events.feed_event (space_id, seq, event_id, type, body, resource_ids, recorded_at)
    select space_id, seq + n, event_id || n, 'contact_untagged', body, resource_ids, recorded_at
    from events.feed_event, generate_series(1, ${MAX_SCANNED_EVENTS}::integer) as n where space_id = ${caller.space_id}`);
  const first = await search(call, { types: ['contact_tagged'] });
  expect(first).toMatchObject({ data: [], has_more: true });
  expect(await search(call, { types: ['contact_tagged'], cursor: first.next_cursor })).toMatchObject({
    data: [{ id: ids[0] }],
    has_more: false,
  });
});
