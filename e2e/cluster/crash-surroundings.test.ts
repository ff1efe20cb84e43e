import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@space/client';
import { RETRY_DELAYS_MINUTES } from '@space/contracts/events';
import { openDatabase, sql } from '@space/database';
import { eventually, type Receiver, startReceiver } from '@space/runtime/testing';
import { generate } from 'selfsigned';
import { z } from 'zod';
import { expectNoEventLost } from './fault-injection.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { waitForAttempts } from './wait-for-attempts.ts';

const TIMEOUT_MS = 400_000;
const MINUTE_MS = 60_000;
const LATE_MS = 11_000;
const HEALTHY = 20;
const DAY_MS = 1_440 * MINUTE_MS;
/** The time before an attempt is due at which it must not have been made. It is longer than one check of the test. */
const NOT_YET_MS = 20_000;
const RECEIVE_TIMEOUT = { timeout: 30_000 };
/** Shorter than the timeout of an attempt, ten seconds. */
const WITHIN_ATTEMPT_TIMEOUT = { timeout: 9_000 };
/** Three of these are shorter than the first retry delay, one minute. */
const BEFORE_A_RETRY = { timeout: 10_000 };

let cluster: OwnCluster;
beforeAll(async () => {
  cluster = await startOwnCluster({ withFailpoints: true });
}, 240_000);
afterAll(() => cluster?.stop(), 60_000);

/** Starts a receiver with an untrusted certificate. */
async function tlsReceiver(): Promise<{ url: string; server: Server }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const server = createTlsServer({ cert, key });
  server.on('tlsClientError', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `https://127.0.0.1:${(server.address() as { port: number }).port}/`, server };
}

/** Starts a receiver that writes these bytes to each connection and then handles it as `then` names. */
async function rawReceiver(bytes: string, then: 'keep' | 'drip' | 'flood' | 'reset' | 'late'): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (then === 'late') setTimeout(() => socket.end(bytes), LATE_MS);
      else socket.write(bytes);
      if (then === 'reset') socket.resetAndDestroy();
      if (then === 'drip') {
        const drip = setInterval(() => socket.write('.'), 500);
        socket.once('close', () => clearInterval(drip));
      }
      if (then === 'flood') {
        const flood = () => {
          while (!socket.destroyed && socket.write('x'.repeat(65_536)));
        };
        socket.on('drain', flood);
        flood();
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, server };
}

async function hook({ event_subscriptions }: Client, name: string, url: string, ...event_types: string[]): Promise<string> {
  const { subscription } = await event_subscriptions.create({ kind: 'webhook', name, url, event_types });
  return subscription.id;
}

/** Returns the names of the contacts in the events of a receiver. */
const namesOf = ({ received }: Receiver): string[] => received.map(({ event }) => (event.data.contact as { name: string }).name);

test(
  'faulty receivers of every kind fail within ten seconds, and a healthy receiver is not delayed',
  async () => {
    await expectNoEventLost(cluster, 'bad receivers', async ({ client, ledger }) => {
      const kinds = [
        ['silent', 'timeout', '', 'keep'],
        ['2xx too late', 'timeout', 'HTTP/1.1 204 No Content\r\n\r\n', 'late'],
        ['dripping', 'timeout', 'HTTP/1.1 200 OK\r\n\r\n', 'drip'],
        ['endless', 'response_too_large', 'HTTP/1.1 200 OK\r\n\r\n', 'flood'],
        ['endless headers', 'connection', 'HTTP/1.1 200 OK\r\nx: ', 'flood'],
        ['reset amid headers', 'connection', 'HTTP/1.1 20', 'reset'],
        ['to the metadata', 'redirect', 'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n', 'keep'],
      ] as const;
      const { url: tlsUrl, server: tlsServer } = await tlsReceiver();
      const receivers = await Promise.all(
        kinds.map(async ([name, error, bytes, then]) => {
          const { url, server } = await rawReceiver(bytes, then);
          return { error, server, id: await hook(client, name, url, 'contact_created') };
        }),
      );
      const tls = { error: 'tls', id: await hook(client, 'bad TLS', tlsUrl, 'contact_created') };
      const made = await ledger.createOne();
      const [event_id] = await eventually(() => {
        expect([...ledger.delivered.keys()]).toContain(made);
        return ledger.delivered.get(made)!;
      }, RECEIVE_TIMEOUT);
      // The healthy receiver gets its events while the attempt to the silent one is still running.
      expect((await client.deliveries.list({ id: receivers[0]!.id, event_id, status: 'retrying' })).data).toEqual([]);
      for (const { id, error } of [...receivers, tls])
        await eventually(
          async () => {
            // The newest of many still wait for their turn; the first has had it.
            const { data } = await client.deliveries.list({ id, status: 'retrying', limit: 1 });
            expect(data).toHaveLength(1);
            const [attempt] = data[0]!.attempts;
            expect(attempt!.error).toBe(error);
            expect(attempt!.duration_ms).toBeLessThan(11_000);
            expect((attempt!.response_body ?? '').length).toBeLessThanOrEqual(4_096);
          },
          { timeout: 40_000 },
        );
      for (const server of [...receivers.map((receiver) => receiver.server), tlsServer]) server.close();
      for (const { id } of [...receivers, tls]) await client.event_subscriptions.delete({ id });
    });
  },
  TIMEOUT_MS,
);

test(
  'one receiver hangs: the others receive their events before its attempt times out',
  async () => {
    await expectNoEventLost(cluster, 'one hangs', async ({ client, ledger }) => {
      const black = await startReceiver();
      black.answer(() => {});
      const healthy = await Promise.all(Array.from({ length: HEALTHY }, () => startReceiver()));
      const ids = [await hook(client, 'Black hole', black.url, 'contact_created', 'contact_updated')];
      // A type that the load does not emit: so many webhooks on the load would lag by themselves.
      for (const { url } of healthy) ids.push(await hook(client, url, url, 'contact_updated'));
      const { data: contacts } = await client.contacts.list({ limit: 1 });
      for (let count = 0; count < 10; count += 1) {
        const name = `Receiver ${count}`;
        await client.contacts.update({ id: contacts[0]!.id, name });
        const email = await ledger.createOne();
        for (const receiver of healthy) await eventually(() => expect(namesOf(receiver)).toContain(name), WITHIN_ATTEMPT_TIMEOUT);
        await eventually(() => expect([...ledger.delivered.keys()]).toContain(email), WITHIN_ATTEMPT_TIMEOUT);
      }
      for (const id of ids) await client.event_subscriptions.delete({ id });
      for (const receiver of [black, ...healthy]) await receiver.close();
    });
  },
  TIMEOUT_MS,
);

test.each([
  ['the clock of the delivery process jumps two days ahead and back', 'delivery', 2 * DAY_MS],
  ['the clock of the delivery process jumps two days back and ahead', 'delivery', -2 * DAY_MS],
  ['the clock of the process that emits jumps two days back and ahead', 'contacts', -2 * DAY_MS],
])(
  '%s: events are delivered, also to a new listener, and no retry is early',
  async (fault, service, jump) => {
    await expectNoEventLost(cluster, fault, async ({ client, ledger }) => {
      const failing = await startReceiver();
      failing.answer((_request, response) => response.writeHead(500).end());
      const newListener = await startReceiver();
      const hooks = [await hook(client, 'Failing', failing.url, 'contact_updated')];
      const { data: contacts } = await client.contacts.list({ limit: 1 });
      await client.contacts.update({ id: contacts[0]!.id, name: 'Failed once' });
      await eventually(() => expect(failing.received).toHaveLength(1), BEFORE_A_RETRY);
      try {
        await cluster.failpoints.moveClock(service, jump);
        hooks.push(await hook(client, 'New listener', newListener.url, 'contact_updated'));
        const made = await ledger.createOne();
        await eventually(() => expect(ledger.delivered.has(made)).toBe(true), BEFORE_A_RETRY);
        await client.contacts.update({ id: contacts[0]!.id, name: 'Seen by a new listener' });
        await eventually(() => expect(newListener.received).toHaveLength(1), BEFORE_A_RETRY);
        await delay(3_000);
      } finally {
        await cluster.failpoints.moveClock(service, 0);
      }
      await delay(3_000);
      expect(namesOf(failing)).toEqual(['Failed once', 'Seen by a new listener']);
      for (const id of hooks) await client.event_subscriptions.delete({ id });
      await Promise.all([failing.close(), newListener.close()]);
    });
  },
  TIMEOUT_MS,
);

test(
  'the clock of Postgres steps back an hour: order and delivery follow sequence numbers',
  async () => {
    await expectNoEventLost(cluster, 'clock of Postgres', async () => {
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      const name = sql.identifier([new URL(cluster.database_url).pathname.slice(1)]);
      await database.query(sql.typeAlias('void')`create schema earlier`);
      await database.query(sql.typeAlias('void')`
        create function earlier.now() returns timestamptz language sql stable as $$ select pg_catalog.now() - interval '1 hour' $$`);
      await database.query(sql.typeAlias('void')`alter database ${name} set search_path = earlier, pg_catalog, public`);
      await reconnect();
      await cluster.failpoints.moveClock('delivery', -60 * MINUTE_MS, 'database');
      await delay(2_000);
      await cluster.failpoints.moveClock('delivery', 0, 'database');
      await database.query(sql.typeAlias('void')`alter database ${name} reset search_path`);
      await reconnect();
      await database.end();
    });
  },
  TIMEOUT_MS,
);

/** Restarts the processes that read the time of Postgres, so that their connections use the new time. */
async function reconnect(): Promise<void> {
  for (const name of ['contacts', 'events', 'delivery']) {
    await cluster.process(name).kill('SIGTERM');
    await cluster.process(name).restart();
  }
}

test(
  'the retry schedule: eight attempts at exactly 0, 1, 6, 21, 81, 261, 621 and 1341 minutes, then dead',
  async () => {
    await expectNoEventLost(cluster, 'retry schedule', async ({ client }) => {
      const failing = await startReceiver();
      failing.answer((_request, response) => response.writeHead(500).end());
      // A type that the load does not emit: fifteen dead deliveries would disable the webhook.
      const { subscription } = await client.event_subscriptions.create({
        kind: 'webhook',
        name: 'Failing',
        url: failing.url,
        event_types: ['contact_updated'],
      });
      const { id } = subscription;
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      const { data: contacts } = await client.contacts.list({ limit: 1 });
      await client.contacts.update({ id: contacts[0]!.id, name: 'Eight attempts' });
      let moved = 0;
      for (const [index, minutes] of [0, ...RETRY_DELAYS_MINUTES].entries()) {
        if (minutes > 0) {
          moved += minutes * MINUTE_MS - NOT_YET_MS;
          await cluster.failpoints.moveClock('delivery', moved, 'database');
          await delay(500);
          expect(failing.received).toHaveLength(index);
          moved += NOT_YET_MS;
          await cluster.failpoints.moveClock('delivery', moved, 'database');
        }
        await eventually(() => expect(failing.received).toHaveLength(index + 1), { timeout: 10_000 });
        await waitForAttempts(database, id, index + 1);
      }
      // The clock stays moved: deliveries that are due by it must not wait for the real day.
      const one = await database.one(
        sql.type(z.object({ status: z.string(), next_attempt_at: z.number().nullable() }))`
          select status, next_attempt_at from events.delivery where listener_id = ${id}`,
      );
      expect(one).toEqual({ status: 'dead', next_attempt_at: null });
      await database.end();
      await client.event_subscriptions.delete({ id });
      await failing.close();
    });
  },
  TIMEOUT_MS,
);
