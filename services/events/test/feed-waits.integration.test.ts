import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import type { Problem } from '@space/contracts/core';
import { callAs, eventually, newSpaceCaller, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { eventsService } from '../src/service.ts';
import { newFeed, pull, startEvents, tagContacts } from './fixtures/events.ts';

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

describe('GET /events with wait', () => {
  test('answers as soon as an event occurs', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call);
    const { after } = await pull(call, { subscription_id: id });
    const start = performance.now();
    const waiting = call(contracts.feed, 'list', { subscription_id: id, after, wait: 8 });
    await delay(100);
    const [event] = await tagContacts(services.ports, caller, ['a']);
    expect((await waiting).events).toMatchObject([{ id: event }]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test('answers in a process that receives no signals', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call);
    const { url, box } = services.ports;
    const remote = await startServices([eventsService], { ...(await testPorts({ url })), box });
    const waiting = callAs(remote.ports, caller)(contracts.feed, 'list', { subscription_id: id, wait: 8 });
    await delay(100);
    const [event] = await tagContacts(services.ports, caller, ['a']);
    expect((await waiting).events).toMatchObject([{ id: event }]);
    await remote.stop();
  });

  test('ends when the process stops', async () => {
    const own = await startEvents();
    const waiting = callAs(own.ports, newSpaceCaller())(contracts.feed, 'list', { wait: 25 });
    await delay(50);
    const start = performance.now();
    await own.stop();
    expect(await waiting).toMatchObject({ events: [] });
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('ends with an empty page and a valid cursor', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call, { event_types: ['contact_tagged'] });
    const page = await call(contracts.feed, 'list', { subscription_id: id, wait: 1 });
    expect(page).toMatchObject({ events: [], has_more: false });
    await tagContacts(services.ports, caller, ['a']);
    await eventually(async () => expect((await pull(call, { subscription_id: id, after: page.next_cursor })).events).toHaveLength(1));
  });

  test('is refused without events when too many long polls are open, and returns stored events even then', async () => {
    const { caller, call } = createSpace();
    const id = await newFeed(call, { event_types: ['contact_tagged'] });
    const { after } = await pull(call, { subscription_id: id });
    const one = () => call(contracts.feed, 'list', { subscription_id: id, after, wait: 20 });
    const refusals: unknown[] = [];
    // A call that is refused because all of them read from the database at the same time is repeated.
    const poll = (): ReturnType<typeof one> =>
      one().catch((error: Problem) => {
        if (error.code === 'unavailable') return poll();
        refusals.push(error);
        throw error;
      });
    const waiting = Array.from({ length: 203 }, () => poll().catch(() => undefined));
    await eventually(() => expect(refusals).toHaveLength(3), { timeout: 18_000 });
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'limited', extras: { retry_after_s: expect.any(Number) } });
    const [event] = await tagContacts(services.ports, caller, ['a']);
    const pages = (await Promise.all(waiting)).filter((page) => page !== undefined);
    expect(pages).toHaveLength(200);
    for (const { events } of pages) expect(events).toMatchObject([{ id: event }]);
    expect((await one()).events).toMatchObject([{ id: event }]);
  });
});
