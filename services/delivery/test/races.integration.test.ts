import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyWebhook, WebhookVerificationError } from '@space/client';
import { contracts } from '@space/contracts/catalog';
import { MAX_ATTEMPTS } from '@space/contracts/events';
import { sql } from '@space/database';
import { eventually, startReceiver, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { sweep } from '../src/retention/delivery-retention.ts';
import { advanceClock, createWebhookSpace, getListener, listDeliveries, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

const MINUTE_MS = 60_000;

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

const advance = (milliseconds: number): void => advanceClock(services, milliseconds);

/** Makes something happen and holds its attempt in flight until it is answered. */
async function inFlight(space: WebhookSpace): Promise<{ answer(status: number): void }> {
  const held = Promise.withResolvers<ServerResponse>();
  space.receiver.answer((_request, response) => held.resolve(response));
  const before = space.receiver.received.length;
  await space.happen();
  const response = await held.promise;
  expect(space.receiver.received).toHaveLength(before + 1);
  return { answer: (status) => void response.writeHead(status).end() };
}

/** A webhook that fails, beside one that is looked at: its attempts tell that the dispatcher has sent what is due. */
async function startBeside(): Promise<{ dueTwice(): Promise<void>; end(): Promise<void> }> {
  const beside = await createWebhookSpace(services);
  const attempted = (times: number) => eventually(async () => expect((await listDeliveries(beside))[0]!.attempts).toHaveLength(times));
  beside.receiver.answer((_request, response) => response.writeHead(500).end());
  await beside.happen();
  await attempted(1);
  return {
    /** Lets everything become due, and again when that was sent: what is sent at all has arrived by then. */
    async dueTwice() {
      for (const times of [2, 3]) {
        advance(721 * MINUTE_MS);
        await attempted(times);
      }
    },
    async end() {
      await beside.call(contracts.listeners, 'delete', { id: beside.id });
      await beside.receiver.close();
    },
  };
}

const update = (space: WebhookSpace, change: object) => space.call(contracts.listeners, 'update', { id: space.id, ...change });
const now = () => services.ports.clock.now();

test('a secret that is rotated while an attempt is in flight signs the next one, and the old one signs none', async () => {
  const space = await createWebhookSpace(services);
  const flying = await inFlight(space);
  const { secret } = await space.call(contracts.listeners, 'rotate_secret', { id: space.id });
  flying.answer(500);
  await eventually(async () => expect((await listDeliveries(space))[0]!.state).toBe('retrying'));
  space.receiver.answer((_request, response) => response.writeHead(204).end());
  advance(MINUTE_MS);
  await eventually(() => expect(space.receiver.received).toHaveLength(2));
  const [first, second] = space.receiver.received;
  verifyWebhook(first!, space.secret, now());
  verifyWebhook(second!, secret, now());
  expect(() => verifyWebhook(second!, space.secret, now())).toThrow(WebhookVerificationError);
  await space.receiver.close();
});

test('a new address holds from the next attempt on', async () => {
  const space = await createWebhookSpace(services);
  const moved = await startReceiver();
  const flying = await inFlight(space);
  await update(space, { url: moved.url });
  flying.answer(500);
  await eventually(async () => expect((await listDeliveries(space))[0]!.state).toBe('retrying'));
  advance(MINUTE_MS);
  await eventually(() => expect(moved.received).toHaveLength(1));
  expect(space.receiver.received).toHaveLength(1);
  await Promise.all([space.receiver.close(), moved.close()]);
});

test('a webhook that is switched off while an attempt is in flight is sent nothing more, and the attempt is in the log', async () => {
  const [space, beside] = [await createWebhookSpace(services), await startBeside()];
  const flying = await inFlight(space);
  await update(space, { enabled: false });
  flying.answer(500);
  await eventually(async () =>
    expect((await listDeliveries(space))[0]).toMatchObject({ state: 'retrying', attempts: [{ response_code: 500 }] }),
  );
  await beside.dueTwice();
  expect(space.receiver.received).toHaveLength(1);
  await update(space, { enabled: true });
  await eventually(() => expect(space.receiver.received).toHaveLength(2));
  await space.receiver.close();
  await beside.end();
});

test('a webhook that is deleted while an attempt is in flight leaves nothing behind, however the attempt ends', async () => {
  for (const status of [204, 500, 410]) {
    const [space, beside] = [await createWebhookSpace(services), await startBeside()];
    const flying = await inFlight(space);
    await space.call(contracts.listeners, 'delete', { id: space.id });
    flying.answer(status);
    await beside.dueTwice();
    expect(space.receiver.received).toHaveLength(1);
    await sweep(services.ports.database, services.ports.clock.now());
    const rows = await services.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from events.delivery where space_id = ${space.caller.space_id} and listener_id = ${space.id}`);
    expect(rows).toBe(0);
    await space.receiver.close();
    await beside.end();
  }
  expect(services.ports.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

/** Fourteen dead deliveries, and a fifteenth whose last attempt is in flight. */
async function onTheBrink(): Promise<{ space: WebhookSpace; answer(status: number): void }> {
  const space = await createWebhookSpace(services);
  const held: ServerResponse[] = [];
  let isHeld = false;
  space.receiver.answer((request, response) => {
    if (isHeld && request.event.attempt === MAX_ATTEMPTS) held.push(response);
    else response.writeHead(500).end();
  });
  const dies = async (count: number, last: number) => {
    const before = (await listDeliveries(space)).length;
    for (let made = 0; made < count; made += 1) await space.happen();
    for (let attempt = 1; attempt <= last; attempt += 1) {
      await eventually(async () => {
        const deliveries = await listDeliveries(space);
        expect(deliveries).toHaveLength(before + count);
        for (const delivery of deliveries.slice(0, count)) expect(delivery.attempts).toHaveLength(attempt);
      });
      advance(721 * MINUTE_MS);
    }
  };
  await dies(14, MAX_ATTEMPTS);
  expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 14 });
  isHeld = true;
  await dies(1, MAX_ATTEMPTS - 1);
  await eventually(() => expect(held).toHaveLength(1));
  return { space, answer: (status) => void held[0]!.writeHead(status).end() };
}

const dead = (space: WebhookSpace) => eventually(async () => expect((await listDeliveries(space))[0]).toMatchObject({ state: 'dead' }));

test('switching it on during the fifteenth death clears the fourteen before, and the fifteenth is the first of a new count', async () => {
  const { space, answer } = await onTheBrink();
  await update(space, { enabled: true });
  answer(500);
  await dead(space);
  expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 1, disabled_reason: null });
  await space.receiver.close();
}, 60_000);

test('switching it on at the moment of the fifteenth death ends switched on: no late death undoes it', async () => {
  const { space, answer } = await onTheBrink();
  const patched = update(space, { enabled: true });
  answer(500);
  await Promise.all([patched, dead(space)]);
  await update(space, { enabled: true });
  expect(await getListener(space)).toMatchObject({
    enabled: true,
    consecutive_dead_deliveries: 0,
    disabled_reason: null,
    disabled_at: null,
  });
  await space.receiver.close();
}, 60_000);

test('a success instead of the fifteenth death clears the count', async () => {
  const { space, answer } = await onTheBrink();
  answer(200);
  await eventually(async () => expect(await getListener(space)).toMatchObject({ enabled: true, consecutive_dead_deliveries: 0 }));
  await space.receiver.close();
}, 60_000);

test('while none of three receivers can be reached deliveries die by the schedule, and no webhook is switched off', async () => {
  const spaces = await Promise.all(Array.from({ length: 3 }, () => createWebhookSpace(services)));
  const deaths = async (count: number) => {
    const before = (await listDeliveries(spaces[0]!)).length;
    for (let made = 0; made < count; made += 1) await Promise.all(spaces.map((space) => space.happen()));
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
  await deaths(16);
  for (const space of spaces) expect((await listDeliveries(space)).every(({ state }) => state === 'dead')).toBe(true);
  const counts = await Promise.all(spaces.map(async (space) => (await getListener(space)).consecutive_dead_deliveries));
  expect(Math.max(...counts)).toBe(0);
}, 90_000);
