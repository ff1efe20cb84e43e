import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, type Api, startApi } from './fixtures/api.ts';

const RATE = 20;

let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { SPACE_RATE_LIMIT: String(RATE) } });
});
afterAll(() => api.stop());

/**
 * Sends one request and then 200 concurrently; `most` is the number that may pass: twice the rate, and the rate again for the
 * time that it took. The first makes the key known: a process whose event loop is late sheds requests of other keys with 503.
 */
async function manyOf(send: () => Promise<Answer>): Promise<{ answers: Answer[]; most: number }> {
  const started = performance.now();
  const answers = [await send(), ...(await Promise.all(Array.from({ length: 200 }, send)))];
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  return { answers, most: Math.ceil(RATE * (2 + (performance.now() - started) / 1_000)) };
}

test('a key may burst to twice its rate and then gets 429; another key is not affected', async () => {
  const space = await api.newSpace();
  const [one, other] = [await api.newKey(space), await api.newKey(space)];
  const { answers, most } = await manyOf(() => api.send('GET', '/v1/contacts', { token: one.api_key }));
  const passed = answers.filter(({ status }) => status === 200).length;
  expect(passed).toBeGreaterThanOrEqual(2 * RATE);
  expect(passed).toBeLessThanOrEqual(most);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({
    code: 'limited',
    retry_after_s: 1,
    detail: 'This key makes too many requests; try again in a second.',
  });
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '1',
    ratelimit: '"default";r=0;t=1',
    'ratelimit-policy': '"default";q=20;w=1',
  });
  expect((await api.send('GET', '/v1/contacts', { token: other.api_key })).headers.get('ratelimit')).toBe('"default";r=19;t=1');
});

test('errors have the RateLimit headers, too', async () => {
  const { api_key } = await api.newKey(await api.newSpace(), { scopes: ['contacts:read'] });
  for (const path of ['/v1/contacts?limit=x', '/v1/contacts/con_nobody'])
    expect((await api.send('GET', path, { token: api_key })).headers.get('ratelimit')).toMatch(/^"default";r=1\d;t=1$/);
  expect((await api.send('POST', '/v1/contacts', { token: api_key, body: {} })).headers.get('ratelimit-policy')).toBe('"default";q=20;w=1');
});

test('MCP tool calls count like REST calls', async () => {
  const { api_key } = await api.newKey(await api.newSpace());
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_contacts', arguments: {} } };
  const { answers, most } = await manyOf(() => api.send('POST', '/v1/mcp', { token: api_key, body: call }));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const refused = answers.filter(({ body }) => body.result.isError);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(2 * RATE);
  expect(answers.length - refused.length).toBeLessThanOrEqual(most);
  expect(refused[0]!.body.result.structuredContent.error).toMatchObject({ code: 'limited', retry_after_s: 1 });
  expect(answers[0]!.body.result._meta).toEqual({ request_id: expect.any(String), rate_limit: { remaining: RATE - 1, reset_s: 1 } });
  expect(refused[0]!.body.result._meta.rate_limit).toEqual({ remaining: 0, reset_s: 1 });
});

test.each([
  ['resources/list', {}],
  ['resources/read', { uri: 'space://guides/tables' }],
])('%s counts, too, and gets 429', async (method, params) => {
  const { api_key } = await api.newKey(await api.newSpace());
  const body = { jsonrpc: '2.0', id: 1, method, params };
  const { answers, most } = await manyOf(() => api.send('POST', '/v1/mcp', { token: api_key, body }));
  const passed = answers.filter(({ status }) => status === 200).length;
  expect(passed).toBeGreaterThanOrEqual(2 * RATE);
  expect(passed).toBeLessThanOrEqual(most);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ error: { code: -32_002 } });
  expect(refused.headers.get('retry-after')).toBe('1');
});
