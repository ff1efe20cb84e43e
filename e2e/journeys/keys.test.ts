import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { createApiRequest } from '../api-request.ts';
import { operator, profile } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

/** Less than the time for which a gateway trusts what it knows of a key: only a broadcast can be faster. */
const AT_ONCE = { timeout: 2_000 };

const everywhere = (key: string) => profile.gateway_urls.map((url) => createApiRequest(url, key));

test('every gateway rejects a revoked key immediately, even one that has just cached it', async () => {
  const { api_key, key_id } = await newSpace();
  for (const ask of everywhere(api_key)) expect((await ask('GET', '/contacts')).status).toBe(200);
  expect(await operator.settings.revoke_key({ id: key_id })).toMatchObject({ id: key_id, revoked_at: expect.any(String) });
  for (const ask of everywhere(api_key)) {
    const { body } = await eventually(async () => {
      const answer = await ask('GET', '/contacts');
      expect(answer.status).toBe(401);
      return answer;
    }, AT_ONCE);
    expect(body).toMatchObject({ code: 'unauthorized', detail: 'This Space API key was revoked.' });
  }
});

test('revoking a key twice leaves the first revocation time', async () => {
  const { key_id } = await newSpace();
  const first = await operator.settings.revoke_key({ id: key_id });
  expect(await operator.settings.revoke_key({ id: key_id })).toEqual(first);
});

test('revoking a key does not affect other keys of its Space', async () => {
  const one = await newSpace();
  const other = await newKey(one.space_id);
  await operator.settings.revoke_key({ id: one.key_id });
  expect((await other.request('GET', '/contacts')).status).toBe(200);
});

test('a key works until it expires, and then the error names the time', async () => {
  const expires_at = new Date(Date.now() + 6_000).toISOString();
  const { request } = await newSpace({ expires_at });
  expect((await request('GET', '/contacts')).status).toBe(200);
  const { body } = await eventually(
    async () => {
      const answer = await request('GET', '/contacts');
      expect(answer.status).toBe(401);
      return answer;
    },
    { timeout: 15_000 },
  );
  expect(body.detail).toBe(`This Space API key expired on ${expires_at}.`);
}, 40_000);

test('a new key works on every gateway immediately', async () => {
  const { api_key } = await newSpace();
  for (const ask of everywhere(api_key)) expect((await ask('GET', '/contacts')).status).toBe(200);
});

test("the agent is the actor of calls with the agent's key", async () => {
  const space = await newWebhookSpace();
  const agent = await operator.settings.create_agent({ space_id: space.space_id, name: 'Scout' });
  const { client } = await newKey(space.space_id, { agent_id: agent.id, name: 'Key of Scout' });
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const { event } = await space.received('contact_created');
  expect(event.data).toMatchObject({ actor_kind: 'agent', actor: { kind: 'agent', id: agent.id, name: 'Scout' } });
});

test('the key is the actor of calls with a key without an agent', async () => {
  const space = await newWebhookSpace();
  const { client, key_id } = await newKey(space.space_id, { name: 'CRM sync' });
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  const { event } = await space.received('contact_created');
  expect(event.data).toMatchObject({ actor_kind: 'api_key', actor: { kind: 'api_key', id: key_id, name: 'CRM sync' } });
});

test('a key for an agent of another Space is rejected', async () => {
  const [space, other] = [await newSpace(), await newSpace()];
  const { id } = await operator.settings.create_agent({ space_id: other.space_id, name: 'Spy' });
  await expect(newKey(space.space_id, { agent_id: id })).rejects.toMatchObject({ status: 422, code: 'unresolved_reference' });
});

test('a key cannot have scopes that move money or connect accounts', async () => {
  const { space_id } = await newSpace();
  for (const scope of ['wallet:write', 'finance:run', 'integrations:write', 'contacts:own', 'contacts', '*'])
    await expect(newKey(space_id, { scopes: [scope] as never })).rejects.toMatchObject({ status: 400, code: 'invalid' });
  expect(await newKey(space_id, { scopes: ['wallet:read'] })).toMatchObject({ space_id });
});

test('the settings show the last use of a key to the minute', async () => {
  const { space_id, request, key_id } = await newSpace();
  const before = Math.floor(Date.now() / 60_000) * 60_000;
  await request('GET', '/contacts');
  await eventually(
    async () => {
      const { data } = await operator.settings.list_keys({ space_id });
      const { last_used_at } = data.find(({ id }) => id === key_id)!;
      expect(Date.parse(last_used_at!)).toBeGreaterThanOrEqual(before);
      expect(last_used_at).toMatch(/:00\.000Z$/);
    },
    { timeout: 10_000 },
  );
});
