import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FixtureEndpoint, startFixtureEndpoint } from './conformance/fixture-endpoint.ts';
import { type HeaderProxy, headerProxy } from './conformance/header-proxy.ts';
import { runSuite } from './conformance/run-suite.ts';
import { type Api, request, startApi } from './fixtures/api.ts';

let api: Api;
let fixtures: FixtureEndpoint;
let proxies: Readonly<Record<'space' | 'fixtures', HeaderProxy>>;
beforeAll(async () => {
  api = await startApi();
  fixtures = await startFixtureEndpoint(api);
  const headers = { 'x-api-key': (await api.newKey(await api.newSpace())).api_key };
  proxies = { space: await headerProxy(api.url, headers), fixtures: await headerProxy(fixtures.url, headers) };
});
afterAll(async () => {
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  await fixtures.close();
  await api.stop();
});

/** The numbers are the fewest scenarios and checks that must pass, so that an empty run fails. */
test.each([
  ['space', 'active', 5, 6],
  ['space', '2025-11-25', 5, 36],
  ['space', '2026-07-28', 10, 102],
  ['fixtures', 'active', 21, 22],
  ['fixtures', '2025-11-25', 22, 59],
  ['fixtures', '2026-07-28', 38, 149],
] as const)(
  'the MCP endpoint with the tools of %s passes the conformance suite %s, except for its baseline',
  async (tools, suite, scenarios, checks) => {
    const run = await runSuite(suite, `${proxies[tools].url}/v1/mcp`, `${tools}-${suite}`);
    process.stdout.write(`MCP conformance, ${tools} × ${suite}: ${run.scenarios} scenarios, ${run.checks} checks passed\n`);
    expect(run.code === 0 ? '' : run.report).toBe('');
    expect(run.scenarios).toBeGreaterThanOrEqual(scenarios);
    expect(run.checks).toBeGreaterThanOrEqual(checks);
  },
  120_000,
);

test('the fixtures are served after the authentication of the endpoint', async () => {
  const endpoint = `${fixtures.url}/v1/mcp`;
  const body = { jsonrpc: '2.0', id: 7, method: 'ping' };
  expect(await request(endpoint, 'POST', { body })).toMatchObject({ status: 401, body: { id: 7, error: { code: -32_001 } } });
  expect((await request(endpoint, 'POST', { body, headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect((await request(endpoint, 'GET')).status).toBe(405);
});
