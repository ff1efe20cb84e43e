import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { agentDirectory } from '@space/contracts/platform';
import { callAs, eventually, newSpaceCaller } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { serveAgentRemoval } from './fixtures/agent-removal.ts';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { newConsolePerson } from './fixtures/console-person.ts';

let api: Api;
/** The agents whose listeners the events service was asked to end, in order. */
const asked: string[] = [];
let fault: Error | undefined;
beforeAll(async () => {
  api = await startApi();
  await serveAgentRemoval(api.ports.bus, (agent) => {
    asked.push(agent);
    if (fault) throw fault;
  });
});
afterAll(() => api.stop());

const operate = (method: string, path: string, body?: unknown, headers = {}) =>
  api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body, headers });

async function newAgent() {
  const space = await api.newSpace();
  const { id } = (await operate('POST', `/spaces/${space}/agents`, { name: 'Scout' })).body as { id: string };
  return { space, id, path: `/spaces/${space}/agents/${id}` };
}

const timesAsked = (id: string) => asked.filter((one) => one === id).length;

test('an agent is created with a Location, read and renamed with its ETag', async () => {
  const space = await api.newSpace();
  const made = await operate('POST', `/spaces/${space}/agents`, { name: 'Scout' });
  const path = `/spaces/${space}/agents/${made.body.id}`;
  expect(made.headers.get('location')).toBe(`/v1/operator${path}`);
  const read = await operate('GET', path);
  expect(read.body).toEqual(made.body);
  const match = { 'if-match': read.headers.get('etag')! };
  expect((await operate('PATCH', path, { name: 'Concierge' }, match)).body).toMatchObject({ id: made.body.id, name: 'Concierge' });
  expect((await operate('PATCH', path, { name: 'Late' }, match)).body).toMatchObject({ code: 'precondition_failed' });
});

test('deleting an agent revokes its keys, and the settings no longer have it', async () => {
  const { space, id, path } = await newAgent();
  const own = await api.newKey(space, { agent_id: id });
  const { api_key } = await api.newKey(space);
  const list = (token: string) => api.send('GET', '/v1/contacts', { token });
  expect([(await list(own.api_key)).status, (await list(api_key)).status]).toEqual([200, 200]);
  expect((await operate('DELETE', path)).body).toEqual({ id, deleted: true });
  await eventually(async () => expect((await list(own.api_key)).body).toMatchObject({ detail: 'This Space API key was revoked.' }), {
    timeout: 500,
  });
  expect((await list(api_key)).status).toBe(200);
  for (const [method, body] of [['GET'], ['PATCH', { name: 'Again' }], ['DELETE']] as const)
    expect((await operate(method, path, body)).body).toMatchObject({ status: 404, code: 'not_found' });
  expect((await operate('GET', `/spaces/${space}/agents`)).body.data).toEqual([]);
  expect((await operate('POST', `/spaces/${space}/keys`, { scopes: ['contacts:read'], agent_id: id })).body).toMatchObject({
    code: 'unresolved_reference',
  });
  const call = callAs(api.ports, newSpaceCaller({ space_id: space }));
  expect(await call(agentDirectory, 'find', { id })).toMatchObject({ agent: { id, name: 'Scout' }, deleted: true });
});

test('the listeners of a deleted agent are ended, and once more when calls of its keys have ended', async () => {
  const { id, path } = await newAgent();
  await operate('DELETE', path);
  await eventually(async () => expect(timesAsked(id)).toBe(1));
  api.ports.clock.set(api.ports.clock.now() + MINUTE_MS);
  await eventually(async () => expect(timesAsked(id)).toBe(2), { timeout: 12_000 });
  api.ports.clock.set(api.ports.clock.now() + 10 * MINUTE_MS);
  const next = await newAgent();
  await operate('DELETE', next.path);
  await eventually(async () => expect(timesAsked(next.id)).toBe(1));
  expect(timesAsked(id)).toBe(2);
});

test('ending the listeners is tried again after the events service has failed', async () => {
  fault = new Problem('unavailable', 'The events service restarts.');
  const { id, path } = await newAgent();
  expect((await operate('DELETE', path)).status).toBe(200);
  await eventually(async () => expect(timesAsked(id)).toBe(1));
  fault = undefined;
  api.ports.clock.set(api.ports.clock.now() + MINUTE_MS);
  await eventually(async () => expect(timesAsked(id)).toBe(2), { timeout: 12_000 });
});

test('an agent of another Space is not found by an admin, and a member may not read agents', async () => {
  const { id } = await newAgent();
  const space = await api.newSpace();
  const [admin, member] = [await newConsolePerson(api, space, 'admin'), await newConsolePerson(api, space, 'member')];
  const path = `/spaces/${space}/v1/settings/agents/${id}`;
  for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const)
    expect((await admin.send(method, path, body)).body).toMatchObject({ status: 404, code: 'not_found' });
  expect((await member.send('GET', path)).body).toMatchObject({ status: 403, code: 'forbidden' });
});
