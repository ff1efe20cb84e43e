import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { scopes } from '@space/contracts/core';
import { sql } from '@space/database';
import { approveClient, connectOauthClient, eventually, testOauthClient } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import { z } from 'zod';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { newConsolePerson } from './fixtures/console-person.ts';
import { type OauthApi, startOauthApi } from './fixtures/oauth-api.ts';

let api: OauthApi;
/** A second gateway on the same data and the same bus. */
let other: Api;
beforeAll(async () => {
  api = await startOauthApi();
  other = await startApi({ url: api.ports.url, bus: api.ports.bus, clock: api.ports.clock });
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});

const operate = (method: string, path: string, body?: unknown, headers = {}) =>
  api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body, headers });

async function newKey(options: Parameters<Api['newKey']>[1] = {}) {
  const space = await api.newSpace();
  const { id, api_key } = await api.newKey(space, options);
  return { space, id, api_key, path: `/spaces/${space}/keys/${id}` };
}

const list = (token: string) => api.send('GET', '/v1/contacts', { token });
describe('update_key', () => {
  test('changes name, mode, approval and expiry, and get_key shows them with a new ETag', async () => {
    const { path } = await newKey();
    const before = await operate('GET', path);
    const expires_at = new Date(api.ports.clock.now() + HOUR_MS).toISOString();
    const change = { name: 'CRM', catalog_mode: 'everyday', approval: 'writes', expires_at };
    const changed = await operate('PATCH', path, change, { 'if-match': before.headers.get('etag')! });
    expect(changed).toMatchObject({ status: 200, body: { ...before.body, ...change, updated_at: expect.any(String) } });
    const after = await operate('GET', path);
    expect(after.body).toEqual(changed.body);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await operate('PATCH', path, { name: 'Late' }, { 'if-match': before.headers.get('etag')! })).body).toMatchObject({
      status: 412,
      code: 'precondition_failed',
    });
  });

  test('takes scopes from a key, which every gateway refuses from then on', async () => {
    const { path, api_key } = await newKey();
    const createOn = (gateway: typeof api.send) =>
      gateway('POST', '/v1/contacts', { token: api_key, body: { name: 'Ada', email: `${crypto.randomUUID()}@example.com` } });
    expect([(await createOn(api.send)).status, (await createOn(other.send)).status]).toEqual([201, 201]);
    expect((await operate('PATCH', path, { scopes: ['contacts:read'] })).body.scopes).toEqual(['contacts:read']);
    for (const gateway of [api.send, other.send])
      await eventually(async () => expect((await createOn(gateway)).body).toMatchObject({ status: 403, code: 'missing_scope' }), {
        timeout: 500,
      });
    expect((await list(api_key)).status).toBe(200);
  });

  test('refuses scopes that the key does not have and a later expiry, and changes nothing', async () => {
    const expires_at = new Date(api.ports.clock.now() + HOUR_MS).toISOString();
    const { path } = await newKey({ scopes: ['contacts:read'], expires_at });
    const before = (await operate('GET', path)).body;
    const later = new Date(api.ports.clock.now() + 2 * HOUR_MS).toISOString();
    expect((await operate('PATCH', path, { name: 'More', scopes: ['contacts:read', 'tables:write'] })).body).toMatchObject({
      status: 400,
      code: 'invalid',
      detail: 'scopes.1: must be a scope that the key has; create a new key for tables:write.',
    });
    expect((await operate('PATCH', path, { expires_at: later })).body).toMatchObject({
      status: 400,
      detail: `expires_at: must not be after ${expires_at}, the present end; create a new key for a later one.`,
    });
    expect((await operate('PATCH', path, { expires_at: '2020-01-01T00:00:00Z' })).body).toMatchObject({
      errors: [{ path: 'expires_at', code: 'in_the_past' }],
    });
    expect((await operate('GET', path)).body).toEqual(before);
  });

  test('refuses Every tools mode for the key of an agent, and any change of a revoked key', async () => {
    const space = await api.newSpace();
    const agent = (await operate('POST', `/spaces/${space}/agents`, { name: 'Scout' })).body;
    const { id } = await api.newKey(space, { agent_id: agent.id });
    expect((await operate('PATCH', `/spaces/${space}/keys/${id}`, { catalog_mode: 'every' })).body).toMatchObject({
      status: 400,
      detail: 'catalog_mode: must be everyday for the key of an agent.',
    });
    await operate('POST', `/keys/${id}/revoke`);
    for (const [method, path] of [
      ['PATCH', `/spaces/${space}/keys/${id}`],
      ['POST', `/spaces/${space}/keys/${id}/roll`],
    ] as const)
      expect((await operate(method, path, {})).body).toMatchObject({
        status: 409,
        code: 'conflict',
        detail: 'This key was revoked, so it cannot be changed; create a new one.',
      });
  });

  test('does not find a key of another Space, for the operator or an admin', async () => {
    const { id } = await newKey();
    const space = await api.newSpace();
    const admin = await newConsolePerson(api, space, 'admin');
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/roll'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect((await operate(method, `/spaces/${space}/keys/${id}${rest}`, body)).status).toBe(404);
      expect((await admin.send(method, `/spaces/${space}/v1/settings/keys/${id}${rest}`, body)).status).toBe(404);
    }
  });
});

describe('roll_key', () => {
  test('replaces the secret, which is not stored, and the old one ends immediately', async () => {
    const { id, path, api_key } = await newKey();
    expect((await list(api_key)).status).toBe(200);
    const rolled = await operate('POST', `${path}/roll`, {});
    expect(rolled).toMatchObject({ status: 200, body: { key: { id }, revoked_grants: 0 } });
    const secret: string = rolled.body.api_key;
    expect(rolled.body.key.hint).toBe(`${secret.slice(0, 12)}…${secret.slice(-4)}`);
    expect((await list(secret)).status).toBe(200);
    const sentence = `This secret was replaced and ended on ${rolled.body.key.old_secret_ends_at}; use the new one of its key.`;
    await eventually(async () => expect((await list(api_key)).body).toMatchObject({ status: 401, detail: sentence }), { timeout: 500 });
    const row = await api.ports.database.oneFirst(
      sql.type(z.object({ row: z.string() }))`select to_jsonb(k)::text as row from gateway.api_key as k where id = ${id}`,
    );
    expect(row).not.toContain(secret.slice(13, 40));
    expect(api.ports.lines.join('\n')).not.toContain(secret);
  });

  test('leaves the old secret valid for some hours, until the next roll', async () => {
    const { path, api_key } = await newKey();
    const first = await operate('POST', `${path}/roll`, { old_valid_hours: 24 });
    expect([(await list(api_key)).status, (await list(first.body.api_key)).status]).toEqual([200, 200]);
    const second = await operate('POST', `${path}/roll`, { old_valid_hours: 1 });
    await eventually(async () => expect((await list(api_key)).status).toBe(401), { timeout: 500 });
    expect((await list(first.body.api_key)).status).toBe(200);
    api.ports.clock.set(Date.parse(second.body.key.old_secret_ends_at));
    expect([(await list(first.body.api_key)).status, (await list(second.body.api_key)).status]).toEqual([401, 200]);
  });

  test('sent twice with one Idempotency-Key makes one new secret', async () => {
    const { path } = await newKey();
    const roll = () => operate('POST', `${path}/roll`, {}, { 'idempotency-key': 'once' });
    const [first, second] = [await roll(), await roll()];
    expect(second.text).toBe(first.text);
    expect((await list(first.body.api_key)).status).toBe(200);
  });

  test('leaves OAuth clients connected, unless their grants are to be revoked', async () => {
    const { space, id, api_key } = await api.newOauthKey();
    const path = `/spaces/${space}/keys/${id}/roll`;
    const { tokens } = await connectOauthClient(api.base, api_key);
    const waiting = await testOauthClient(api.base);
    const first = await operate('POST', path, {});
    expect((await api.listTools(String(tokens.access_token))).status).toBe(200);
    const code = (await approveClient(waiting.authorizationUrl(), first.body.api_key)).searchParams.get('code')!;
    expect((await operate('POST', path, { revoke_grants: true })).body.revoked_grants).toBe(1);
    await eventually(async () => expect((await api.listTools(String(tokens.access_token))).status).toBe(401), { timeout: 500 });
    expect((await waiting.exchange(code)).status).toBe(400);
  });

  test('is refused to a member, and to an admin without a confirmation', async () => {
    const { space, id } = await newKey();
    const roll = `/spaces/${space}/v1/settings/keys/${id}/roll`;
    const [member, admin] = [await newConsolePerson(api, space, 'member'), await newConsolePerson(api, space, 'admin')];
    expect((await member.send('POST', roll, {})).body).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await admin.send('POST', roll, {})).status).toBe(200);
    api.ports.clock.set(api.ports.clock.now() + HOUR_MS);
    expect((await admin.send('POST', roll, {})).body).toMatchObject({ status: 403, code: 'confirmation_required' });
  });
});

describe('preview_tools', () => {
  test('names the tools and the bytes that tools/list answers to a key with these scopes', async () => {
    const given = ['contacts:read', 'tables:write'] as const;
    for (const catalog_mode of ['every', 'everyday'] as const) {
      const { space, api_key } = await newKey({ scopes: given, catalog_mode });
      const preview = await operate('GET', `/spaces/${space}/tools?scopes=${given}&catalog_mode=${catalog_mode}`);
      const listed = await api.send('POST', '/v1/mcp', {
        token: api_key,
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
        headers: { accept: 'application/json, text/event-stream' },
      });
      const { tools } = listed.body.result;
      expect(preview.body).toEqual({
        tools: tools.map(({ name }: { name: string }) => name),
        callable: expect.any(Number),
        bytes: Buffer.byteLength(JSON.stringify(tools)),
      });
    }
  });

  test('counts more actions for more scopes, and refuses an unknown one', async () => {
    const space = await api.newSpace();
    const preview = async (given: readonly string[]) => (await operate('GET', `/spaces/${space}/tools?scopes=${given}`)).body;
    expect((await preview(scopes)).callable).toBeGreaterThan((await preview(['contacts:read'])).callable);
    expect(await preview(['contacts:fly'])).toMatchObject({ status: 400, errors: [{ path: 'scopes.0' }] });
  });
});
