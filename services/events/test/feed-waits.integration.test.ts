import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { callAs, eventually, newSpaceCaller, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { eventsService } from '../src/service.ts';
import { newFeed, pull, startEvents, tagContacts } from './fixtures/events.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

/** A Space of its own, and how to call in it. */
function space() {
  const caller = newSpaceCaller();
  return { caller, call: callAs(services.ports, caller) };
}

describe('a wait', () => {
  test('is answered as soon as something happens, long before its time is over', async () => {
    const { caller, call } = space();
    const id = await newFeed(call);
    const { after } = await pull(call, { subscription_id: id });
    const began = performance.now();
    const waiting = call(contracts.feed, 'list', { subscription_id: id, after, wait: 8 });
    await delay(100);
    const [happened] = await tagContacts(services.ports, caller, ['a']);
    expect((await waiting).events).toMatchObject([{ id: happened }]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('in a process that no signal reaches is answered all the same', async () => {
    const { caller, call } = space();
    const id = await newFeed(call);
    const { url, box } = services.ports;
    const far = await startServices([eventsService], { ...(await testPorts({ url })), box });
    const waiting = callAs(far.ports, caller)(contracts.feed, 'list', { subscription_id: id, wait: 8 });
    await delay(100);
    const [happened] = await tagContacts(services.ports, caller, ['a']);
    expect((await waiting).events).toMatchObject([{ id: happened }]);
    await far.stop();
  });

  test('ends when its process stops, instead of holding it up', async () => {
    const own = await startEvents();
    const waiting = callAs(own.ports, newSpaceCaller())(contracts.feed, 'list', { wait: 25 });
    await delay(50);
    const began = performance.now();
    await own.stop();
    expect(await waiting).toMatchObject({ events: [] });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('ends with an empty page and a cursor that goes on', async () => {
    const { caller, call } = space();
    const id = await newFeed(call, { event_types: ['contact_tagged'] });
    const page = await call(contracts.feed, 'list', { subscription_id: id, wait: 1 });
    expect(page).toMatchObject({ events: [], has_more: false });
    await tagContacts(services.ports, caller, ['a']);
    await eventually(async () => expect((await pull(call, { subscription_id: id, after: page.next_cursor })).events).toHaveLength(1));
  });

  test('that finds nothing is refused when too many wait already, and what is there is answered all the same', async () => {
    const { caller, call } = space();
    const id = await newFeed(call, { event_types: ['contact_tagged'] });
    const { after } = await pull(call, { subscription_id: id });
    const one = () => call(contracts.feed, 'list', { subscription_id: id, after, wait: 9 });
    const refusals: unknown[] = [];
    const waiting = Array.from({ length: 203 }, () => one().catch((error) => void refusals.push(error)));
    await eventually(() => expect(refusals).toHaveLength(3), { timeout: 8_000 });
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'limited', extras: { retry_after_s: expect.any(Number) } });
    const [happened] = await tagContacts(services.ports, caller, ['a']);
    const pages = (await Promise.all(waiting)).filter((page) => page !== undefined);
    expect(pages).toHaveLength(200);
    for (const { events } of pages) expect(events).toMatchObject([{ id: happened }]);
    expect((await one()).events).toMatchObject([{ id: happened }]);
  }, 60_000);
});
