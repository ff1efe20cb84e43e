import type { Figure } from './figure.ts';
import { load } from './load.ts';
import { cpuSeconds } from './processes.ts';
import type { Subject } from './subject.ts';

/** What listing tools costs when the list is known, and how many reads a second go through a tool beside the route. */
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
  return [
    { name: 'tools/list from cache, CPU', value: listCpu, unit: 'ms', goal: 1, bound: 'most' },
    { name: 'tools/call of a read', value: called.per_second / read.per_second, unit: '× the route', goal: 0.6, bound: 'least' },
    { name: 'what was refused', value: listed.not_2xx + called.not_2xx + read.not_2xx, unit: 'requests', goal: 0, bound: 'most' },
  ];
}
