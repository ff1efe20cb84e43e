import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const operate = (method: string, path: string, body?: unknown, headers = {}) =>
  api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body, headers });

describe('a Space API key', () => {
  test('is shown once, and only its hash and a hint are stored', async () => {
    const space = await api.newSpace();
    const made = await operate('POST', `/spaces/${space}/keys`, { scopes: ['contacts:read', 'contacts:read'], name: 'CRM' });
    expect(made.status).toBe(201);
    const { key, api_key } = made.body;
    expect(api_key).toMatch(/^wks_live_[0-9A-Za-z]{42}$/);
    expect(key).toMatchObject({
      space_id: space,
      name: 'CRM',
      scopes: ['contacts:read'],
      agent_id: null,
      catalog_mode: 'every',
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
    expect(key.hint).toBe(`${api_key.slice(0, 12)}…${api_key.slice(-4)}`);
    const rows = await api.ports.database.any(
      sql.type(z.object({ row: z.string() }))`select to_jsonb(k)::text as row from gateway.api_key as k where id = ${key.id}`,
    );
    expect(rows[0]!.row).not.toContain(api_key.slice(13, 40));
    expect((await operate('GET', `/spaces/${space}/keys`)).text).not.toContain(api_key);
    expect(api.ports.lines.join('\n')).not.toContain(api_key);
  });

  test('created twice with one Idempotency-Key is one key, and the stored answer is encrypted', async () => {
    const space = await api.newSpace();
    const make = () => operate('POST', `/spaces/${space}/keys`, { scopes: ['contacts:read'] }, { 'idempotency-key': 'k1' });
    const [first, second] = [await make(), await make()];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const stored = await api.ports.database.any(
      sql.type(z.object({ row: z.string() }))`select to_jsonb(i)::text as row from gateway.idempotency as i`,
    );
    expect(stored.map(({ row }) => row).join()).not.toContain(first.body.api_key);
  });

  test('is not created with an unknown scope, without scopes, or for an unknown Space', async () => {
    const space = await api.newSpace();
    const unknown = await operate('POST', `/spaces/${space}/keys`, { scopes: ['contacts:fly'] });
    expect(unknown.body).toMatchObject({ status: 400, code: 'invalid', errors: [{ path: 'scopes.0' }] });
    expect((await operate('POST', `/spaces/${space}/keys`, { scopes: [] })).status).toBe(400);
    expect((await operate('POST', '/spaces/spc_nobody/keys', { scopes: ['contacts:read'] })).body).toMatchObject({
      status: 404,
      detail: 'There is no Space "spc_nobody".',
    });
  });

  test('is not created with an expiry in the past', async () => {
    const space = await api.newSpace();
    const make = (at: number) =>
      operate('POST', `/spaces/${space}/keys`, { scopes: ['contacts:read'], expires_at: new Date(at).toISOString() });
    const now = api.ports.clock.now();
    for (const at of [now, now - 1, 0])
      expect((await make(at)).body).toMatchObject({
        status: 400,
        code: 'invalid',
        detail: 'expires_at: must be in the future.',
        errors: [{ path: 'expires_at', code: 'in_the_past' }],
      });
    expect((await make(now + 60_000)).status).toBe(201);
  });

  test('of an agent acts as the agent in Everyday tools mode; an agent of another Space is unknown', async () => {
    const [space, other] = [await api.newSpace(), await api.newSpace()];
    const agent = (await operate('POST', `/spaces/${space}/agents`, { name: 'Scout' })).body;
    expect((await operate('GET', `/spaces/${space}/agents`)).body.data).toEqual([agent]);
    const made = (await operate('POST', `/spaces/${space}/keys`, { scopes: ['contacts:read'], agent_id: agent.id })).body;
    expect(made.key).toMatchObject({ agent_id: agent.id, catalog_mode: 'everyday' });
    await api.send('GET', '/v1/contacts', { token: made.api_key });
    expect(api.contacts.calls.at(-1)!.caller).toEqual({
      space_id: space,
      key_id: made.key.id,
      actor: { kind: 'agent', id: agent.id, name: 'Scout' },
    });
    expect((await operate('POST', `/spaces/${other}/keys`, { scopes: ['contacts:read'], agent_id: agent.id })).body).toMatchObject({
      status: 422,
      code: 'unresolved_reference',
      detail: `agent_id: there is no agent "${agent.id}" in this Space; use the id of one of its agents.`,
      errors: [{ path: 'agent_id' }],
    });
  });

  test('shows the time of its last use to the minute', async () => {
    const space = await api.newSpace();
    const { id, api_key } = await api.newKey(space);
    await api.send('GET', '/v1/contacts', { token: api_key });
    const minute = `${new Date(api.ports.clock.now()).toISOString().slice(0, 16)}:00.000Z`;
    await eventually(
      async () =>
        expect((await operate('GET', `/spaces/${space}/keys`)).body.data.find((key: { id: string }) => key.id === id).last_used_at).toBe(
          minute,
        ),
      { timeout: 8_000 },
    );
  });
});

test('Spaces are listed newest first, in pages', async () => {
  const made = [await api.newSpace(), await api.newSpace(), await api.newSpace()];
  const first = (await operate('GET', '/spaces?limit=2&include_total=true')).body;
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual([made[2], made[1]]);
  expect(first).toMatchObject({ has_more: true, total: expect.any(Number) });
  const second = (await operate('GET', `/spaces?limit=1&cursor=${first.next_cursor}`)).body;
  expect(second.data[0].id).toBe(made[0]);
});

test('the settings reject every token but the operator token', async () => {
  const { api_key } = await api.newKey(await api.newSpace());
  for (const token of [api_key, `${OPERATOR_TOKEN}x`, OPERATOR_TOKEN.slice(1), undefined]) {
    const refused = await api.send('GET', '/v1/operator/spaces', { token });
    expect(refused.body).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer realm="space"/);
  }
  expect((await api.send('GET', '/v1/contacts', { token: OPERATOR_TOKEN })).body).toMatchObject({
    status: 401,
    detail: 'Invalid Space API key',
  });
});

test('the settings do not exist without an operator token', async () => {
  const closed = await startApi({ environment: { SPACE_OPERATOR_TOKEN: '' } });
  const refused = await closed.send('GET', '/v1/operator/spaces', { token: OPERATOR_TOKEN });
  await closed.stop();
  expect(refused.body).toMatchObject({ status: 404, code: 'not_found' });
});
