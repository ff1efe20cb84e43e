import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePorts, startProgram } from '../profiles/program.ts';
import { measureReads } from './commerce-reads.ts';
import type { Figure } from './figure.ts';
import { median, percentile } from './load.ts';
import { connectShop, type Shop, type SignedOrder, sendOrder } from './shop.ts';
import { measureSignatures } from './signatures.ts';
import { fill, type Subject } from './subject.ts';
import { sendSteadily } from './webhooks.ts';

const SENDERS = 8;
const ROUNDS = 3;
/** Inserts of the floor for each webhook: they are faster, and a turn must not be too short. */
const INSERTS = 8;
/** Orders that wait in the inbox together: of payers that are contacts, and of new ones. */
const WAITING = 1_000;
const WAITING_NEW = 300;
/** Contacts besides those of the payers. */
const CONTACTS = 1_000;
/** The first orders and their payers. */
const WARM_UP = 200;
/** Webhooks a second in the measurement of latencies, and its shortest duration in seconds. */
const RATE = 50;
const STEADY_SECONDS = 4;
const TIMEOUT_MS = 60_000;

/** A Space with a shop, a connection to its Postgres, and the number of orders that the shop has sent. */
interface Sales {
  readonly subject: Subject;
  readonly connection: Client;
  readonly shop: Shop;
  sent: number;
}

/**
 * Measures webhooks of a shop of the provider `signed`: answers, orders that are computed from them, and reads of orders, ledger and
 * wallet. The floor of webhooks is one insert of the same body by as many writers into a table of the same Postgres. It has no HTTP and
 * no load of HTTP on the same cores; an express process that makes the same insert (webhook-floor.ts) shows what these cost. The provider
 * needs no reads at a provider, so that their time is in no figure.
 */
export async function measureCommerce(subject: Subject, seconds: number): Promise<Figure[]> {
  const database = subject.profile.connection.database_url!;
  await fill(database, subject.space_id, CONTACTS);
  const connection = await connect(database);
  const sales: Sales = { subject, connection, shop: await connectShop(subject), sent: 0 };
  try {
    const deadlocksBefore = await deadlocks(connection);
    await sendOrders(sales, WARM_UP);
    await ordersAnnounced(sales);
    const { floor, express, webhooks } = await webhookRates(sales, database, seconds * 100);
    const known = await ratesOfInbox(sales, WAITING, WARM_UP);
    const strangers = await ratesOfInbox(sales, WAITING_NEW);
    const { answers, visible } = await latencies(sales, Math.max(STEADY_SECONDS, seconds));
    await connection.query('analyze contacts.contact, commerce.sales_order, commerce.fact, commerce.entry, commerce.movement');
    const reads = await measureReads(subject, connection);
    // Postgres publishes its counters at most once a second.
    await delay(1_000);
    return [
      { name: `provider webhook → 200, ${SENDERS} senders`, value: webhooks, floor, unit: 'webhooks/s', goal: 0.7, bound: 'least' },
      { name: 'the same next to express with that insert', value: webhooks, floor: express, unit: 'webhooks/s', goal: 0.7, bound: 'least' },
      { name: 'the same while no order is computed', value: known.received, floor, unit: 'webhooks/s', goal: 0.7, bound: 'least' },
      { name: `provider webhook → 200 at ${RATE}/s, p99`, value: percentile(answers, 0.99), unit: 'ms', goal: 100, bound: 'most' },
      ...measureSignatures(),
      { name: 'inbox → orders, ledger, outbox', value: known.computed, floor, unit: 'orders/s', goal: 0.9, bound: 'least' },
      { name: 'the same for new payers, with contacts', value: strangers.computed, floor, unit: 'orders/s', goal: 0.9, bound: 'least' },
      { name: 'deadlocks', value: (await deadlocks(connection)) - deadlocksBefore, unit: 'deadlocks', goal: 0, bound: 'most' },
      { name: `paid → event in a feed, ${RATE}/s, p50`, value: percentile(visible, 0.5), unit: 'ms', goal: 300, bound: 'most' },
      { name: `paid → event in a feed, ${RATE}/s, p99`, value: percentile(visible, 0.99), unit: 'ms', goal: 2_000, bound: 'most' },
      ...reads,
    ];
  } finally {
    await connection.end();
  }
}

/** Rates per second: webhooks, bare inserts, and inserts through express. */
interface Rates {
  readonly floor: number;
  readonly express: number;
  readonly webhooks: number;
}

/** Returns the rates of webhooks and of both floors. These take turns, and the next turn begins when every order is announced. */
async function webhookRates(sales: Sales, database: string, count: number): Promise<Rates> {
  const writers = await Promise.all(Array.from({ length: SENDERS }, () => connect(database)));
  await writers[0]!.query('create table floor_webhook (id bigint generated always as identity primary key, body bytea not null)');
  const express = await startExpress(database);
  const rates: Rates[] = [];
  try {
    const [{ body }] = sales.shop.signOrders(1) as [SignedOrder];
    const bodies = Array<Buffer>(count * INSERTS).fill(Buffer.from(body));
    const text = 'insert into floor_webhook (body) values ($1)';
    await express.receive(sales.shop.signOrders(WARM_UP));
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.push({
        floor: await perSecond(
          bodies,
          async (body, sender) => void (await writers[sender]!.query({ name: 'insert', text, values: [body] })),
        ),
        express: await express.receive(sales.shop.signOrders(count)),
        webhooks: await sendOrders(sales, count, WARM_UP),
      });
      await ordersAnnounced(sales);
    }
  } finally {
    await express.stop();
    await writers[0]!.query('drop table floor_webhook');
    for (const writer of writers) await writer.end();
  }
  const medianOf = (name: keyof Rates): number => median(rates.map((rate) => rate[name]));
  return { floor: medianOf('floor'), express: medianOf('express'), webhooks: medianOf('webhooks') };
}

/** Starts the express floor. `receive` returns the webhooks per second that it receives. */
async function startExpress(database: string) {
  const folder = await mkdtemp(join(tmpdir(), 'space-bench-express-'));
  const [port] = await freePorts(1);
  const url = new URL(`http://127.0.0.1:${port}/in/floor`);
  const program = await startProgram({
    name: 'webhook-floor',
    file: 'scripts/bench/webhook-floor.ts',
    args: [String(port), database],
    logFile: join(folder, 'webhook-floor.log'),
    env: {},
    ready: async () => (await fetch(new URL('/readyz', url))).ok,
  });
  return {
    receive: (orders: readonly SignedOrder[]) => perSecond<SignedOrder>(orders, (order) => sendOrder(url, order)),
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the webhooks per second that are received while the worker waits, and the orders per second that it computes from them. A lock
 * on the table of facts stops the worker while the webhooks arrive. The time of the orders begins with its release.
 */
async function ratesOfInbox(
  sales: Sales,
  count: number,
  payers?: number,
): Promise<{ readonly received: number; readonly computed: number }> {
  const { connection } = sales;
  await connection.query('begin');
  await connection.query('lock table commerce.fact in exclusive mode');
  const received = await sendOrders(sales, count, payers);
  const began = performance.now();
  await connection.query('commit');
  await ordersAnnounced(sales);
  return { received, computed: (count * 1_000) / (performance.now() - began) };
}

/** Sends webhooks at a fixed rate; returns the milliseconds until each answer, and until each event is in a feed. */
async function latencies(
  { subject, shop }: Sales,
  seconds: number,
): Promise<{ readonly answers: readonly number[]; readonly visible: readonly number[] }> {
  const { subscription } = await subject.client.event_subscriptions.create({
    kind: 'feed',
    name: 'Paid orders',
    event_types: ['commerce_order_paid'],
  });
  const orders = shop.signOrders((seconds + 1) * RATE);
  const began = new Map<string, number>();
  const answers: number[] = [];
  const visible: number[] = [];
  let expected = Number.POSITIVE_INFINITY;
  async function send(): Promise<void> {
    expected = await sendSteadily(RATE, seconds, async (sent) => {
      const order = orders[sent]!;
      const start = performance.now();
      began.set(order.number, start);
      await shop.send(order);
      answers.push(performance.now() - start);
    });
  }
  async function read(): Promise<void> {
    for await (const number of paidOrders(subject, subscription.id, () => visible.length < expected))
      visible.push(performance.now() - began.get(number)!);
  }
  await Promise.all([send(), read()]);
  return { answers, visible };
}

/** Yields the numbers of the orders in a feed as they arrive, as long as more are expected. */
async function* paidOrders({ profile, api_key }: Subject, feed: string, isExpected: () => boolean): AsyncGenerator<string> {
  const headers = { authorization: `Bearer ${api_key}` };
  const end = performance.now() + TIMEOUT_MS;
  for (let after = ''; isExpected(); ) {
    if (performance.now() > end) throw new Error('Events of paid orders are missing.');
    const answer = await fetch(`${profile.connection.base_url}/events?subscription_id=${feed}&limit=200&wait=1${after}`, { headers });
    if (!answer.ok) throw new Error(`The feed answered ${answer.status}.`);
    const page = (await answer.json()) as { events: { data: { order_number: string } }[]; next_cursor: string };
    for (const { data } of page.events) yield data.order_number;
    after = `&after=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Sends new orders as fast as they are answered; returns webhooks per second. */
async function sendOrders(sales: Sales, count: number, payers?: number): Promise<number> {
  const orders = sales.shop.signOrders(count, payers);
  const rate = await perSecond<SignedOrder>(orders, sales.shop.send);
  sales.sent += count;
  return rate;
}

/** Waits until every order that was sent is computed and announced: both happen in one transaction. */
async function ordersAnnounced({ subject, connection, sent }: Sales): Promise<void> {
  const text = `select count(*)::int from commerce.fact where space_id = $1 and kind = 'payment' and announced_at is not null`;
  for (const end = performance.now() + TIMEOUT_MS; ; await delay(20)) {
    const { count } = (await connection.query(text, [subject.space_id])).rows[0];
    if (count === sent) return;
    if (performance.now() > end) throw new Error(`${count} of ${sent} orders are announced.`);
  }
}

/** Calls `act` for each item, by some senders that each wait for the previous call; returns calls per second. */
async function perSecond<Item>(items: readonly Item[], act: (item: Item, sender: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  const left = items.values();
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (const item of left) await act(item, sender);
  });
  await Promise.all(senders);
  return (items.length * 1_000) / (performance.now() - began);
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function deadlocks(connection: Client): Promise<number> {
  const { rows } = await connection.query('select deadlocks::int as count from pg_stat_database where datname = current_database()');
  return rows[0].count;
}
