import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FixtureDoor, fixtureDoor } from './conformance/fixture-endpoint.ts';
import { type HeaderProxy, headerProxy } from './conformance/header-proxy.ts';
import { runSuite } from './conformance/run-suite.ts';
import { type Api, request, startApi } from './fixtures/api.ts';

let api: Api;
let door: FixtureDoor;
let proxies: Readonly<Record<'space' | 'fixtures', HeaderProxy>>;
beforeAll(async () => {
  api = await startApi();
  door = await fixtureDoor(api);
  const headers = { 'x-api-key': (await api.newKey(await api.newSpace())).api_key };
  proxies = { space: await headerProxy(api.url, headers), fixtures: await headerProxy(door.url, headers) };
});
afterAll(async () => {
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  await door.close();
  await api.stop();
});

/** The numbers are what passes at least: a run that asks nothing is no run. */
test.each([
  ['space', 'active', 4, 5],
  ['space', '2025-11-25', 4, 35],
  ['space', '2026-07-28', 9, 96],
  ['fixtures', 'active', 21, 22],
  ['fixtures', '2025-11-25', 22, 59],
  ['fixtures', '2026-07-28', 38, 149],
] as const)(
  'the MCP endpoint with the %s conforms to the suite %s, but for what its baseline names',
  async (what, suite, scenarios, checks) => {
    const run = await runSuite(suite, `${proxies[what].url}/v1/mcp`, `${what}-${suite}`);
    process.stdout.write(`MCP conformance, ${what} × ${suite}: ${run.scenarios} scenarios, ${run.checks} checks passed\n`);
    expect(run.code === 0 ? '' : run.report).toBe('');
    expect(run.scenarios).toBeGreaterThanOrEqual(scenarios);
    expect(run.checks).toBeGreaterThanOrEqual(checks);
  },
  120_000,
);

test('the fixtures stand behind the guards of the endpoint', async () => {
  const endpoint = `${door.url}/v1/mcp`;
  const body = { jsonrpc: '2.0', id: 7, method: 'ping' };
  expect(await request(endpoint, 'POST', { body })).toMatchObject({ status: 401, body: { id: 7, error: { code: -32_001 } } });
  expect((await request(endpoint, 'POST', { body, headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect((await request(endpoint, 'GET')).status).toBe(405);
});
