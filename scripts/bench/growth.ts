import { type Client, createClient } from '@space/client';
import { openDatabase, sql } from '@space/database';
import type { Profile } from '../profiles/profile.ts';
import { load, median, percentile } from './load.ts';
import { cpuSeconds, type Pids } from './processes.ts';
import { loadWithCpu } from './requests.ts';
import { type Subject, subject } from './subject.ts';
import { withIndex } from './tables.ts';
import { drained, sendSteadily } from './webhooks.ts';

/** The cost of one kind of work at one size. */
interface Point {
  readonly size: number;
  readonly cost: number;
}

/** The growth of the cost of one kind of work with one size. */
export interface Growth {
  /** The work that is measured. */
  readonly work: string;
  /** The size that grows. */
  readonly size: string;
  readonly unit: 'CPU ms' | 'p99 ms';
  readonly points: readonly Point[];
  /** The greatest acceptable ratio of the cost at the last size to that at the first one. */
  readonly most: number;
}

/** A running system: its profile, its processes, and receivers of webhooks at `receivers_url`. */
export interface GrowingSystem {
  readonly profile: Profile;
  readonly pids: Pids;
  readonly receivers_url: string;
}

const ROUNDS = 3;
const RATE = 100;
/** Work that costs the same at any size may still vary by so much: it is CPU time on a shared machine. */
const SAME = 1.5;

/** Yields how costs grow over decades of one size after the other. `say` gets a line before each. */
export async function* measureGrowth(
  system: GrowingSystem,
  seconds: number,
  isQuick: boolean,
  say: (line: string) => void,
): AsyncGenerator<Growth> {
  const upTo = (...sizes: number[]) => (isQuick ? sizes.slice(0, -1) : sizes);
  for (const [title, measure] of Object.entries<() => Promise<Growth[]>>({
    contacts: () => growContacts(system, seconds, upTo(10, 100, 1_000, 10_000, 100_000)),
    rows: () => growRows(system, seconds, upTo(10, 100, 1_000, 10_000, 100_000)),
    tables: () => growTables(system, seconds, upTo(1, 10, 100, 500)),
    webhooks: () => growWebhooks(system, seconds, [1, 5, 25]),
    'half of all events': () => growShare(system, seconds),
    Spaces: () => growSpaces(system, seconds, upTo(1, 10, 100, 1_000, 10_000)),
    'deliveries that are stored': () => growLog(system, seconds, upTo(100_000, 1_000_000, 10_000_000)),
  })) {
    say(`Growth: ${title} …`);
    yield* await measure();
  }
}

/** Returns the CPU time of a request in milliseconds, Postgres and brokers included: the median of some rounds. */
async function requestCost({ pids }: GrowingSystem, request: Parameters<typeof load>[0], seconds: number): Promise<number> {
  await load(request, 1);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { cpu_seconds_per_1000, not_2xx } = await loadWithCpu(request, seconds, pids);
    if (not_2xx > 0) throw new Error(`${not_2xx} requests to ${request.url} failed.`);
    // Seconds of 1,000 requests are milliseconds of one.
    costs.push(cpu_seconds_per_1000);
  }
  return median(costs);
}

let people = 0;
const person = () => JSON.stringify({ name: `Person ${++people}`, email: `growth.${process.pid}.${people}@example.com` });
const headersOf = ({ api_key }: { readonly api_key: string }) => ({
  authorization: `Bearer ${api_key}`,
  'content-type': 'application/json',
});

async function growContacts(system: GrowingSystem, seconds: number, sizes: readonly number[]): Promise<Growth[]> {
  const lists: Point[] = [];
  const creates: Point[] = [];
  for (const size of sizes) {
    const one = await subject(system.profile, size);
    const request = { url: `${system.profile.connection.base_url}/contacts`, headers: headersOf(one) };
    lists.push({ size, cost: await requestCost(system, { ...request, url: `${request.url}?limit=10` }, seconds) });
    creates.push({ size, cost: await requestCost(system, { ...request, body: person }, seconds) });
  }
  const size = 'contacts of the Space';
  return [
    { work: 'list 10 contacts', size, unit: 'CPU ms', points: lists, most: SAME },
    { work: 'create a contact with its event', size, unit: 'CPU ms', points: creates, most: SAME },
  ];
}

async function growRows(system: GrowingSystem, seconds: number, sizes: readonly number[]): Promise<Growth[]> {
  const lists: Point[] = [];
  const creates: Point[] = [];
  const one = await subject(system.profile, 0);
  for (const size of sizes) {
    const { url } = await newTable(system, one.client, size);
    await addRows(url, headersOf(one), size);
    const list = { url: `${url}?limit=10&sort=-amount`, headers: headersOf(one) };
    if (size >= INDEXED_ROWS) await withIndex(list, INDEX_SECONDS);
    lists.push({ size, cost: await requestCost(system, list, seconds) });
    creates.push({ size, cost: await requestCost(system, { url, headers: headersOf(one), body: row }, seconds) });
  }
  const size = 'rows of the table';
  return [
    { work: 'list 10 rows by a number', size, unit: 'CPU ms', points: lists, most: SAME },
    { work: 'create a row with its event', size, unit: 'CPU ms', points: creates, most: SAME },
  ];
}

const BULK = 100;
/** Rows from which an order that is used often gets an index, and the time for it. */
const INDEXED_ROWS = 20_000;
const INDEX_SECONDS = 30;
let made = 0;
const cells = () => ({ name: `Row ${++made}`, amount: (made * 7_919) % 1_000_003 });
const row = () => JSON.stringify({ data: cells() });

async function newTable({ profile }: GrowingSystem, client: Client, number: number): Promise<{ readonly url: string }> {
  const { id } = await client.tables.create({
    name: `Growth ${number}`,
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'amount', label: 'Amount', type: 'number' },
    ],
  });
  return { url: `${profile.connection.base_url}/tables/${id}/rows` };
}

async function addRows(url: string, headers: Record<string, string>, count: number): Promise<void> {
  for (let left = count; left > 0; left -= BULK) {
    const rows = Array.from({ length: Math.min(BULK, left) }, cells);
    const response = await fetch(`${url}/bulk`, { method: 'POST', headers, body: JSON.stringify({ rows }) });
    if (!response.ok) throw new Error(`A bulk insert answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function growTables(system: GrowingSystem, seconds: number, sizes: readonly number[]): Promise<Growth[]> {
  const one = await subject(system.profile, 0);
  const creates: Point[] = [];
  const urls: string[] = [];
  for (const size of sizes) {
    while (urls.length < size) urls.push((await newTable(system, one.client, urls.length)).url);
    const send = (n: number) => post(urls[n % size]!, headersOf(one), row());
    creates.push({ size, cost: await steadyCost(system, seconds, send) });
  }
  return [{ work: 'create a row in one table after the other', size: 'tables of the Space', unit: 'CPU ms', points: creates, most: SAME }];
}

/** Returns the CPU time in milliseconds of a request at a fixed rate, or of each delivery that `finish` counts: the median of some rounds. */
async function steadyCost({ pids }: GrowingSystem, seconds: number, send: (n: number) => Promise<void>, finish?: Finish): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = cpuSeconds(Object.values(pids));
    const sent = await sendSteadily(RATE, seconds, (n) => send(round * RATE * seconds + n));
    const units = finish ? await finish(sent) : sent;
    // The first round warms caches up.
    if (round > 0) costs.push(((cpuSeconds(Object.values(pids)) - before) * 1_000) / units);
  }
  return median(costs);
}

/** Waits for the deliveries of events and returns their number. */
type Finish = (sent: number) => Promise<number>;

async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${url} answered ${response.status}: ${text}`);
}

/** Returns a function that waits until each event is delivered to `webhooks` of them. */
const delivered =
  (url: string, webhooks: number): Finish =>
  async (sent) => {
    const samples = await drained(url, sent * webhooks);
    if (samples.length < sent * webhooks) throw new Error(`${sent * webhooks - samples.length} deliveries did not arrive.`);
    await fetch(`${url}/samples?reset`);
    return sent * webhooks;
  };

const addWebhook = ({ client }: Pick<Subject, 'client'>, url: string, number: number) =>
  client.event_subscriptions.create({ kind: 'webhook', name: `W${number}`, url: `${url}/${number}`, event_types: ['contact_created'] });

async function growWebhooks(system: GrowingSystem, seconds: number, sizes: readonly number[]): Promise<Growth[]> {
  const { profile, receivers_url } = system;
  const one = await subject(profile, 0);
  const points: Point[] = [];
  let count = 0;
  await fetch(`${receivers_url}/samples?reset`);
  for (const size of sizes) {
    for (; count < size; count += 1) await addWebhook(one, receivers_url, count);
    const send = () => post(`${profile.connection.base_url}/contacts`, headersOf(one), person());
    points.push({ size, cost: await steadyCost(system, seconds, send, delivered(receivers_url, size)) });
  }
  return [{ work: 'one delivery, with its part of the event', size: 'webhooks of the Space', unit: 'CPU ms', points, most: 1 }];
}

/** Measures the latency of other Spaces while one of twenty makes a twentieth, and half, of all events. */
async function growShare({ profile, receivers_url }: GrowingSystem, seconds: number): Promise<Growth[]> {
  const spaces: Subject[] = [];
  for (let n = 0; n < 20; n += 1) spaces.push(await subject(profile, 0));
  // Only the others have webhooks, so that only their latency is measured.
  for (const [n, one] of spaces.entries()) if (n > 0) await addWebhook(one, receivers_url, n);
  const others = spaces.length - 1;
  const points: Point[] = [];
  for (const share of [1 / spaces.length, 0.5]) {
    const p99s: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await fetch(`${receivers_url}/samples?reset`);
      let expected = 0;
      await sendSteadily(RATE, seconds * 2, (n) => {
        const isLarge = Math.floor((n + 1) * share) > Math.floor(n * share);
        if (!isLarge) expected += 1;
        return post(`${profile.connection.base_url}/contacts`, headersOf(spaces[isLarge ? 0 : 1 + (n % others)]!), person());
      });
      const samples = await drained(receivers_url, expected);
      if (samples.length < expected) throw new Error(`${expected - samples.length} deliveries did not arrive.`);
      p99s.push(percentile(samples, 0.99));
    }
    points.push({ size: share * 100, cost: median(p99s) });
  }
  return [{ work: 'commit → webhook received, other Spaces', size: '% of events from one Space', unit: 'p99 ms', points, most: SAME }];
}

const CREATED_AT_ONCE = 16;

async function growSpaces(system: GrowingSystem, seconds: number, sizes: readonly number[]): Promise<Growth[]> {
  const { profile, receivers_url } = system;
  const { base_url, operator_token } = profile.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  const keys: string[] = [];
  const points: Point[] = [];
  await fetch(`${receivers_url}/samples?reset`);
  const addSpace = async (n: number) => {
    const { id } = await operator.settings.create_space({ name: `Space ${n}` });
    const { api_key } = await operator.settings.create_key({ space_id: id, scopes: ['contacts:write', 'automations:write'] });
    await addWebhook({ client: createClient({ base_url, api_key }) }, receivers_url, n);
    keys.push(api_key);
  };
  for (const size of sizes) {
    while (keys.length < size) {
      const count = Math.min(CREATED_AT_ONCE, size - keys.length);
      await Promise.all(Array.from({ length: count }, (_, n) => addSpace(keys.length + n)));
    }
    const send = (n: number) => post(`${base_url}/contacts`, headersOf({ api_key: keys[n % size]! }), person());
    points.push({ size, cost: await steadyCost(system, seconds, send, delivered(receivers_url, 1)) });
  }
  return [{ work: 'create a contact and deliver its event', size: 'Spaces with a webhook', unit: 'CPU ms', points, most: SAME }];
}

const FILLED_AT_ONCE = 50_000;

/** The stored deliveries are those of the measured webhook. */
async function growLog(system: GrowingSystem, seconds: number, sizes: readonly number[]): Promise<Growth[]> {
  const { profile, receivers_url } = system;
  const one = await subject(profile, 0);
  const { subscription } = await addWebhook(one, receivers_url, 0);
  const database = await openDatabase(profile.connection.database_url!);
  const deliveries: Point[] = [];
  const lists: Point[] = [];
  await fetch(`${receivers_url}/samples?reset`);
  let stored = 0;
  for (const size of sizes) {
    for (; stored < size; stored += FILLED_AT_ONCE)
      await database.query(sql.typeAlias('void')`
      with filled as (select 'evt_00' || lpad(i::text, 12, '0') as id from generate_series(${stored + 1}::bigint, ${stored + FILLED_AT_ONCE}) as i),
      new_events as (
        insert into events.event (id, space_id, type, body, recorded_at)
        select id, ${one.space_id}, 'contact_created', '{"id":"' || id || '","type":"contact_created","data":{}}', now() from filled
      )
      insert into events.delivery (space_id, listener_id, event_id, status, attempts, created_at, updated_at)
      select ${one.space_id}, ${subscription.id}, id, 'succeeded', 1, now(), now() from filled`);
    await database.query(sql.typeAlias('void')`analyze events.delivery, events.event`);
    const send = () => post(`${profile.connection.base_url}/contacts`, headersOf(one), person());
    deliveries.push({ size, cost: await steadyCost(system, seconds, send, delivered(receivers_url, 1)) });
    const url = `${profile.connection.base_url}/event-subscriptions/${subscription.id}/deliveries?limit=10`;
    lists.push({ size, cost: await requestCost(system, { url, headers: headersOf(one) }, seconds) });
  }
  await database.end();
  const size = 'deliveries that are stored';
  return [
    { work: 'create a contact and deliver its event', size, unit: 'CPU ms', points: deliveries, most: SAME },
    { work: 'list 10 deliveries', size, unit: 'CPU ms', points: lists, most: SAME },
  ];
}
