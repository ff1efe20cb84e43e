import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@space/client';
import { type Load, type LoadRequest, load } from './load.ts';
import { residentMb } from './processes.ts';
import type { Subject } from './subject.ts';
import { measureJumps } from './table-jumps.ts';

/** One workload on a table, against the floor if it has one. */
interface TableFigure {
  readonly name: string;
  /** Rows or requests per second, or milliseconds. */
  readonly unit: 'rows/s' | 'requests/s' | 'ms';
  readonly value: number;
  /** The goal in the unit of the figure; `ratio_goal` is that of a figure that is compared with its floor. */
  readonly goal?: number;
  readonly ratio_goal?: RatioGoal;
  readonly floor?: number;
  readonly not_2xx?: number;
  readonly p50_ms?: number;
}

/** The least ratio of a figure to its floor, by profile. */
type RatioGoal = Readonly<Record<'standalone' | 'cluster', number>>;

/** The result of a run over one large table. */
export interface TableRun {
  readonly rows: number;
  readonly figures: readonly TableFigure[];
  /** The peak memory of the process, in MB. */
  readonly peak_mb: number;
}

const BULK = 100;
/** Times that a bulk insert is sent while the service is too busy. */
const INSERT_ATTEMPTS = 5;
const STAGES = ['lead', 'talking', 'offer', 'won', 'lost'];
let made = 0;

/** Returns a row of ten cells; amounts and dates are distributed evenly. */
function row(): Record<string, unknown> {
  made += 1;
  return {
    name: `Engine Number ${made}`,
    amount: (made * 7_919) % 1_000_003,
    quantity: made % 97,
    stage: STAGES[made % STAGES.length],
    due: new Date(Date.UTC(2026, 0, 1 + (made % 365))).toISOString().slice(0, 10),
    seen: new Date(Date.UTC(2026, 0, 1) + made * 1_000).toISOString(),
    email: `buyer${made}@example.com`,
    active: made % 2 === 0,
    notes: `Order ${made} of batch ${Math.floor(made / 1_000)}, to be called back`,
    city: `City ${made % 500}`,
  };
}

/** The columns of a table of ten cells a row. */
export const columns = [
  { key: 'name', label: 'Name', type: 'text' },
  { key: 'amount', label: 'Amount', type: 'number' },
  { key: 'quantity', label: 'Quantity', type: 'number' },
  { key: 'stage', label: 'Stage', type: 'select', options: STAGES },
  { key: 'due', label: 'Due', type: 'date' },
  { key: 'seen', label: 'Seen', type: 'datetime' },
  { key: 'email', label: 'Email', type: 'email' },
  { key: 'active', label: 'Active', type: 'checkbox' },
  { key: 'notes', label: 'Notes', type: 'long_text' },
  { key: 'city', label: 'City', type: 'text' },
] as const;

/** Fills one table with `rows` rows over the API and measures typical requests; `floorUrl` does the same on typed columns. */
export async function measureTable(subject: Subject, floorUrl: string, rows: number, seconds: number, pid: number): Promise<TableRun> {
  const { client, api_key, profile } = subject;
  const figures: TableFigure[] = [];
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 500);
  const table = await client.tables.create({ name: 'Engines', columns: [...columns] });
  const url = `${profile.connection.base_url}/tables/${table.id}`;
  const headers = { authorization: `Bearer ${api_key}` };
  const bulk = () => JSON.stringify({ rows: Array.from({ length: BULK }, row) });
  const single = () => JSON.stringify({ data: row() });
  const rated = (
    name: string,
    unit: 'rows/s' | 'requests/s',
    goal: number | RatioGoal,
    each: number,
    measured: Load,
    floor: Load,
  ): void => {
    figures.push({
      name,
      unit,
      ...(typeof goal === 'number' ? { goal } : { ratio_goal: goal }),
      value: measured.per_second * each,
      floor: floor.per_second * each,
      not_2xx: measured.not_2xx,
      p50_ms: measured.p50_ms,
    });
  };
  const timed = (name: string, goal: number, measured: Load, floor?: Load): void => {
    figures.push({
      name,
      unit: 'ms',
      goal,
      value: measured.p97_5_ms,
      not_2xx: measured.not_2xx,
      p50_ms: measured.p50_ms,
      ...(floor ? { floor: floor.p97_5_ms } : {}),
    });
  };
  const ask = (query: Record<string, unknown>, path = ''): LoadRequest => {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    );
    return { url: path === '' ? `${url}/rows?limit=50&${text}` : `${url}/rows${path}?${text}`, headers };
  };

  try {
    await load({ url: `${url}/rows/bulk`, headers, body: bulk }, 3, 4);
    const floorBulk = await load({ url: `${floorUrl}/rows/bulk`, body: bulk }, seconds, 4);
    rated(
      'bulk insert of 100 rows with events, 4 clients',
      'rows/s',
      12_000,
      BULK,
      await load({ url: `${url}/rows/bulk`, headers, body: bulk }, seconds, 4),
      floorBulk,
    );
    const floorSingle = await load({ url: `${floorUrl}/rows`, body: single }, seconds);
    rated(
      'create a row with its event, 16 clients',
      'requests/s',
      { standalone: 0.6, cluster: 0.4 },
      1,
      await load({ url: `${url}/rows`, headers, body: single }, seconds),
      floorSingle,
    );

    await fill(url, headers, client, table.id, rows);
    await load({ url: `${floorUrl}/rows/bulk`, body: bulk }, 5, 4);
    const floorList = await load({ url: `${floorUrl}/rows` }, seconds);
    rated('list of 50 rows, 16 clients', 'requests/s', { standalone: 0.85, cluster: 0.6 }, 1, await load(ask({}), seconds), floorList);

    const filtered = ask({
      filters: [
        { column_key: 'stage', op: 'eq', value: 'won' },
        { column_key: 'amount', op: 'lt', value: 900_000 },
      ],
      sort: [{ column_key: 'amount', direction: 'desc' }],
    });
    const cold = await once(filtered);
    figures.push({ name: 'filter + sort before its index', unit: 'ms', goal: 1_500, value: cold });
    await withIndex(filtered, 60);
    await fetch(`${floorUrl}/analyze`, { method: 'POST' });
    const floorFiltered = await load({ url: `${floorUrl}/rows/filtered` }, seconds);
    rated(
      'filter + sort over an index, 16 clients',
      'requests/s',
      { standalone: 0.8, cluster: 0.6 },
      1,
      await load(filtered, seconds),
      floorFiltered,
    );
    timed(
      'filter + sort over an index, 1 client, p97.5',
      15,
      await load(filtered, seconds, 1),
      await load({ url: `${floorUrl}/rows/filtered` }, seconds, 1),
    );

    const cursor = await deepCursor(client, table.id, filtered, rows / 10);
    timed(
      'a page deep in it by cursor, 1 client, p97.5',
      15,
      await load({ ...filtered, url: `${filtered.url}&cursor=${encodeURIComponent(cursor)}` }, seconds, 1),
    );

    await measureJumps({ client, table_id: table.id, rows, floorUrl, ask, timed }, seconds);

    const search = ask({ search: 'Number 4242' });
    figures.push({ name: 'search before its index', unit: 'ms', goal: 1_500, value: await once(search) });
    await withIndex(search, 60);
    timed('search in the title, 1 client, p97.5', 30, await load(search, seconds, 1));

    let start = performance.now();
    const snapshot = await client.snapshots.create({ table_id: table.id });
    figures.push({ name: 'snapshot', unit: 'ms', goal: 20, value: performance.now() - start });
    await change(client, table.id, 1_000);
    start = performance.now();
    await client.snapshots.restore({ table_id: table.id, snapshot_id: snapshot.id });
    figures.push({ name: 'restore after 1,000 changes', unit: 'ms', goal: 300, value: performance.now() - start });

    figures.push({
      name: 'a formula computed over 100,000 rows',
      unit: 'ms',
      goal: 10_000,
      value: await formula(client, table.id, rows),
    });
  } finally {
    clearInterval(watching);
  }
  return { rows, figures, peak_mb: peak };
}

/** Adds rows with four concurrent bulk calls until the table has `rows` rows; `url` is that of the table. */
export async function fill(url: string, headers: Record<string, string>, client: Client, table: string, rows: number): Promise<void> {
  let { row_count: count } = await client.tables.get({ table_id: table });
  const worker = async () => {
    while (count < rows) {
      count += BULK;
      await insert(`${url}/rows/bulk`, headers, JSON.stringify({ rows: Array.from({ length: BULK }, row) }));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** Sends a bulk insert, and again while the service is too busy for it. */
async function insert(url: string, headers: Record<string, string>, body: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
    const text = await response.text();
    if (response.ok) return;
    if (response.status < 500 || attempt === INSERT_ATTEMPTS) throw new Error(`A bulk insert answered ${response.status}: ${text}`);
    await delay(1_000 * attempt);
  }
}

async function once(request: LoadRequest): Promise<number> {
  const start = performance.now();
  const response = await fetch(request.url, { headers: request.headers ?? {} });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${request.url} answered ${response.status}`);
  return performance.now() - start;
}

/** Repeats a request until it is as fast as with an index, or for some seconds. */
export async function withIndex(request: LoadRequest, seconds: number): Promise<void> {
  for (let left = seconds * 2; left > 0; left -= 1) {
    await delay(500);
    if ((await once(request)) < 12 && (await once(request)) < 12) return;
  }
}

async function deepCursor(client: Client, table: string, request: LoadRequest, offset: number): Promise<string> {
  const query = new URL(request.url).searchParams;
  const page = await client.rows.list({
    table_id: table,
    limit: 1,
    offset,
    filters: JSON.parse(query.get('filters')!),
    sort: JSON.parse(query.get('sort')!),
  });
  if (!page.next_cursor) throw new Error('There is no page that deep.');
  return page.next_cursor;
}

async function change(client: Client, table: string, count: number): Promise<void> {
  let cursor: string | undefined;
  for (let done = 0; done < count; done += BULK) {
    const page = await client.rows.list({ table_id: table, limit: BULK, ...(cursor ? { cursor } : {}) });
    cursor = page.next_cursor ?? undefined;
    await client.rows.update_bulk({
      table_id: table,
      updates: page.data.map(({ id }) => ({ row_id: id, data: { quantity: 1_000 + done } })),
    });
  }
}

/** Adds a formula column, waits until it is computed, and returns the time for 100,000 rows. */
async function formula(client: Client, table: string, rows: number): Promise<number> {
  const start = performance.now();
  const column = await client.columns.create({
    table_id: table,
    key: 'total',
    label: 'Total',
    type: 'formula',
    field_config: { expression: 'ROUND({amount} * {quantity} * 1.2, 2)' },
  });
  for (;;) {
    const { status, error } = await client.columns.get({ table_id: table, column_id: column.id });
    if (status === 'ok') return ((performance.now() - start) * 100_000) / rows;
    if (status === 'error') throw new Error(error?.message);
    await delay(250);
  }
}
