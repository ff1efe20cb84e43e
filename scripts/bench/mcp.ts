import { toolCatalog } from '@space/contracts/catalog';
import type { Figure } from './figure.ts';
import { load, percentile } from './load.ts';
import { cpuSeconds } from './processes.ts';
import type { Subject } from './subject.ts';

/** Number of measured searches, sequential, each with a new query. */
const SEARCHES = 200;

/** Measures a cached tools/list, reads per second through a tool against the route, and the duration of a search. */
export async function measureMcp({ profile, api_key }: Subject, seconds: number): Promise<readonly Figure[]> {
  const { base_url, mcp_url } = profile.connection;
  const headers = { authorization: `Bearer ${api_key}` };
  const rpc = (method: string, params: object) => ({
    url: mcp_url,
    headers,
    body: () => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const gateway = profile.programs.find(({ name }) => name === 'standalone' || name.startsWith('gateway'))!;
  const lists = rpc('tools/list', {});
  const calls = rpc('tools/call', { name: 'list_contacts', arguments: { limit: 1 } });
  const route = { url: `${base_url}/contacts?limit=1`, headers };
  for (const warm of [lists, calls, route]) await load(warm, 1);
  const before = cpuSeconds([gateway.pid]);
  const listed = await load(lists, seconds);
  const listCpu = ((cpuSeconds([gateway.pid]) - before) * 1_000) / (listed.per_second * seconds);
  const read = await load(route, seconds);
  const called = await load(calls, seconds);
  const found = await searchTimes(mcp_url, headers);
  return [
    { name: 'tools/list from cache, CPU', value: listCpu, unit: 'ms', goal: 1, bound: 'most' },
    { name: 'tools/call of a read', value: called.per_second / read.per_second, unit: '× the route', goal: 0.65, bound: 'least' },
    { name: 'search_tools, p95', value: percentile(found, 0.95), unit: 'ms', goal: 60, bound: 'most' },
    { name: 'failed requests', value: listed.not_2xx + called.not_2xx + read.not_2xx, unit: 'requests', goal: 0, bound: 'most' },
  ];
}

/** Returns the durations of searches in milliseconds. Each query has other words, so that no vector is cached. */
async function searchTimes(url: string, headers: Record<string, string>): Promise<readonly number[]> {
  const requests = [...toolCatalog.values()].flatMap(({ tool }) => tool.examples ?? []).slice(0, SEARCHES);
  const times: number[] = [];
  for (const request of ['warm the model', ...requests.map((one) => `please: ${one}`)]) {
    const params = { name: 'search_tools', arguments: { query: request } };
    const began = performance.now();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { result } = (await answer.json()) as { result?: { isError?: boolean } };
    if (!result || result.isError) throw new Error(`search_tools refused "${request}".`);
    times.push(performance.now() - began);
  }
  return times.slice(1);
}
