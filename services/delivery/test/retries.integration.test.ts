import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { DEAD_DELIVERIES_BEFORE_DISABLE, MAX_ATTEMPTS } from '@space/contracts/events';
import { eventually, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import {
  advanceClock,
  createReceiver,
  createWebhookSpace,
  getListener,
  listDeliveries,
  startWebhooks,
  type WebhookSpace,
} from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const advance = (milliseconds: number): void => advanceClock(services, milliseconds);

/** Waits until every delivery of the webhook has this many attempts. */
const waitForAttempts = (space: WebhookSpace, deliveries: number, attempts: number) =>
  eventually(async () => {
    const found = await listDeliveries(space);
    expect(found).toHaveLength(deliveries);
    for (const delivery of found) expect(delivery.attempts).toHaveLength(attempts);
    return found;
  });

test('a failing delivery is attempted after exactly 0, 1, 6, 21, 81, 261, 621 and 1341 minutes, and is dead after the eighth attempt', async () => {
  const [space, earlier] = [await createWebhookSpace(services), await createWebhookSpace(services)];
  for (const { receiver } of [space, earlier]) receiver.answer((_request, response) => response.writeHead(500).end('no'));
  // Due a millisecond before the delivery under test: once it was attempted, the other one was not due.
  await earlier.createContact();
  await waitForAttempts(earlier, 1, 1);
  advance(1);
  const start = services.ports.clock.now();
  await space.createContact();
  let minute = 0;
  for (const [index, next] of [0, 1, 6, 21, 81, 261, 621, 1341].entries()) {
    if (next > 0) {
      advance((next - minute) * MINUTE_MS - 1);
      await waitForAttempts(earlier, 1, index + 1);
      expect(space.receiver.received).toHaveLength(index);
      advance(1);
      minute = next;
    }
    await waitForAttempts(space, 1, index + 1);
  }
  const [delivery] = await listDeliveries(space);
  expect(delivery!.attempts.map((attempt) => (Date.parse(attempt.attempted_at) - start) / MINUTE_MS)).toEqual([
    0, 1, 6, 21, 81, 261, 621, 1341,
  ]);
  expect(delivery).toMatchObject({ status: 'dead', next_attempt_at: null });
  expect(space.receiver.received.map(({ event }) => event.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(new Set(space.receiver.received.map(({ event }) => event.id)).size).toBe(1);
  for (const { receiver } of [space, earlier]) await receiver.close();
});

test('a success ends the retries of a delivery', async () => {
  const space = await createWebhookSpace(services);
  space.receiver.answer((request, response) => response.writeHead(request.event.attempt < 3 ? 503 : 200).end());
  await space.createContact();
  await waitForAttempts(space, 1, 1);
  advance(1 * MINUTE_MS);
  await waitForAttempts(space, 1, 2);
  advance(5 * MINUTE_MS);
  const [delivery] = await waitForAttempts(space, 1, 3);
  expect(delivery).toMatchObject({ status: 'succeeded', next_attempt_at: null });
  await space.receiver.close();
});

/** Emits `count` events and lets every delivery of them die. */
async function die(space: WebhookSpace, count: number, before = 0): Promise<void> {
  space.receiver.answer((_request, response) => response.writeHead(500).end());
  for (let made = 0; made < count; made += 1) await space.createContact();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    await eventually(async () => {
      const deliveries = await listDeliveries(space);
      expect(deliveries).toHaveLength(before + count);
      for (const delivery of deliveries.slice(0, count)) expect(delivery.attempts).toHaveLength(attempt);
    });
    advance(721 * MINUTE_MS);
  }
}

test('fifteen consecutive dead deliveries disable the webhook with a reason, and enabling it resets the count', async () => {
  const space = await createWebhookSpace(services);
  await die(space, DEAD_DELIVERIES_BEFORE_DISABLE - 1);
  expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 14 });
  await die(space, 1, 14);
  await eventually(async () =>
    expect(await getListener(space)).toMatchObject({
      enabled: false,
      consecutive_dead_deliveries: 15,
      disabled_reason: '15 deliveries in a row died; the last failed with HTTP 500.',
    }),
  );
  const count = space.receiver.received.length;
  await space.createContact();
  await eventually(async () => expect((await listDeliveries(space))[0]).toMatchObject({ status: 'skipped' }));
  await space.call(contracts.listeners, 'update', { id: space.id, enabled: true });
  expect(await getListener(space)).toMatchObject({
    enabled: true,
    consecutive_dead_deliveries: 0,
    disabled_reason: null,
    disabled_at: null,
  });
  await space.createContact();
  await eventually(() => expect(space.receiver.received.length).toBe(count + 1));
  await space.receiver.close();
});

test('a success after fourteen dead deliveries resets the count', async () => {
  const space = await createWebhookSpace(services);
  await die(space, 14);
  space.receiver.answer((_request, response) => response.writeHead(200).end());
  await space.createContact();
  await eventually(async () => expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 0 }));
  await die(space, 1, 15);
  await eventually(async () => expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 1 }));
  await space.receiver.close();
});

test('Retry-After delays the next attempt and never makes it earlier', async () => {
  const space = await createWebhookSpace(services);
  const start = services.ports.clock.now();
  space.receiver.answer((request, response) => response.writeHead(503, { 'retry-after': request.event.attempt === 1 ? '600' : '1' }).end());
  await space.createContact();
  const [first] = await waitForAttempts(space, 1, 1);
  expect(Date.parse(first!.next_attempt_at!) - start).toBe(10 * MINUTE_MS);
  advance(10 * MINUTE_MS);
  const [second] = await waitForAttempts(space, 1, 2);
  expect(Date.parse(second!.next_attempt_at!) - start).toBe(15 * MINUTE_MS);
  await space.receiver.close();
});

test('a receiver that answers 410 disables its webhook immediately, and other webhooks receive the event', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const other = await createReceiver(space.call, 'event_subscription_disabled');
  space.receiver.answer((_request, response) => response.writeHead(410).end());
  await space.createContact();
  await eventually(async () =>
    expect(await getListener(space)).toMatchObject({ enabled: false, disabled_reason: 'The receiver answered 410 Gone.' }),
  );
  expect((await listDeliveries(space))[0]).toMatchObject({ status: 'dead' });
  await eventually(() =>
    expect(other.received.map(({ event }) => event.data)).toMatchObject([
      { subscription_id: space.id, kind: 'webhook', reason: 'The receiver answered 410 Gone.', actor: { id: 'space_api' } },
    ]),
  );
  for (const receiver of [other, space.receiver]) await receiver.close();
});
