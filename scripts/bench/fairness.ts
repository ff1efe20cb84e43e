import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient } from '@space/client';
import { DEFAULT_RATE_LIMIT } from '@space/contracts/core';
import type { Profile } from '../profiles/profile.ts';
import type { Figure } from './figure.ts';
import { load, median } from './load.ts';
import type { PacedLoad } from './paced-load.ts';
import { fill, type Subject, subject } from './subject.ts';

/** Contacts of each Space; the quiet Space lists 50 of them. */
const CONTACTS = 1_000;
/** Requests per second of one key, below its rate limit. */
const RATE = 80;
/** Connections of a client that sends as fast as it is answered. */
const CONNECTIONS = 64;
/** The loads take turns, because the 99th percentile depends on what else the machine does at the time. */
const ROUNDS = 5;
/** Time before and after a measurement in which the other load runs, in seconds. */
const MARGIN_SECONDS = 1.5;
/** Maximum ratio of the 99th percentile of the quiet Space with an unfair load to that without, or with a fair one. */
const GOAL = 1.2;
/** The loads that others are compared with, and whose own ratio has no goal. */
const FLOORS: ReadonlySet<string> = new Set(['all Spaces evenly', 'a busy process of the lowest priority']);

const TABLE_ROWS = 2_000;
/** The costliest formula that is accepted, for the column `name` of a table. */
const formula = (turn: number) =>
  `CONCATENATE(${Array.from({ length: 45 }, () => 'SEARCH("z",REPT({name}&"B",50000))').join(',')},"${turn}")`;

/** A load that runs during that of the quiet Space, until it is aborted. Loads of the API last as long as they are given. */
type OtherLoad = (stop: AbortSignal) => Promise<unknown>;

/** The loads with the name of the one that they are compared with. */
interface Loads {
  readonly [name: string]: { readonly than: string; readonly run: OtherLoad };
}

/**
 * Measures by how much other loads raise the 99th percentile of a quiet Space that lists contacts at a steady rate. The profile
 * has the default limits.
 */
export async function measureFairness(profile: Profile, seconds: number): Promise<Figure[]> {
  const { base_url } = profile.connection;
  const url = `${base_url}/contacts?limit=50`;
  const lasting = seconds + 2 * MARGIN_SECONDS;
  const [quiet, noisy, second, third] = [await spaceOf(profile), await spaceOf(profile), await spaceOf(profile), await spaceOf(profile)];
  const noisyKey = await anotherKey(noisy);
  const paced = (keys: readonly string[], forSeconds: number) => pacedLoad([url, keys.join(','), RATE * keys.length, forSeconds]);
  const others: Loads = {
    'all Spaces evenly': { than: 'alone', run: () => paced([noisy.api_key, second.api_key, third.api_key], lasting) },
    'a Space at its rate limit': { than: 'alone', run: () => pacedLoad([url, noisy.api_key, DEFAULT_RATE_LIMIT.per_second, lasting]) },
    'half of all load from one Space': {
      than: 'all Spaces evenly',
      run: () => paced([noisy.api_key, noisyKey, third.api_key], lasting),
    },
    'a Space above its rate limit': {
      than: 'a Space at its rate limit',
      run: () => load({ url, headers: { authorization: `Bearer ${noisy.api_key}` } }, lasting, CONNECTIONS),
    },
    'a flood of visitors without a key': { than: 'alone', run: () => load({ url: `${base_url}/contacts` }, lasting, CONNECTIONS) },
    'a busy process of the lowest priority': { than: 'alone', run: occupyCore },
    'a Space that computes the costliest formulas': { than: 'alone', run: await formulaLoad(noisy) },
  };

  const results = new Map<string, PacedLoad[]>([['alone', []], ...Object.keys(others).map((name): [string, PacedLoad[]] => [name, []])]);
  const measure = () => paced([quiet.api_key], seconds);
  for (let round = 0; round < ROUNDS; round += 1) {
    results.get('alone')!.push(await measure());
    for (const [name, { run }] of Object.entries(others)) results.get(name)!.push(await during(run, measure));
  }
  // A bad second of the machine spoils one round, not the median.
  const p99 = (name: string): number => median(results.get(name)!.map(({ p99_ms }) => p99_ms));
  const failed = [...results.values()].flat().reduce((sum, one) => sum + one.failed, 0);
  return [
    { name: `p99 of a quiet Space alone, ${RATE}/s`, value: p99('alone'), unit: 'ms', goal: 50, bound: 'most' },
    { name: `p99 of a quiet Space among four`, value: p99('all Spaces evenly'), unit: 'ms', goal: 50, bound: 'most' },
    {
      name: 'p99 of a quiet Space with a busy process of the lowest priority',
      value: p99('a busy process of the lowest priority'),
      unit: 'ms',
      goal: 50,
      bound: 'most',
    },
    ...Object.entries(others)
      .filter(([name]) => !FLOORS.has(name))
      .map(([name, { than }]): Figure => ({ name, value: p99(name) / p99(than), unit: `× ${than}`, goal: GOAL, bound: 'most' })),
    {
      name: 'costliest formulas against a busy process',
      value: p99('a Space that computes the costliest formulas') / p99('a busy process of the lowest priority'),
      unit: '× p99',
      goal: GOAL,
      bound: 'most',
    },
    { name: 'failed requests of the quiet Space', value: failed, unit: 'requests', goal: 0, bound: 'most' },
  ];
}

async function spaceOf(profile: Profile): Promise<Subject> {
  const one = await subject(profile, 0);
  await fill(profile.connection.database_url!, one.space_id, CONTACTS);
  return one;
}

async function anotherKey({ profile, space_id }: Subject): Promise<string> {
  const { base_url, operator_token } = profile.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  return (await operator.settings.create_key({ space_id, scopes: ['contacts:read'] })).api_key;
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

/** Keeps a core busy in a process of the lowest priority: the floor of any computing in the background on this machine. */
async function occupyCore(stop: AbortSignal): Promise<void> {
  const process_ = spawn('nice', ['-n', '19', process.execPath, '-e', 'for(;;);'], { stdio: 'ignore' });
  await once(stop, 'abort');
  process_.kill('SIGKILL');
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
