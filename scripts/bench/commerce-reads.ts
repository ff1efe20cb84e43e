import type { Client } from 'pg';
import type { Figure } from './figure.ts';
import { percentile } from './load.ts';
import type { Subject } from './subject.ts';

const TURNS = 120;
const WARM_UP = 30;

/**
 * Measures reads of the wallet, of orders and of the ledger by one client. The floor of lists is that of contacts, the floor of the
 * wallet a `select 1` without HTTP. All take turns, so that other work on the machine delays each of them alike.
 */
export async function measureReads({ profile, api_key }: Subject, connection: Client): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${api_key}` };
  const get = (path: string) => async () => {
    const response = await fetch(`${profile.connection.base_url}${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  };
  const times = await takeTurns({
    select: () => connection.query('select 1'),
    wallet: get('/wallet'),
    me: get('/me'),
    contacts: get('/contacts?limit=50'),
    orders: get('/finance/orders?limit=50'),
    entries: get('/finance/ledger/entries?limit=50'),
  });
  const list = { unit: 'ms', bound: 'most', floor: percentile(times.contacts, 0.5) } as const;
  const wallet = { unit: 'ms', bound: 'most', value: percentile(times.wallet, 0.95) } as const;
  return [
    { ...wallet, name: 'wallet, p95, next to select 1', floor: percentile(times.select, 0.95), goal: 10 },
    { ...wallet, name: 'wallet, p95, next to GET /me', floor: percentile(times.me, 0.95), goal: 3 },
    { ...list, name: '50 orders, p50, next to 50 contacts', value: percentile(times.orders, 0.5), goal: 1.2 },
    { ...list, name: '50 ledger entries, p50, next to 50 contacts', value: percentile(times.entries, 0.5), goal: 3 },
  ];
}

/** Calls each function once in each turn; returns their milliseconds after warm-up. */
async function takeTurns<Name extends string>(acts: Readonly<Record<Name, () => Promise<unknown>>>): Promise<Record<Name, number[]>> {
  const names = Object.keys(acts) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1)
    for (const name of names) {
      const began = performance.now();
      await acts[name]();
      if (turn >= WARM_UP) times[name].push(performance.now() - began);
    }
  return times;
}
