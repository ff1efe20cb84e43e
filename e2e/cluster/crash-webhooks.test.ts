import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@space/client';
import { DEAD_DELIVERIES_BEFORE_DISABLE, RETRY_DELAYS_MINUTES } from '@space/contracts/events';
import { type Database, openDatabase } from '@space/database';
import { eventually, type ReceivedRequest, type Receiver, startReceiver } from '@space/runtime/testing';
import { expectNoEventLost } from './fault-injection.ts';
import { type NameServer, startNameServer } from './name-server.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { waitForAttempts } from './wait-for-attempts.ts';

const TIMEOUT_MS = 400_000;
const MINUTE_MS = 60_000;
const PUBLIC = '93.184.215.14';
const PRIVATE = '10.1.2.3';

let names: NameServer;
let cluster: OwnCluster;
beforeAll(async () => {
  names = await startNameServer();
  cluster = await startOwnCluster({ withFailpoints: true, env: { SPACE_TEST_DNS: names.address } });
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await names?.close();
});

let moved = 0;
/** Moves the clock of the delivery process forward, never back: deliveries due by it would wait until then. */
const advance = async (milliseconds: number): Promise<void> => {
  moved += milliseconds;
  await cluster.failpoints.moveClock('delivery', moved, 'database');
};
/** Creates a webhook for a type that the load does not emit, so that only the events of the test count. */
async function hook({ event_subscriptions }: Client, url: string): Promise<{ id: string; secret: string }> {
  const { subscription, secret } = await event_subscriptions.create({
    kind: 'webhook',
    name: url,
    url,
    event_types: ['contact_updated'],
  });
  return { id: subscription.id, secret: secret! };
}

/** Emits events for such a webhook. */
async function emitEvents({ contacts }: Client, times = 1): Promise<void> {
  const { data } = await contacts.list({ limit: 1 });
  for (let time = 0; time < times; time += 1) await contacts.update({ id: data[0]!.id, name: `Ada ${Math.random()}` });
}

test(
  'host names that fail, are slow, have no address, change or are partly private: no private address is contacted, and the delivery is retried',
  async () => {
    await expectNoEventLost(cluster, 'names', async ({ client }) => {
      const cases = [
        ['servfail.example.com', ['servfail'], ['dns']],
        ['slow.example.com', ['silent'], ['dns', 'timeout']],
        ['empty.example.com', [[]], ['dns']],
        ['rebinding.example.com', [[PUBLIC], [PUBLIC], [PRIVATE], [PUBLIC], [PRIVATE]], ['unsafe_address']],
        ['mixed.example.com', [[PUBLIC], [PUBLIC, PRIVATE]], ['unsafe_address']],
      ] as const;
      const hooks = [];
      for (const [name, says, errors] of cases) {
        names.setAnswers(name, ...says);
        hooks.push({ name, errors, ...(await hook(client, `https://${name}/hook`)) });
      }
      await emitEvents(client);
      for (const { id, name, errors } of hooks)
        await eventually(
          async () => {
            const { data } = await client.deliveries.list({ id });
            expect(data).toMatchObject([{ status: 'retrying' }]);
            expect({ name, error: data[0]!.attempts[0]!.error }).toEqual({ name, error: expect.stringMatching(errors.join('|')) });
            expect(data[0]!.attempts[0]!.duration_ms).toBeLessThan(11_000);
          },
          { timeout: 30_000 },
        );
      for (const { id } of hooks) await client.event_subscriptions.delete({ id });
    });
  },
  TIMEOUT_MS,
);

/** Advances the clock through every retry of a number of deliveries of a webhook. */
async function runAllRetries(receiver: Receiver, database: Database, listener: string, deliveries: number): Promise<void> {
  for (const [index, minutes] of RETRY_DELAYS_MINUTES.entries()) {
    await waitForAttempts(database, listener, index + 1, deliveries);
    const before = receiver.received.length;
    await advance(minutes * MINUTE_MS);
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(before + deliveries), { timeout: 20_000 });
  }
}

test(
  'fifteen consecutive dead deliveries disable a webhook once, with a reason; a success or a PATCH before the fifteenth resets the count',
  async () => {
    await expectNoEventLost(cluster, 'fifteen dead deliveries', async ({ client }) => {
      const receiver = await startReceiver();
      const disabledReceiver = await startReceiver();
      const { id } = await hook(client, receiver.url);
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      await client.event_subscriptions.create({
        kind: 'webhook',
        name: 'Disabled',
        url: disabledReceiver.url,
        event_types: ['event_subscription_disabled'],
      });
      const dead = (count: number) =>
        eventually(async () => expect(await client.event_subscriptions.get({ id })).toMatchObject({ consecutive_dead_deliveries: count }), {
          timeout: 20_000,
        });
      const die = async (count: number) => {
        receiver.received.length = 0;
        await emitEvents(client, count);
        await eventually(() => expect(receiver.received).toHaveLength(count), { timeout: 20_000 });
        await runAllRetries(receiver, database, id, count);
      };
      receiver.answer((_request, response) => response.writeHead(500).end());
      await die(DEAD_DELIVERIES_BEFORE_DISABLE - 1);
      await dead(DEAD_DELIVERIES_BEFORE_DISABLE - 1);
      receiver.answer((_request, response) => response.writeHead(204).end());
      await emitEvents(client);
      await dead(0);

      receiver.answer((_request, response) => response.writeHead(500).end());
      await die(DEAD_DELIVERIES_BEFORE_DISABLE - 1);
      await dead(DEAD_DELIVERIES_BEFORE_DISABLE - 1);
      const held = Promise.withResolvers<void>();
      receiver.answer(async (request, response) => {
        if (request.event.attempt === RETRY_DELAYS_MINUTES.length + 1) await held.promise;
        response.writeHead(500).end();
      });
      await die(1);
      expect(await client.event_subscriptions.update({ id, enabled: true })).toMatchObject({ consecutive_dead_deliveries: 0 });
      held.resolve();
      await dead(1);
      expect(await client.event_subscriptions.get({ id })).toMatchObject({ enabled: true, disabled_reason: null });
      expect(disabledReceiver.received).toEqual([]);

      receiver.answer((_request, response) => response.writeHead(500).end());
      await die(DEAD_DELIVERIES_BEFORE_DISABLE - 1);
      await dead(DEAD_DELIVERIES_BEFORE_DISABLE);
      const disabled_reason = '15 deliveries in a row died; the last failed with HTTP 500.';
      expect(await client.event_subscriptions.get({ id })).toMatchObject({ enabled: false, disabled_reason });
      await eventually(() => expect(disabledReceiver.received).toHaveLength(1), { timeout: 20_000 });
      expect(disabledReceiver.received[0]!.event.data).toMatchObject({ subscription_id: id, reason: disabled_reason });
      await database.end();
      await client.event_subscriptions.delete({ id });
      for (const each of [receiver, disabledReceiver]) await each.close();
    });
  },
  TIMEOUT_MS,
);

/** Returns true if the signature of a received request is valid for this secret. */
const isSignedWith = (secret: string, { headers, body }: ReceivedRequest): boolean => {
  const [, t, v1] = /t=(\d+),v1=([0-9a-f]+)/.exec(String(headers['service-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1;
};

test(
  'a webhook rotated, disabled or deleted during an attempt: the next attempt has the new secret, or there is no next one',
  async () => {
    await expectNoEventLost(cluster, 'changed in flight', async ({ client }) => {
      const [rotated, disabled, deleted] = (await Promise.all([1, 2, 3].map(() => startReceiver()))) as [Receiver, Receiver, Receiver];
      const held = Promise.withResolvers<void>();
      for (const receiver of [rotated, disabled, deleted])
        receiver.answer(async (_request, response) => {
          await held.promise;
          response.writeHead(500).end();
        });
      const [one, two, three] = [await hook(client, rotated.url), await hook(client, disabled.url), await hook(client, deleted.url)];
      await emitEvents(client);
      // An attempt times out after ten seconds.
      for (const receiver of [rotated, disabled, deleted])
        await eventually(() => expect(receiver.received).toHaveLength(1), { timeout: 8_000 });
      const { secret } = await client.event_subscriptions.rotate_secret({ id: one.id });
      await client.event_subscriptions.update({ id: two.id, enabled: false });
      await client.event_subscriptions.delete({ id: three.id });
      held.resolve();
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      for (const { id } of [one, two]) {
        await waitForAttempts(database, id, 1);
        expect((await client.deliveries.list({ id })).data).toMatchObject([{ attempts: [{ response_code: 500 }] }]);
      }
      await advance(RETRY_DELAYS_MINUTES[0]! * MINUTE_MS);
      await eventually(() => expect(rotated.received).toHaveLength(2), { timeout: 20_000 });
      expect(isSignedWith(one.secret, rotated.received[0]!)).toBe(true);
      expect(isSignedWith(secret!, rotated.received[1]!)).toBe(true);
      expect(isSignedWith(one.secret, rotated.received[1]!)).toBe(false);
      await delay(1_500);
      expect([disabled.received.length, deleted.received.length]).toEqual([1, 1]);
      await waitForAttempts(database, two.id, 1);
      await database.end();
      await expect(client.event_subscriptions.get({ id: three.id })).rejects.toMatchObject({ status: 404 });
      for (const { id } of [one, two]) await client.event_subscriptions.delete({ id });
      for (const receiver of [rotated, disabled, deleted]) await receiver.close();
    });
  },
  TIMEOUT_MS,
);
