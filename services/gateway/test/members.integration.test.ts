import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { memberIds } from '@space/contracts/platform';
import { sql } from '@space/database';
import { callAs, eventually, newSpaceCaller } from '@space/runtime/testing';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { newMember, openBrowser, PASSWORD } from './fixtures/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('a Space', () => {
  test('keeps its last owner, also when two remove each other', async () => {
    const one = await newMember(api, 'owner');
    const settings = `/spaces/${one.space}/v1/settings/members`;
    for (const call of [
      () => one.call('PATCH', `${settings}/${one.member_id}`, { role: 'admin' }),
      () => one.call('DELETE', `${settings}/${one.member_id}`),
      () => one.call('POST', `/v1/person/spaces/${one.space}/leave`),
    ])
      expect((await call()).body).toMatchObject({ status: 409, code: 'conflict', detail: expect.stringContaining('last owner') });
    const other = await newMember(api, 'owner', one.space);
    const outcomes = await Promise.all([
      one.call('DELETE', `${settings}/${other.member_id}`),
      other.call('DELETE', `${settings}/${one.member_id}`),
    ]);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await api.send('GET', `/v1/operator/spaces/${one.space}/members`, { token: OPERATOR_TOKEN });
    expect(body.data).toMatchObject([{ role: 'owner' }]);
  });

  test('is lost with the next request after a removal, and a lower role counts as fast', async () => {
    const owner = await newMember(api);
    const member = await newMember(api, 'member', owner.space);
    const path = `/spaces/${owner.space}/v1`;
    expect((await member.call('POST', `${path}/contacts`, { name: 'A', email: 'a@example.com' })).status).toBe(201);
    await owner.call('PATCH', `${path}/settings/members/${member.member_id}`, { role: 'viewer' });
    expect((await member.call('POST', `${path}/contacts`, { name: 'B', email: 'b@example.com' })).body).toMatchObject({
      status: 403,
      code: 'missing_scope',
    });
    await owner.call('DELETE', `${path}/settings/members/${member.member_id}`);
    expect((await member.call('GET', `${path}/contacts`)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await member.call('GET', '/v1/person')).body.spaces).toEqual([]);
  });

  test('has the ids of its members for other services, until they are removed', async () => {
    const owner = await newMember(api);
    const member = await newMember(api, 'member', owner.space);
    const stranger = await newMember(api);
    const call = callAs(api.ports, newSpaceCaller({ space_id: owner.space }));
    const find = async () =>
      (await call(memberIds, 'find', { ids: [owner.member_id, member.member_id, stranger.member_id] })).ids.toSorted();
    expect(await find()).toEqual([owner.member_id, member.member_id].toSorted());
    await owner.call('DELETE', `/spaces/${owner.space}/v1/settings/members/${member.member_id}`);
    expect(await find()).toEqual([owner.member_id]);
  });

  test('is lost after five seconds when the broadcast of the removal is lost', async () => {
    const member = await newMember(api, 'member');
    const read = () => member.call('GET', `/spaces/${member.space}/v1/contacts`);
    expect((await read()).status).toBe(200);
    await api.ports.database.query(sql.typeAlias('void')`delete from gateway.member where id = ${member.member_id}`);
    await eventually(async () => expect((await read()).status).toBe(404), { timeout: 15_000 });
  });

  test('is left by a member who is not the last owner', async () => {
    const owner = await newMember(api);
    const member = await newMember(api, 'member', owner.space);
    expect((await member.call('POST', `/v1/person/spaces/${owner.space}/leave`)).body).toEqual({ id: member.member_id, deleted: true });
    expect((await member.call('POST', `/v1/person/spaces/${owner.space}/leave`)).status).toBe(404);
  });
});

test('a person and a key are counted apart in the rate limit and for idempotency', async () => {
  const [ada, bob] = [await newMember(api), await newMember(api)];
  const bobHere = await newMember(api, 'owner', ada.space);
  const make = (member: typeof ada, name: string) =>
    member.call('POST', `/spaces/${ada.space}/v1/settings/keys`, { scopes: ['contacts:read'], name }, { 'idempotency-key': 'same' });
  const [first, again, others] = [await make(ada, 'One'), await make(ada, 'One'), await make(bobHere, 'One')];
  expect(again.body.key.id).toBe(first.body.key.id);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(others.body.key.id).not.toBe(first.body.key.id);
  expect(first.body.key.created_by).toBe(ada.member_id);
  expect((await bob.call('GET', `/spaces/${ada.space}/v1/contacts`)).status).toBe(404);
});

test('the answer with a secret is replayed to the session that received it only', async () => {
  const ada = await newMember(api);
  const second = openBrowser(api);
  await second.submit('/sign-in', { email: ada.email, password: PASSWORD });
  const make = (browser: Pick<typeof ada, 'call'>) =>
    browser.call('POST', `/spaces/${ada.space}/v1/settings/keys`, { scopes: ['contacts:read'] }, { 'idempotency-key': 'mine' });
  const [first, stolen] = [await make(ada), await make(second)];
  expect(stolen.body.api_key).not.toBe(first.body.api_key);
});
