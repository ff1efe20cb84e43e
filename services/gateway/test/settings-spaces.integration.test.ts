import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { scopes } from '@space/contracts/core';
import { MAX_INVITATIONS, MAX_MEMBERS } from '@space/contracts/people';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { newConsolePerson } from './fixtures/console-person.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const operate = (method: string, path: string, body?: unknown, headers = {}) =>
  api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body, headers });

test('a Space is created with a Location, read and renamed with its ETag', async () => {
  const made = await operate('POST', '/spaces', { name: 'Acme' });
  const path = `/spaces/${made.body.id}`;
  expect(made.headers.get('location')).toBe(`/v1/operator${path}`);
  const read = await operate('GET', path);
  expect(read.body).toEqual(made.body);
  const match = { 'if-match': read.headers.get('etag')! };
  expect((await operate('PATCH', path, { name: 'Acme Ltd' }, match)).body).toMatchObject({ id: made.body.id, name: 'Acme Ltd' });
  expect((await operate('PATCH', path, { name: 'Late' }, match)).body).toMatchObject({ code: 'precondition_failed' });
  expect((await operate('PATCH', '/spaces/spc_nobody', { name: 'Late' })).body).toMatchObject({
    status: 404,
    detail: 'There is no Space "spc_nobody".',
  });
});

test('every member reads the Space, and only an owner renames it', async () => {
  const space = await api.newSpace();
  const [viewer, admin, owner] = [
    await newConsolePerson(api, space, 'viewer'),
    await newConsolePerson(api, space, 'admin'),
    await newConsolePerson(api, space, 'owner'),
  ];
  const path = `/spaces/${space}/v1/settings`;
  expect((await viewer.send('GET', path)).body).toMatchObject({ id: space, name: 'Acme' });
  expect((await admin.send('PATCH', path, { name: 'Mine' })).body).toMatchObject({
    status: 403,
    detail: 'This needs the role owner in this Space, and yours is admin; an owner can change it.',
  });
  expect((await owner.send('PATCH', path, { name: 'Ours' })).body).toMatchObject({ id: space, name: 'Ours' });
  expect((await viewer.send('GET', path)).body.name).toBe('Ours');
});

test('the limits of a Space show what it uses', async () => {
  const space = await api.newSpace();
  await newConsolePerson(api, space, 'owner');
  await operate('POST', `/spaces/${space}/invitations`, {});
  await operate('PATCH', `/spaces/${space}/storage-limits`, { rows: 100, files: 0 });
  const { data } = (await operate('GET', `/spaces/${space}/limits`)).body;
  expect(data).toMatchObject([
    { name: 'members', used: 1, maximum: MAX_MEMBERS },
    { name: 'open_invitations', used: 1, maximum: MAX_INVITATIONS },
    { name: 'storage_bytes', used: expect.any(Number), maximum: expect.any(Number) },
    { name: 'storage_rows', maximum: 100 },
    { name: 'storage_files', maximum: null },
  ]);
});

test('a person creates a Space, is its owner, and cannot leave it as the last one', async () => {
  const person = await newConsolePerson(api, await api.newSpace(), 'viewer');
  const made = await person.send('POST', '/v1/person/spaces', { name: 'My own' });
  expect(made).toMatchObject({ status: 201, body: { name: 'My own', role: 'owner', scopes } });
  const { id } = made.body;
  expect((await person.send('GET', `/spaces/${id}/v1/settings/members`)).body.data).toMatchObject([{ role: 'owner' }]);
  expect((await person.send('GET', '/v1/person')).body.spaces).toContainEqual(made.body);
  expect((await person.send('POST', `/v1/person/spaces/${id}/leave`, {})).body).toMatchObject({ status: 409, code: 'conflict' });
  expect((await operate('GET', `/spaces/${id}`)).body).toMatchObject({ id, name: 'My own' });
});

test('a person creates no Space without a name', async () => {
  const person = await newConsolePerson(api, await api.newSpace(), 'viewer');
  expect((await person.send('POST', '/v1/person/spaces', { name: ' ' })).body).toMatchObject({ status: 400, errors: [{ path: 'name' }] });
  expect((await person.send('GET', '/v1/person')).body.spaces).toHaveLength(1);
});
