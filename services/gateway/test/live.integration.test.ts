import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { announceChanges } from '@space/bus';
import { MAX_LIVE_STREAMS, SESSION_IDLE_DAYS } from '@space/contracts/people';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { DAY_MS } from '@space/time';
import { z } from 'zod';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { openLive, type TestStream } from './fixtures/live.ts';
import { newMember, openBrowser, type TestMember } from './fixtures/people.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const opened: TestStream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function open(...args: Parameters<typeof openLive> extends [unknown, ...infer Rest] ? Rest : never): Promise<TestStream> {
  const stream = await openLive(api, ...args);
  opened.push(stream);
  return stream;
}

/** Announces topics as another process does, and one that everyone receives after them. */
function announce(space: string, ...topics: string[]): void {
  announceChanges(api.ports.bus, space, [...topics.map((topic) => ({ topic, ids: ['con_1'] })), { topic: 'space' }]);
}

const settingsOf = ({ space }: TestMember): string => `/spaces/${space}/v1/settings`;

describe('a stream of live updates', () => {
  test('has topics and ids only, is not compressed and not held back by a proxy', async () => {
    const owner = await newMember(api);
    const stream = await open(owner);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers.has('content-encoding')).toBe(false);
    announce(owner.space, 'contacts');
    await stream.arrives('space');
    expect(stream.changes).toEqual([{ topic: 'contacts', ids: ['con_1'] }, { topic: 'space' }]);
  });

  test('has the topics that the role may read, and none of another Space', async () => {
    const owner = await newMember(api);
    const viewer = await newMember(api, 'viewer', owner.space);
    const elsewhere = await newMember(api);
    const [all, some, others] = [await open(owner), await open(viewer), await open(elsewhere)];
    announce(owner.space, 'contacts', 'rows:tbl_1', 'orders', 'secrets', 'keys', 'activity', 'chat:agt_1', 'unknown');
    announce(elsewhere.space);
    await Promise.all([all.arrives('space'), some.arrives('space'), others.arrives('space')]);
    const topicsOf = ({ changes }: TestStream) => changes.map(({ topic }) => topic);
    expect(topicsOf(all)).toEqual(['contacts', 'rows:tbl_1', 'orders', 'secrets', 'keys', 'activity', 'chat:agt_1', 'space']);
    expect(topicsOf(some)).toEqual(['contacts', 'rows:tbl_1', 'space']);
    expect(topicsOf(others)).toEqual(['space']);
  });

  test('has the changes of settings, of members and of the look, and the activity that they leave', async () => {
    const owner = await newMember(api);
    const stream = await open(owner);
    expect((await owner.call('POST', `${settingsOf(owner)}/keys`, { scopes: ['contacts:read'], name: 'One' })).status).toBe(201);
    await stream.arrives('keys');
    await owner.call('POST', `${settingsOf(owner)}/agents`, { name: 'Helper' });
    await stream.arrives('agents');
    await owner.call('PATCH', `/spaces/${owner.space}/v1/look`, { accent: '#336699' });
    await stream.arrives('look');
    await newMember(api, 'viewer', owner.space);
    await stream.arrives('members');
    await stream.arrives('activity');
    const before = stream.changes.length;
    expect((await owner.call('GET', `${settingsOf(owner)}/keys`)).status).toBe(200);
    expect((await owner.call('POST', `${settingsOf(owner)}/keys`, { scopes: ['no:scope'] })).status).toBe(400);
    expect((await owner.call('PATCH', `/spaces/${owner.space}/v1/look?dry_run=true`, { accent: '#663399' })).status).toBe(200);
    announce(owner.space);
    await eventually(() => expect(stream.changes.slice(before).map(({ topic }) => topic)).toContain('space'));
    expect(stream.changes.slice(before).filter(({ topic }) => ['keys', 'look'].includes(topic))).toEqual([]);
  });

  test('is refused without a session, from another origin, and for a Space of others', async () => {
    const [owner, other] = [await newMember(api), await newMember(api)];
    expect(await open({ ...openBrowser(api), space: owner.space })).toMatchObject({ status: 401 });
    expect(await open(owner, { headers: { 'sec-fetch-site': 'same-site' } })).toMatchObject({
      status: 403,
      problem: { code: 'forbidden' },
    });
    expect(await open(other, { space: owner.space })).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    const posted = await owner.call('POST', `/spaces/${owner.space}/live`);
    expect([posted.status, posted.body.code, posted.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET']);
  });

  test('is refused to a session that has as many as it may have', async () => {
    const owner = await newMember(api);
    const streams = await Promise.all(Array.from({ length: MAX_LIVE_STREAMS.session }, () => open(owner)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect(await open(owner)).toMatchObject({ status: 503, problem: { code: 'unavailable', retry_after_s: 15 } });
    streams[0]!.close();
    await eventually(async () => expect((await open(owner)).status).toBe(200));
  });
});

test('a client that leaves while its session is looked up takes no stream of the session', async () => {
  const { ports, consoleUrl } = api;
  const owner = await newMember(api);
  const leaving = new AbortController();
  const headers = { 'sec-fetch-site': 'same-origin', cookie: owner.cookie()! };
  await ports.database.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`lock table gateway.session in access exclusive mode`);
    // Makes the gateway look the session up again.
    ports.bus.publish('space.v1.people.changed', Buffer.from(owner.person_id));
    const requests = Array.from({ length: MAX_LIVE_STREAMS.session }, () =>
      fetch(`${consoleUrl}/spaces/${owner.space}/live`, { headers, signal: leaving.signal }),
    );
    await eventually(async () =>
      expect(
        await tx.oneFirst(sql.type(z.object({ waiting: z.number() }))`
          select count(*) as waiting from pg_locks where not granted and relation = 'gateway.session'::regclass`),
      ).toBeGreaterThan(0),
    );
    leaving.abort();
    await Promise.allSettled(requests);
    // The gateway has read that the clients left when it answers another one.
    await fetch(`${consoleUrl}/icon.svg`);
  });
  const streams = [];
  for (let n = 0; n < MAX_LIVE_STREAMS.session; n++) streams.push((await open(owner)).status);
  expect(streams).toEqual(streams.map(() => 200));
});

describe('a stream ends', () => {
  test('with the membership, before it has another topic', async () => {
    const owner = await newMember(api);
    const member = await newMember(api, 'member', owner.space);
    const [own, removed] = [await open(owner), await open(member)];
    expect((await owner.call('DELETE', `${settingsOf(owner)}/members/${member.member_id}`)).status).toBe(200);
    await removed.ended;
    expect(removed.changes.at(-1)).toEqual({ topic: 'me' });
    await own.arrives('members');
    expect(await open(member)).toMatchObject({ status: 404 });
  });

  test('with the role; a new one has the topics of the new role', async () => {
    const owner = await newMember(api);
    const admin = await newMember(api, 'admin', owner.space);
    const before = await open(admin);
    await owner.call('PATCH', `${settingsOf(owner)}/members/${admin.member_id}`, { role: 'viewer' });
    await before.ended;
    expect(before.changes).toContainEqual({ topic: 'me' });
    const after = await open(admin);
    announce(owner.space, 'keys');
    await after.arrives('space');
    expect(after.changes).toEqual([{ topic: 'space' }]);
  });

  test('with the session, and not when another one ends', async () => {
    const owner = await newMember(api);
    const stream = await open(owner);
    const other = openBrowser(api);
    await other.submit('/sign-in', { email: owner.email, password: 'correct horse battery staple' });
    await other.submit('/sign-out', {});
    await stream.arrives('me');
    announce(owner.space);
    await stream.arrives('space');
    await owner.submit('/sign-out', {});
    await stream.ended;
    expect(await open({ ...owner, cookie: () => undefined })).toMatchObject({ status: 401 });
  });

  test('when its session is no longer used, although the stream is open', async () => {
    const own = await startApi();
    const owner = await newMember(own);
    const stream = await openLive(own, owner);
    own.ports.clock.advance(SESSION_IDLE_DAYS * DAY_MS);
    // Any change of the person makes the gateway look at the session again.
    await newInvitationOfOperator(own, owner);
    await stream.ended;
    await own.stop();
  });

  test('when the gateway stops, which waits for none', async () => {
    const own = await startApi();
    const owner = await newMember(own);
    const stream = await openLive(own, owner);
    const began = performance.now();
    await own.stop();
    await stream.ended;
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

/** Changes the membership of a person without their session. */
async function newInvitationOfOperator(own: Api, { space, member_id }: TestMember): Promise<void> {
  const answer = await own.send('PATCH', `/v1/operator/spaces/${space}/members/${member_id}`, {
    token: OPERATOR_TOKEN,
    body: { may_run: false },
  });
  expect(answer.status).toBe(200);
}
