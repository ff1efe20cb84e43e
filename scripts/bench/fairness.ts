import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';
import { load, median } from './load.ts';
import type { PacedLoad } from './paced-load.ts';
import { fill, type Subject, subject } from './subject.ts';

/** Contacts of each Space; the quiet Space lists 50 of them. */
const CONTACTS = 1_000;
/** The share of what the profile can serve that the quiet Space asks for, evenly in time. */
const QUIET_SHARE = 0.25;
/** Connections of visitors without a key, each of which sends as fast as it is answered. */
const VISITORS = 64;
const WARM_UP_SECONDS = 4;
/** The loads take turns, because the 99th percentile depends on what else the machine does at the time. */
const ROUNDS = 5;
/** Time before and after a measurement in which the other load runs, in seconds. */
const MARGIN_SECONDS = 1.5;
/** Maximum ratio of the 99th percentile of a quiet Space with another load to that without. */
const GOAL = 1.2;

const TABLE_ROWS = 2_000;
/** The costliest formula that is accepted, for the column `name` of a table. */
const formula = (turn: number) =>
  `CONCATENATE(${Array.from({ length: 45 }, () => 'SEARCH("z",REPT({name}&"B",50000))').join(',')},"${turn}")`;

/** A load that runs during that of the quiet Space, until it is aborted. */
type OtherLoad = (stop: AbortSignal) => Promise<unknown>;

/** Measures by how much other loads raise the 99th percentile of a quiet Space that lists contacts at a steady rate. */
export async function measureFairness(quiet: Subject, seconds: number): Promise<Figure[]> {
  const { profile, api_key, space_id } = quiet;
  await fill(profile.connection.database_url!, space_id, CONTACTS);
  const { base_url } = profile.connection;
  const { per_second } = await load(
    { url: `${base_url}/contacts?limit=50`, headers: { authorization: `Bearer ${api_key}` } },
    WARM_UP_SECONDS,
  );
  const rate = Math.max(1, Math.round(per_second * QUIET_SHARE));
  const list = (key: string, forSeconds: number) => pacedLoad([`${base_url}/contacts?limit=50`, key, rate, forSeconds]);

  const noisy = await subject(profile, CONTACTS);
  const others: Readonly<Record<string, OtherLoad>> = {
    'half of all load from one Space': () => list(noisy.api_key, seconds + 2 * MARGIN_SECONDS),
    'a flood of visitors without a key': () => load({ url: `${base_url}/contacts` }, seconds + 2 * MARGIN_SECONDS, VISITORS),
    'a Space that computes the costliest formulas': await formulaLoad(noisy),
  };

  const alone: PacedLoad[] = [];
  const withOther = new Map<string, PacedLoad[]>(Object.keys(others).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await list(api_key, seconds));
    for (const [name, other] of Object.entries(others)) withOther.get(name)!.push(await during(other, () => list(api_key, seconds)));
  }
  const base = median(alone.map(({ p99_ms }) => p99_ms));
  const failed = [...alone, ...[...withOther.values()].flat()].reduce((sum, one) => sum + one.failed, 0);
  return [
    { name: `p99 of a quiet Space alone, ${rate}/s`, value: base, unit: 'ms', goal: 50, bound: 'most' },
    ...[...withOther].map(
      ([name, loads]): Figure => ({
        name,
        value: median(loads.map(({ p99_ms }) => p99_ms)) / base,
        unit: '× alone',
        goal: GOAL,
        bound: 'most',
      }),
    ),
    { name: 'failed requests of the quiet Space', value: failed, unit: 'requests', goal: 0, bound: 'most' },
  ];
}

const run = promisify(execFile);

async function pacedLoad(args: readonly (string | number)[]): Promise<PacedLoad> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'paced-load.ts'), ...args.map(String)]);
  return JSON.parse(stdout) as PacedLoad;
}

async function during(other: OtherLoad, measure: () => Promise<PacedLoad>): Promise<PacedLoad> {
  const stopping = new AbortController();
  const running = other(stopping.signal);
  await delay((MARGIN_SECONDS * 1_000) / 3);
  const measured = await measure();
  stopping.abort();
  await running;
  return measured;
}

/** Creates a table with rows and returns a load that computes a new formula in all of them, again and again. */
async function formulaLoad({ client }: Subject): Promise<OtherLoad> {
  const { id: table_id } = await client.tables.create({ name: 'Costly', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  for (let rows = 0; rows < TABLE_ROWS; rows += 100)
    await client.rows.create_bulk({ table_id, rows: Array.from({ length: 100 }, (_, n) => ({ name: `Row ${rows + n}` })) });
  let turn = 0;
  return async function recompute(stop) {
    while (!stop.aborted) {
      const key = `costly_${turn++}`;
      const { id } = await client.columns.create({
        table_id,
        key,
        label: key,
        type: 'formula',
        field_config: { expression: formula(turn) },
      });
      await delay(1_000, undefined, { signal: stop }).catch(() => {});
      await client.columns.delete({ table_id, column_id: id });
    }
  };
}
