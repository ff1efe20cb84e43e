import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { generateKey } from '../src/auth/api-key.ts';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
/** A second gateway on the same data and the same bus. */
let other: Api;
beforeAll(async () => {
  api = await startApi();
  other = await startApi({ url: api.ports.url, bus: api.ports.bus });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

const list = (token: string | undefined, on: Api = api) => on.send('GET', '/v1/contacts', { token });
const revoke = (id: string) => api.send('POST', `/v1/operator/keys/${id}/revoke`, { token: OPERATOR_TOKEN });

/** Counts the look-ups of keys in Postgres while `act` runs; background work may ask for other rows meanwhile. */
async function lookUpsDuring(act: () => Promise<unknown>): Promise<number> {
  const { database } = api.ports;
  const before = database.maybeOne;
  let count = 0;
  const counted = (...args: Parameters<typeof before>) => {
    if ('name' in args[0] && args[0].name === 'gateway-key-by-hash') count++;
    return before.apply(database, args);
  };
  Object.assign(database, { maybeOne: counted });
  await act().finally(() => Object.assign(database, { maybeOne: before }));
  return count;
}

test('thirty concurrent first requests with one key ask Postgres once', async () => {
  const { api_key } = await api.newKey(await api.newSpace());
  const count = await lookUpsDuring(async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => list(api_key)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
  expect(count).toBe(1);
});

test('a malformed key never asks Postgres, an unknown key asks once', async () => {
  const { api_key } = await api.newKey(await api.newSpace());
  const typo = api_key.slice(0, -1) + (api_key.endsWith('a') ? 'b' : 'a');
  expect(await lookUpsDuring(async () => expect((await list(typo)).status).toBe(401))).toBe(0);
  const unknown = generateKey();
  const count = await lookUpsDuring(async () => {
    for (let n = 0; n < 5; n++) expect((await list(unknown)).body).toMatchObject({ status: 401, detail: 'Invalid Space API key' });
  });
  expect(count).toBe(1);
});

test('a revoked key stops working immediately on every gateway', async () => {
  const { id, api_key } = await api.newKey(await api.newSpace());
  expect([(await list(api_key)).status, (await list(api_key, other)).status]).toEqual([200, 200]);
  const revoked = await revoke(id);
  expect(revoked.body.revoked_at).not.toBeNull();
  for (const gateway of [api, other])
    await eventually(
      async () => expect((await list(api_key, gateway)).body).toMatchObject({ status: 401, detail: 'This Space API key was revoked.' }),
      { timeout: 500 },
    );
  // The last use is stored a moment later.
  const { last_used_at: _before, ...first } = revoked.body;
  const { last_used_at: _after, ...again } = (await revoke(id)).body;
  expect(again).toEqual(first);
});

test('a cached key expires to the millisecond', async () => {
  const now = api.ports.clock.now();
  const expires_at = new Date(now + 60_000).toISOString();
  const { api_key } = await api.newKey(await api.newSpace(), { expires_at });
  expect((await list(api_key)).status).toBe(200);
  api.ports.clock.set(now + 59_999);
  expect((await list(api_key)).status).toBe(200);
  api.ports.clock.set(now + 60_000);
  const refused = await list(api_key);
  expect(refused.body).toMatchObject({ status: 401, code: 'unauthorized', detail: `This Space API key expired on ${expires_at}.` });
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer realm="space", error="invalid_token", error_description="This Space API key expired on ${expires_at}."`,
  );
});

test('a request without a key, with another scheme or with two keys is 401, counted by reason', async () => {
  const { api_key } = await api.newKey(await api.newSpace());
  const missing = await list(undefined);
  expect(missing.body).toMatchObject({ status: 401, code: 'unauthorized', detail: 'Invalid Space API key' });
  expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="space"');
  for (const authorization of ['Basic abc', 'Bearer', `Bearer ${api_key} x`, `Bearer ${api_key.toLowerCase()}`, api_key])
    expect((await api.send('GET', '/v1/contacts', { headers: { authorization } })).status).toBe(401);
  expect((await api.send('GET', '/v1/contacts', { headers: { authorization: `bEaReR ${api_key}` } })).status).toBe(200);
  expect((await api.send('GET', '/v1/contacts', { headers: { 'x-api-key': api_key } })).status).toBe(401);
  const reasons = (await metrics.authFailures.get()).values.map(({ labels }) => labels.reason);
  expect(reasons).toEqual(expect.arrayContaining(['missing', 'malformed', 'unknown', 'revoked', 'expired']));
});

test('a key without the scope gets 403 with the missing scope, and the service is not called', async () => {
  const { api_key } = await api.newKey(await api.newSpace(), { scopes: ['contacts:read'] });
  const before = other.contacts.calls.length;
  const refused = await api.send('POST', '/v1/contacts', { token: api_key, body: { name: 'Ada', email: 'ada@example.com' } });
  expect(refused.body).toMatchObject({
    status: 403,
    code: 'missing_scope',
    missing_scope: 'contacts:write',
    detail: expect.stringContaining('contacts:write'),
  });
  expect(other.contacts.calls).toHaveLength(before);
});
