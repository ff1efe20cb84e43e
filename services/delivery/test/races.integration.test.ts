import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyWebhook, WebhookVerificationError } from '@space/client/webhooks';
import { contracts } from '@space/contracts/catalog';
import { MAX_ATTEMPTS } from '@space/contracts/events';
import { sql } from '@space/database';
import { eventually, startReceiver, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { z } from 'zod';
import {
  advanceClock,
  createWebhookSpace,
  getListener,
  listDeliveries,
  runRetention,
  startWebhooks,
  type WebhookSpace,
} from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const advance = (milliseconds: number): void => advanceClock(services, milliseconds);

/** Emits an event and holds its attempt in flight until the test answers it. */
async function inFlight(space: WebhookSpace): Promise<{ answer(status: number): void }> {
  const held = Promise.withResolvers<ServerResponse>();
  space.receiver.answer((_request, response) => held.resolve(response));
  const before = space.receiver.received.length;
  await space.createContact();
  const response = await held.promise;
  expect(space.receiver.received).toHaveLength(before + 1);
  return { answer: (status) => void response.writeHead(status).end() };
}

/** Creates a second webhook that fails. Its attempts prove that the dispatcher has sent all due deliveries. */
async function createSentinel(): Promise<{ passDueTimes(): Promise<void>; end(): Promise<void> }> {
  const sentinel = await createWebhookSpace(services);
  const attempted = (times: number) => eventually(async () => expect((await listDeliveries(sentinel))[0]!.attempts).toHaveLength(times));
  sentinel.receiver.answer((_request, response) => response.writeHead(500).end());
  await sentinel.createContact();
  await attempted(1);
  return {
    /** Makes all deliveries due, twice: every delivery that is ever sent has arrived afterwards. */
    async passDueTimes() {
      for (const times of [2, 3]) {
        advance(721 * MINUTE_MS);
        await attempted(times);
      }
    },
    async end() {
      await sentinel.call(contracts.listeners, 'delete', { id: sentinel.id });
      await sentinel.receiver.close();
    },
  };
}

const update = (space: WebhookSpace, change: object) => space.call(contracts.listeners, 'update', { id: space.id, ...change });
const now = () => services.ports.clock.now();

test('the next attempt is signed with the new secret when the secret is rotated during an attempt', async () => {
  const space = await createWebhookSpace(services);
  const flying = await inFlight(space);
  const { secret } = await space.call(contracts.listeners, 'rotate_secret', { id: space.id });
  flying.answer(500);
  await eventually(async () => expect((await listDeliveries(space))[0]!.status).toBe('retrying'));
  space.receiver.answer((_request, response) => response.writeHead(204).end());
  advance(MINUTE_MS);
  await eventually(() => expect(space.receiver.received).toHaveLength(2));
  const [first, second] = space.receiver.received;
  await verifyWebhook(first!, space.secret, { now: now() });
  await verifyWebhook(second!, secret, { now: now() });
  await expect(verifyWebhook(second!, space.secret, { now: now() })).rejects.toThrow(WebhookVerificationError);
  await space.receiver.close();
});

test('the next attempt goes to the new URL when the URL changes during an attempt', async () => {
  const space = await createWebhookSpace(services);
  const moved = await startReceiver();
  const flying = await inFlight(space);
  await update(space, { url: moved.url });
  flying.answer(500);
  await eventually(async () => expect((await listDeliveries(space))[0]!.status).toBe('retrying'));
  advance(MINUTE_MS);
  await eventually(() => expect(moved.received).toHaveLength(1));
  expect(space.receiver.received).toHaveLength(1);
  await Promise.all([space.receiver.close(), moved.close()]);
});

test('a webhook that is disabled during an attempt gets no further attempt until it is enabled, and the log has the attempt', async () => {
  const [space, sentinel] = [await createWebhookSpace(services), await createSentinel()];
  const flying = await inFlight(space);
  await update(space, { enabled: false });
  flying.answer(500);
  await eventually(async () =>
    expect((await listDeliveries(space))[0]).toMatchObject({ status: 'retrying', attempts: [{ response_code: 500 }] }),
  );
  await sentinel.passDueTimes();
  expect(space.receiver.received).toHaveLength(1);
  await update(space, { enabled: true });
  await eventually(() => expect(space.receiver.received).toHaveLength(2));
  await space.receiver.close();
  await sentinel.end();
});

test('a webhook that is deleted during an attempt leaves no delivery, whether the attempt succeeds or fails', async () => {
  for (const status of [204, 500, 410]) {
    const [space, sentinel] = [await createWebhookSpace(services), await createSentinel()];
    const flying = await inFlight(space);
    await space.call(contracts.listeners, 'delete', { id: space.id });
    flying.answer(status);
    await sentinel.passDueTimes();
    expect(space.receiver.received).toHaveLength(1);
    await runRetention(services);
    const rows = await services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from events.delivery where space_id = ${space.caller.space_id} and listener_id = ${space.id}`);
    expect(rows).toBe(0);
    await space.receiver.close();
    await sentinel.end();
  }
  expect(services.ports.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

/** Creates a webhook with fourteen dead deliveries, and a fifteenth whose last attempt is in flight. */
async function createNearlyDisabled(): Promise<{ space: WebhookSpace; answer(status: number): void }> {
  const space = await createWebhookSpace(services);
  const held: ServerResponse[] = [];
  let isHeld = false;
  space.receiver.answer((request, response) => {
    if (isHeld && request.event.attempt === MAX_ATTEMPTS) held.push(response);
    else response.writeHead(500).end();
  });
  const attemptUntil = async (count: number, last: number) => {
    const before = (await listDeliveries(space)).length;
    for (let made = 0; made < count; made += 1) await space.createContact();
    for (let attempt = 1; attempt <= last; attempt += 1) {
      await eventually(async () => {
        const deliveries = await listDeliveries(space);
        expect(deliveries).toHaveLength(before + count);
        for (const delivery of deliveries.slice(0, count)) expect(delivery.attempts).toHaveLength(attempt);
      });
      advance(721 * MINUTE_MS);
    }
  };
  await attemptUntil(14, MAX_ATTEMPTS);
  expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 14 });
  isHeld = true;
  await attemptUntil(1, MAX_ATTEMPTS - 1);
  await eventually(() => expect(held).toHaveLength(1));
  return { space, answer: (status) => void held[0]!.writeHead(status).end() };
}

const untilDead = (space: WebhookSpace) =>
  eventually(async () => expect((await listDeliveries(space))[0]).toMatchObject({ status: 'dead' }));

test('enabling a webhook during its fifteenth dying delivery resets the count, and that delivery counts as the first', async () => {
  const { space, answer } = await createNearlyDisabled();
  await update(space, { enabled: true });
  answer(500);
  await untilDead(space);
  expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 1, disabled_reason: null });
  await space.receiver.close();
});

test('a webhook that is enabled while its fifteenth delivery dies ends enabled', async () => {
  const { space, answer } = await createNearlyDisabled();
  const patched = update(space, { enabled: true });
  answer(500);
  await Promise.all([patched, untilDead(space)]);
  await update(space, { enabled: true });
  expect(await getListener(space)).toMatchObject({
    enabled: true,
    consecutive_dead_deliveries: 0,
    disabled_reason: null,
    disabled_at: null,
  });
  await space.receiver.close();
});

test('a success after fourteen dead deliveries and a retried fifteenth resets the count', async () => {
  const { space, answer } = await createNearlyDisabled();
  answer(200);
  await eventually(async () => expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 0 }));
  await space.receiver.close();
});

test('no webhook is disabled while three receivers are unreachable, and their deliveries die by the schedule', async () => {
  const spaces = await Promise.all(Array.from({ length: 3 }, () => createWebhookSpace(services)));
  const dieAll = async (count: number) => {
    const before = (await listDeliveries(spaces[0]!)).length;
    for (let made = 0; made < count; made += 1) await Promise.all(spaces.map((space) => space.createContact()));
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await eventually(
        async () => {
          for (const space of spaces) {
            const deliveries = await listDeliveries(space);
            expect(deliveries).toHaveLength(before + count);
            for (const delivery of deliveries.slice(0, count)) expect(delivery.attempts).toHaveLength(attempt);
          }
        },
        { timeout: 10_000 },
      );
      advance(721 * MINUTE_MS);
    }
  };
  for (const { receiver } of spaces) await receiver.close();
  await dieAll(16);
  for (const space of spaces) expect((await listDeliveries(space)).every(({ status }) => status === 'dead')).toBe(true);
  const counts = await Promise.all(spaces.map(async (space) => (await getListener(space)).consecutive_dead_deliveries));
  expect(Math.max(...counts)).toBe(0);
});
