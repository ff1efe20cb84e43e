import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { type Load, load, median } from './load.ts';
import { fill, type Subject, subject } from './subject.ts';

/** Contacts of each Space; the quiet Space lists 50 of them. */
const CONTACTS = 1_000;
/** The share of what the profile can serve that the quiet Space asks for. */
const QUIET_SHARE = 0.25;
const QUIET_CONNECTIONS = 8;
/** Connections of visitors without a key, each of which sends as fast as it is answered. */
const VISITORS = 64;
const WARM_UP_SECONDS = 4;
/** The loads take turns, because the 99th percentile depends on what else the machine does at the time. */
const ROUNDS = 3;
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
  const url = `${profile.connection.base_url}/contacts?limit=50`;
  const listOf = (key: string) => ({ url, headers: { authorization: `Bearer ${key}` } });
  const { per_second } = await load(listOf(api_key), WARM_UP_SECONDS);
  const rate = Math.max(1, Math.round(per_second * QUIET_SHARE));
  const measure = () => load(listOf(api_key), seconds, QUIET_CONNECTIONS, rate);

  const noisy = await subject(profile, CONTACTS);
  const others: Readonly<Record<string, OtherLoad>> = {
    'half of all load from one Space': () => load(listOf(noisy.api_key), seconds, QUIET_CONNECTIONS, rate),
    'a flood of visitors without a key': () => load({ url: `${profile.connection.base_url}/contacts` }, seconds, VISITORS),
    'a Space that computes the costliest formulas': await formulaLoad(noisy),
  };

  const alone: Load[] = [];
  const withOther = new Map<string, Load[]>(Object.keys(others).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await measure());
    for (const [name, other] of Object.entries(others)) withOther.get(name)!.push(await during(other, measure));
  }
  const base = median(alone.map(({ p99_ms }) => p99_ms));
  const failed = [...alone, ...[...withOther.values()].flat()].reduce((sum, { not_2xx }) => sum + not_2xx, 0);
  return [
    { name: `p99 of a quiet Space alone, ${rate}/s`, value: base, unit: 'ms', goal: 50, bound: 'most' },
    ...[...withOther].map(
      ([name, loads]): Figure => ({
        name,
        // The client measures whole milliseconds.
        value: median(loads.map(({ p99_ms }) => p99_ms)) / Math.max(1, base),
        unit: '× alone',
        goal: GOAL,
        bound: 'most',
      }),
    ),
    { name: 'failed requests of the quiet Space', value: failed, unit: 'requests', goal: 0, bound: 'most' },
  ];
}

async function during(other: OtherLoad, measure: () => Promise<Load>): Promise<Load> {
  const stopping = new AbortController();
  const running = other(stopping.signal);
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
