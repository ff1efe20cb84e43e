import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
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
      expires_at,
    },
    space: { id: space, name: expect.any(String) },
    agent: { id: agent.body.id, name: 'Concierge' },
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
