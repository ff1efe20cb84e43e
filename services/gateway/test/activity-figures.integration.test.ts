import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_FIGURE_DAYS } from '@space/contracts/core';
import { ACTIVITY_DAYS } from '@space/contracts/platform';
import { isoTime } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@space/time';
import { activityRules } from '../src/activity/activity-retention.ts';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A Space with two keys, and a reader of its figures that leaves out its own calls. */
async function createSpace() {
  const space = await api.newSpace();
  const scopes = ['contacts:read', 'contacts:write', 'agents:read'] as const;
  const [one, other] = [await api.newKey(space, { scopes }), await api.newKey(space, { scopes })];
  const send = (path: string, token: string = one.api_key, body?: object) => api.send(body ? 'POST' : 'GET', `/v1${path}`, { token, body });
  const figures = async (query = '', token?: string) => {
    const answer = (await send(`/activity/figures?by=operation,outcome,key${query}`, token)).body;
    return answer.data?.filter(({ operation }: { operation: string }) => !operation?.startsWith('activity.')) ?? answer;
  };
  return { space, one, other, send, figures };
}

const sample = { calls: 1, average_ms: expect.any(Number) };

test('counts calls by operation, outcome, key and hour, also those that are refused', async () => {
  const { one, other, send, figures } = await createSpace();
  for (let n = 0; n < 3; n++) await send('/contacts');
  await send('/contacts?limit=0');
  await send('/contacts', other.api_key);
  await send('/contacts', other.api_key, { name: 'Ada', email: 'not an address' });
  await eventually(async () =>
    expect(await figures()).toEqual([
      { ...sample, operation: 'contacts.list', outcome: 'ok', key_id: one.id, calls: 3 },
      ...[
        { ...sample, operation: 'contacts.create', outcome: 'invalid', key_id: other.id },
        { ...sample, operation: 'contacts.list', outcome: 'invalid', key_id: one.id },
        { ...sample, operation: 'contacts.list', outcome: 'ok', key_id: other.id },
      ].sort((a, b) => (a.key_id < b.key_id ? -1 : a.key_id > b.key_id ? 1 : a.operation < b.operation ? -1 : 1)),
    ]),
  );
  expect(await figures(`&key_id=${other.id}&outcome=ok`)).toMatchObject([{ operation: 'contacts.list', calls: 1 }]);
  expect(await figures('&operation=contacts.create')).toMatchObject([{ outcome: 'invalid', calls: 1 }]);
  const hour_at = isoTime(Math.floor(api.ports.clock.now() / HOUR_MS) * HOUR_MS);
  const byHour = (await send('/activity/figures?operation=contacts.list')).body;
  expect(byHour).toEqual({
    data: [
      { ...sample, hour_at, outcome: 'ok', calls: 4 },
      { ...sample, hour_at, outcome: 'invalid' },
    ],
    is_complete: true,
  });
  expect((await send(`/activity/figures?until=${hour_at}`)).body.data).toEqual([]);
});

test('shows nothing of another Space, and refuses a period of more than a week', async () => {
  const { send, figures } = await createSpace();
  await send('/contacts');
  await eventually(async () => expect(await figures()).toHaveLength(1));
  const stranger = await createSpace();
  expect(await stranger.figures()).toEqual([]);
  const since = isoTime(api.ports.clock.now() - MAX_FIGURE_DAYS * DAY_MS - MINUTE_MS);
  expect((await send(`/activity/figures?since=${since}`)).body).toMatchObject({
    status: 400,
    detail: 'since: must be at most 7 days before until, which is by default now.',
  });
});

test('shows an agent only its own calls', async () => {
  const { space, send, figures } = await createSpace();
  const agent = (await api.send('POST', `/v1/operator/spaces/${space}/agents`, { token: OPERATOR_TOKEN, body: { name: 'Scout' } })).body;
  const { id, api_key } = await api.newKey(space, { scopes: ['contacts:read', 'agents:read'], agent_id: agent.id });
  await send('/contacts');
  await send('/contacts', api_key);
  await eventually(async () => expect(await figures()).toHaveLength(2));
  expect(await figures('', api_key)).toMatchObject([{ key_id: id, operation: 'contacts.list', calls: 1 }]);
});

test('finds the line of a request by its id', async () => {
  const { one, send } = await createSpace();
  await send('/contacts');
  await api.send('GET', '/v1/contacts?limit=0', { token: one.api_key, headers: { 'x-request-id': 'the-one' } });
  await eventually(async () =>
    expect((await send('/activity?request_id=the-one')).body.data).toMatchObject([{ request_id: 'the-one', outcome: 'invalid' }]),
  );
  expect((await send('/activity?request_id=another')).body.data).toEqual([]);
});

test('retention deletes figures after 30 days', async () => {
  const { send, figures } = await createSpace();
  const { clock, database } = api.ports;
  await send('/contacts');
  await eventually(async () => expect(await figures()).toHaveLength(1));
  const rule = activityRules(database, { now: () => clock.now() + (ACTIVITY_DAYS - 1) * DAY_MS }).find(({ what }) => what === 'figures')!;
  await rule.deleteChunk(1_000);
  expect(await figures()).toHaveLength(1);
  const later = activityRules(database, { now: () => clock.now() + ACTIVITY_DAYS * DAY_MS + HOUR_MS }).find(
    ({ what }) => what === 'figures',
  )!;
  await later.deleteChunk(1_000);
  expect(await figures()).toEqual([]);
});
