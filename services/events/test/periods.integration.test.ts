import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { isoTime } from '@space/database';
import { callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import { newFeed, pull, startEvents, tagContacts } from './fixtures/events.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** Emits an event each hour, each recorded before the next one occurs, and returns their ids and times. */
async function emitHourly(count: number) {
  const { clock } = services.ports;
  const caller = newSpaceCaller();
  const call = callAs(services.ports, caller);
  const feed = await newFeed(call, { event_types: ['contact_tagged'] });
  const events: { id: string; time: string }[] = [];
  for (let n = 0; n < count; n++) {
    clock.advance(HOUR_MS);
    const [id] = await tagContacts(services.ports, caller, [`hour ${n}`]);
    events.push({ id: id!, time: isoTime(clock.now()) });
    await eventually(async () => expect((await pull(call, {})).events).toHaveLength(n + 1));
  }
  return { call, feed, events };
}

test('pulls only events that occurred in a period, its start included and its end not', async () => {
  const { call, feed, events } = await emitHourly(9);
  const idsIn = async (period: { since?: string; until?: string }, subscription_id?: string) => {
    const page = await call(contracts.feed, 'list', { ...period, ...(subscription_id && { subscription_id }) });
    expect(page.has_more).toBe(false);
    return page.events.map(({ id }) => id);
  };
  const ids = events.map(({ id }) => id);
  for (const from of [0, 1, 4, 8])
    for (const subscription_id of [undefined, feed]) {
      const { time } = events[from]!;
      expect(await idsIn({ since: time }, subscription_id)).toEqual(ids.slice(from));
      expect(await idsIn({ until: time }, subscription_id)).toEqual(ids.slice(0, from));
      expect(await idsIn({ since: events[0]!.time, until: time }, subscription_id)).toEqual(ids.slice(0, from));
    }
  expect(await idsIn({ since: isoTime(services.ports.clock.now() + HOUR_MS) })).toEqual([]);
});

test('continues within a period, and does not wait for an end that is over', async () => {
  const { call, events } = await emitHourly(4);
  const period = { since: events[1]!.time, until: events[3]!.time, limit: 1 };
  const first = await call(contracts.feed, 'list', period);
  const second = await call(contracts.feed, 'list', { ...period, after: first.next_cursor });
  expect([first, second].map((page) => [page.events[0]?.id, page.has_more])).toEqual([
    [events[1]!.id, true],
    [events[2]!.id, false],
  ]);
  const start = performance.now();
  const last = await call(contracts.feed, 'list', { ...period, after: second.next_cursor, wait: 20 });
  expect(last.events).toEqual([]);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('lists only runs that were queued in a period', async () => {
  const { clock } = services.ports;
  const call = callAs(services.ports, { ...newSpaceCaller(), scopes: ['automations:write', 'automations:run', 'contacts:read'] });
  const { id } = await call(contracts.automations, 'create', {
    name: 'Manual',
    trigger: { manual: true },
    actions: [{ operation: 'contacts.list' }],
  });
  const runs: { id: string; time: string }[] = [];
  for (let n = 0; n < 3; n++) {
    clock.advance(HOUR_MS);
    const time = isoTime(clock.now());
    runs.push({ id: (await call(contracts.automations, 'run', { id })).run_id, time });
  }
  const list = async (period: object) => (await call(contracts.automations, 'list_runs', { id, include_total: true, ...period })).data;
  const ids = runs.map((run) => run.id);
  expect((await list({ since: runs[1]!.time })).map((run) => run.id)).toEqual([ids[2], ids[1]]);
  expect((await list({ until: runs[1]!.time })).map((run) => run.id)).toEqual([ids[0]]);
  expect((await list({ since: runs[1]!.time, until: runs[2]!.time })).map((run) => run.id)).toEqual([ids[1]]);
});
