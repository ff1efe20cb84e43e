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
import { attemptsWritten } from './attempts-written.ts';
import { surviving } from './crash.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';

const TIMEOUT_MS = 400_000;
const MINUTE_MS = 60_000;
const LATE_MS = 11_000;
const HEALTHY = 20;
const DAY_MS = 1_440 * MINUTE_MS;
/** So long before an attempt is due it must not have been made: longer than the test takes to look. */
const NOT_YET_MS = 20_000;
const HEARD = { timeout: 30_000 };
/** Shorter than the ten seconds after which an attempt that hangs is given up. */
const NOT_GIVEN_UP = { timeout: 9_000 };
/** Three of these leave time for the rest before a failed attempt is made again, after a minute. */
const BEFORE_A_RETRY = { timeout: 10_000 };

let cluster: OwnCluster;
beforeAll(async () => {
  cluster = await startOwnCluster({ hurt: true });
}, 240_000);
afterAll(() => cluster?.stop(), 60_000);

/** A receiver whose certificate nobody vouches for. */
async function tlsReceiver(): Promise<{ url: string; server: Server }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const server = createTlsServer({ cert, key });
  server.on('tlsClientError', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `https://127.0.0.1:${(server.address() as { port: number }).port}/`, server };
}

/** A receiver that says these bytes to whoever connects, and then what `then` does with the connection. */
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

/** The names of the contacts that a receiver heard of. */
const namesOf = ({ received }: Receiver): string[] => received.map(({ event }) => (event.data.contact as { name: string }).name);

test(
  '26 receivers of every bad kind fail within ten seconds each, and the healthy one beside them does not wait',
  async () => {
    await surviving(cluster, '26 bad receivers', async ({ client, ledger }) => {
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
      }, HEARD);
      // The healthy one hears while the silent one is still waited for.
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
  '27 one receiver hangs: the others hear before it is given up',
  async () => {
    await surviving(cluster, '27 one hangs', async ({ client, ledger }) => {
      const black = await startReceiver();
      black.answer(() => {});
      const healthy = await Promise.all(Array.from({ length: HEALTHY }, () => startReceiver()));
      const ids = [await hook(client, 'Black hole', black.url, 'contact_created', 'contact_updated')];
      // Of a type that the load does not make: so many that hear all of it fall behind on their own account. The ledger hears it.
      for (const { url } of healthy) ids.push(await hook(client, url, url, 'contact_updated'));
      const { data: contacts } = await client.contacts.list({ limit: 1 });
      for (let count = 0; count < 10; count += 1) {
        const name = `Heard ${count}`;
        await client.contacts.update({ id: contacts[0]!.id, name });
        const email = await ledger.createOne();
        for (const receiver of healthy) await eventually(() => expect(namesOf(receiver)).toContain(name), NOT_GIVEN_UP);
        await eventually(() => expect([...ledger.delivered.keys()]).toContain(email), NOT_GIVEN_UP);
      }
      for (const id of ids) await client.event_subscriptions.delete({ id });
      for (const receiver of [black, ...healthy]) await receiver.close();
    });
  },
  TIMEOUT_MS,
);

test.each([
  ['29 the clock of the delivery process jumps two days ahead and back', 'delivery', 2 * DAY_MS],
  ['29 the clock of the delivery process jumps two days back and ahead', 'delivery', -2 * DAY_MS],
  ['29 the clock of the process that emits jumps two days back and ahead', 'contacts', -2 * DAY_MS],
])(
  '%s: what happens is heard, also by who has just come, and nothing is tried again before its time',
  async (row, service, jump) => {
    await surviving(cluster, row, async ({ client, ledger }) => {
      const failing = await startReceiver();
      failing.answer((_request, response) => response.writeHead(500).end());
      const newcomer = await startReceiver();
      const hooks = [await hook(client, 'Failing', failing.url, 'contact_updated')];
      const { data: contacts } = await client.contacts.list({ limit: 1 });
      await client.contacts.update({ id: contacts[0]!.id, name: 'Failed once' });
      await eventually(() => expect(failing.received).toHaveLength(1), BEFORE_A_RETRY);
      try {
        await cluster.failpoints.moveClock(service, jump);
        hooks.push(await hook(client, 'Newcomer', newcomer.url, 'contact_updated'));
        const made = await ledger.createOne();
        await eventually(() => expect(ledger.delivered.has(made)).toBe(true), BEFORE_A_RETRY);
        await client.contacts.update({ id: contacts[0]!.id, name: 'Seen by a newcomer' });
        await eventually(() => expect(newcomer.received).toHaveLength(1), BEFORE_A_RETRY);
        await delay(3_000);
      } finally {
        await cluster.failpoints.moveClock(service, 0);
      }
      await delay(3_000);
      expect(namesOf(failing)).toEqual(['Failed once', 'Seen by a newcomer']);
      for (const id of hooks) await client.event_subscriptions.delete({ id });
      await Promise.all([failing.close(), newcomer.close()]);
    });
  },
  TIMEOUT_MS,
);

test(
  '30 the clock of Postgres steps back an hour: order and delivery go by numbers, not by its time',
  async () => {
    await surviving(cluster, '30 clock of Postgres', async () => {
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

/** Starts the processes anew that read the time of Postgres, so that they have connections with the new time. */
async function reconnect(): Promise<void> {
  for (const name of ['contacts', 'events', 'delivery']) {
    await cluster.process(name).kill('SIGTERM');
    await cluster.process(name).restart();
  }
}

test(
  '32 the whole ladder of retries: eight attempts at exactly 0, 1, 6, 21, 81, 261, 621 and 1341 minutes, then dead',
  async () => {
    await surviving(cluster, '32 ladder of retries', async ({ client }) => {
      const failing = await startReceiver();
      failing.answer((_request, response) => response.writeHead(500).end());
      // Of a type that the load does not make: fifteen of those would switch the webhook off.
      const { subscription } = await client.event_subscriptions.create({
        kind: 'webhook',
        name: 'Failing',
        url: failing.url,
        event_types: ['contact_updated'],
      });
      const { id } = subscription;
      const database = await openDatabase(cluster.database_url, { connections: 1 });
      const { data: contacts } = await client.contacts.list({ limit: 1 });
      await client.contacts.update({ id: contacts[0]!.id, name: 'Ladder of eight' });
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
        await attemptsWritten(database, id, index + 1);
      }
      // The clock stays where it is: what was due by it must not wait for a day that has been.
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
