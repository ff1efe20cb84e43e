import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { SPACE_RATE_LIMIT: '10' } });
});
afterAll(() => api.stop());

test('a key reads its own scopes, expiry, Space and agent, and never itself', async () => {
  const space = await api.newSpace();
  const agent = await api.send('POST', `/v1/operator/spaces/${space}/agents`, { token: OPERATOR_TOKEN, body: { name: 'Concierge' } });
  const expires_at = '2999-01-01T00:00:00.000Z';
  const { id, api_key } = await api.newKey(space, { name: 'Reader', scopes: ['contacts:read'], agent_id: agent.body.id, expires_at });
  const { status, text, body } = await api.send('GET', '/v1/me', { token: api_key });
  expect(status).toBe(200);
  expect(body).toEqual({
    key: {
      id,
      created_at: expect.any(String),
      name: 'Reader',
      hint: expect.stringContaining(api_key.slice(-4)),
      scopes: ['contacts:read'],
      catalog_mode: 'everyday',
      approval: 'none',
      expires_at,
    },
    space: { id: space, name: expect.any(String) },
    agent: { id: agent.body.id, name: 'Concierge' },
    usage: {
      calls: { per_second: 10, burst: 20, left: 19 },
      storage: expect.objectContaining({ files: { used: 0, limit: expect.any(Number) } }),
    },
  });
  expect(text).not.toContain(api_key);
});

test('a key of the Space has no agent, and a revoked key is refused', async () => {
  const space = await api.newSpace();
  const { id, api_key } = await api.newKey(space, { scopes: ['tables:run'] });
  expect((await api.send('GET', '/v1/me', { token: api_key })).body).toMatchObject({ agent: null, key: { expires_at: null } });
  await api.send('POST', `/v1/operator/keys/${id}/revoke`, { token: OPERATOR_TOKEN });
  expect((await api.send('GET', '/v1/me', { token: api_key })).status).toBe(401);
});

test('each call leaves one call fewer, and the storage of the Space is that of GET /usage', async () => {
  const { api_key } = await api.newKey(await api.newSpace(), { scopes: ['agents:read'] });
  const left = async () => (await api.send('GET', '/v1/me', { token: api_key })).body.usage.calls.left as number;
  const first = await left();
  expect(await left()).toBeLessThanOrEqual(first);
  await Promise.all(Array.from({ length: 10 }, () => api.send('GET', '/v1/me', { token: api_key })));
  expect(await left()).toBeLessThan(first);
  const { body } = await api.send('GET', '/v1/me', { token: api_key });
  expect(body.usage.storage).toEqual((await api.send('GET', '/v1/usage', { token: api_key })).body);
});

test('without a limit of calls there is none to report', async () => {
  const open = await startApi();
  const { api_key } = await open.newKey(await open.newSpace(), { scopes: ['contacts:read'] });
  expect((await open.send('GET', '/v1/me', { token: api_key })).body.usage.calls).toBeNull();
  await open.stop();
});
