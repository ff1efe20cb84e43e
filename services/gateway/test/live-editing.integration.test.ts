import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId, sql } from '@space/database';
import { metrics } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { insertGrant } from '../src/oauth/grants.queries.ts';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { connect, connectLive, editorOf, liveLibrary } from './fixtures/live-door.ts';
import { newMember } from './fixtures/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ services: [liveLibrary] });
});
afterAll(() => api.stop());

const SCOPES = ['documents:read', 'documents:write'] as const;

async function newEditor(scopes: readonly ('documents:read' | 'documents:write')[] = SCOPES) {
  const space_id = await api.newSpace();
  const { id } = await api.newKey(space_id, { scopes });
  return { space_id, key_id: id, editor: { key_id: id, actor: { kind: 'api_key', id, name: 'Key' } } } as const;
}

const operate = (method: string, path: string, body?: unknown) => api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body });

describe('a live connection of a person', () => {
  test('ends when they sign out', async () => {
    const owner = await newMember(api);
    const connection = connectLive(api, { space_id: owner.space, editor: await editorOf(api, owner) });
    await connection.opened;
    expect((await owner.submit('/sign-out', {})).status).toBe(303);
    expect(await connection.ended).toBe(4401);
  });

  test('ends when their role no longer has its scope, and goes on to read', async () => {
    const owner = await newMember(api);
    const member = await newMember(api, 'member', owner.space);
    const editor = await editorOf(api, member);
    const [writing, reading] = [true, false].map((may_write) => connectLive(api, { space_id: owner.space, editor, may_write }));
    await Promise.all([writing!.opened, reading!.opened]);
    expect((await operate('PATCH', `/spaces/${owner.space}/members/${member.member_id}`, { role: 'viewer' })).status).toBe(200);
    expect(await writing!.ended).toBe(4403);
    expect((await operate('DELETE', `/spaces/${owner.space}/members/${member.member_id}`)).status).toBe(200);
    expect(await reading!.ended).toBe(4403);
  });

  test('is opened by the console only, and that of a key by any page', async () => {
    const owner = await newMember(api);
    const ticket = { space_id: owner.space, editor: await editorOf(api, owner) };
    expect(await connectLive(api, ticket, { origin: 'https://evil.example' }).ended).toBe(403);
    const own = connectLive(api, ticket, { origin: api.consoleUrl });
    await own.opened;
    own.close();
    const { space_id, editor } = await newEditor();
    const any = connectLive(api, { space_id, editor }, { origin: 'https://app.example' });
    await any.opened;
    any.close();
  });
});

describe('a live connection of a key', () => {
  test('ends with a scope that the key loses, and is not opened with a key that was revoked', async () => {
    const { space_id, key_id, editor } = await newEditor();
    const connection = connectLive(api, { space_id, editor });
    await connection.opened;
    expect((await operate('PATCH', `/spaces/${space_id}/keys/${key_id}`, { scopes: ['documents:read'] })).status).toBe(200);
    expect(await connection.ended).toBe(4403);
    expect((await operate('POST', `/keys/${key_id}/revoke`, {})).status).toBe(200);
    expect(await connectLive(api, { space_id, editor, may_write: false }).ended).toBe(4401);
  });

  test('ends with the agent of the key, with the grant of a client, and with its Space', async () => {
    const space_id = await api.newSpace();
    const scopes = [...SCOPES];
    const { body: agent } = await operate('POST', `/spaces/${space_id}/agents`, { name: 'Scout' });
    const of = async (more: object) => (await api.newKey(space_id, { scopes, ...more })).id;
    const [ofAgent, ofClient, ofSpace] = [await of({ agent_id: agent.id }), await of({}), await of({})];
    const at = new Date(api.ports.clock.now()).toISOString();
    const ends_at = new Date(api.ports.clock.now() + DAY_MS).toISOString();
    const grant = { id: newId('gra'), space_id, key_id: ofClient, client_id: 'client', client_name: 'Claude', scopes, expires_at: ends_at };
    await insertGrant(api.ports.database, grant, at);
    const actorOf = (id: string) => ({ kind: 'api_key', id, name: 'Key' }) as const;
    const connections = [
      { key_id: ofAgent, actor: { kind: 'agent', id: agent.id, name: 'Scout' } as const },
      { key_id: ofClient, actor: actorOf(ofClient), grant_id: grant.id },
      { key_id: ofClient, actor: actorOf(ofClient) },
      { key_id: ofSpace, actor: actorOf(ofSpace) },
    ].map((editor) => connectLive(api, { space_id, editor }));
    await Promise.all(connections.map(({ opened }) => opened));
    const [byAgent, byClient, byKey, inSpace] = connections;
    expect((await operate('DELETE', `/spaces/${space_id}/agents/${agent.id}`)).status).toBe(200);
    expect(await byAgent!.ended).toBe(4401);
    expect((await operate('POST', `/spaces/${space_id}/grants/${grant.id}/revoke`)).status).toBe(200);
    expect(await byClient!.ended).toBe(4401);
    expect((await operate('POST', `/keys/${ofClient}/revoke`, {})).status).toBe(200);
    expect(await byKey!.ended).toBe(4401);
    // Without a broadcast the next look ends it.
    await api.ports.database.query(sql.typeAlias('void')`update gateway.space set delete_at = now() where id = ${space_id}`);
    expect(await inSpace!.ended).toBe(4401);
  });

  test('is for the document of its ticket only, once', async () => {
    const ticket = { ...(await newEditor()), id: 'one' };
    const { space_id, editor, id } = ticket;
    const connection = connectLive(api, { space_id, editor, id });
    await connection.opened;
    expect(await connectLive(api, { space_id, editor, id }).ended).toBe(4410);
    expect(await connect(`${api.url.replace('http', 'ws')}/v1/live/doc_1?ticket=x`).ended).toBe(4410);
    connection.close();
  });
});

test('only the path of live connections takes WebSockets, and another request with Upgrade is answered as usual', async () => {
  expect(await connect(`${api.url.replace('http', 'ws')}/v1/contacts`).ended).toBe(401);
  const { status } = await api.send('GET', '/v1/live/doc_1?ticket=x');
  expect(status).toBe(404);
});

test('attempts with a ticket that does not work count for the limit of their network, and open connections are measured', async () => {
  const limited = await startApi({ environment: { SPACE_RATE_LIMIT: '10', SPACE_VISITOR_RATE_LIMIT: '1' }, services: [liveLibrary] });
  const url = `${limited.url.replace('http', 'ws')}/v1/live/doc_1?ticket=x`;
  const codes = await Promise.all(Array.from({ length: 15 }, () => connect(url).ended));
  expect(codes.filter((code) => code === 4410).length).toBeGreaterThan(0);
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0);
  expect((await metrics.liveRefused.get()).values.find(({ labels }) => labels.reason === '4410')?.value).toBeGreaterThan(0);
  await limited.stop();
});
