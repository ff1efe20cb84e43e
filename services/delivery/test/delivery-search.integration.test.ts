import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { isoTime, newId, sql } from '@space/database';
import { callAs, eventually, newSpaceCaller, type Receiver, type TestServices } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import {
  advanceClock,
  createFailingWebhook,
  createWebhookSpace,
  type FailingWebhook,
  startWebhooks,
  type WebhookSpace,
} from './fixtures/webhooks.ts';

const { contacts, deliveries, listeners } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

interface TwoWebhooks extends WebhookSpace {
  readonly failing: FailingWebhook;
}

/** Creates a Space with a webhook for new and changed contacts, and one for new contacts whose receiver answers 503. */
async function createTwoWebhooks(): Promise<TwoWebhooks> {
  const space = await createWebhookSpace(services, { event_types: ['contact_created', 'contact_updated'] });
  return { ...space, failing: await createFailingWebhook(space.call, 'contact_created', 503) };
}

const closeAll = ({ receiver, failing }: TwoWebhooks) => Promise.all([receiver, failing.receiver].map((one: Receiver) => one.close()));

const search = async ({ call }: Pick<WebhookSpace, 'call'>, over: object = {}) => call(deliveries, 'search', over);

/** Waits until a search finds so many deliveries, all with an attempt, and returns them. */
const findAttempted = (space: WebhookSpace, count: number) =>
  eventually(async () => {
    const { data } = await search(space, { limit: 200 });
    expect(data.map(({ attempt_count }) => attempt_count)).toEqual(Array(count).fill(1));
    return data;
  });

/** Emits three events in two hours, which make five deliveries, and returns these, newest first. */
async function deliverFive(space: TwoWebhooks) {
  const { id } = await space.createContact();
  await findAttempted(space, 2);
  advanceClock(services, 10_000);
  await space.call(contacts, 'update', { id, name: 'Ada Lovelace' });
  await findAttempted(space, 3);
  advanceClock(services, 10_000);
  await space.createContact();
  return findAttempted(space, 5);
}

test('finds the deliveries of all webhooks of a Space, newest first, by each filter', async () => {
  const space = await createTwoWebhooks();
  const all = await deliverFive(space);
  const times = all.map(({ created_at, delivery_id }) => [created_at, delivery_id] as const);
  expect(times).toEqual([...times].sort(([at, id], [otherAt, otherId]) => (at === otherAt ? otherId - id : at < otherAt ? 1 : -1)));
  expect(all.filter(({ subscription_id }) => subscription_id === space.failing.id)).toHaveLength(2);
  const [one] = (await space.call(deliveries, 'list', { id: space.failing.id })).data;
  const { attempts, ...delivery } = one!;
  const { response_headers: _headers, response_body: _body, signature: _signature, next_attempt_at: _next, ...last_attempt } = attempts[0]!;
  expect(all.find(({ delivery_id }) => delivery_id === one!.delivery_id)).toEqual({
    ...delivery,
    subscription_id: space.failing.id,
    attempt_count: 1,
    last_attempt,
  });

  const failed = all.filter(({ status }) => status === 'retrying');
  expect(failed.map(({ subscription_id }) => subscription_id)).toEqual([space.failing.id, space.failing.id]);
  const found = async (over: object) => (await search(space, over)).data;
  expect(await found({ status: 'retrying' })).toEqual(failed);
  expect(await found({ subscription_id: space.failing.id })).toEqual(failed);
  expect(await found({ error: 'http' })).toEqual(failed);
  expect(await found({ min_response_code: 500 })).toEqual(failed);
  expect(await found({ max_response_code: 299 })).toEqual(all.filter(({ status }) => status === 'succeeded'));
  expect(await found({ min_response_code: 503, max_response_code: 503, subscription_id: space.id })).toEqual([]);
  expect(await found({ event_type: 'contact_updated' })).toEqual(all.filter(({ event_type }) => event_type === 'contact_updated'));
  expect(await found({ event_id: all[0]!.event_id })).toEqual(all.slice(0, 2));
  expect(await found({ event_id: all[0]!.event_id, status: 'succeeded' })).toEqual(
    all.slice(0, 2).filter(({ status }) => status === 'succeeded'),
  );
  expect(await found({ since: all[2]!.created_at })).toEqual(all.slice(0, 3));
  expect(await found({ until: all[2]!.created_at, error: 'http' })).toEqual(all.slice(3).filter(({ status }) => status === 'retrying'));
  expect(await found({ error: 'timeout' })).toEqual([]);
  await expect(found({ subscription_id: 'lis_01jd0000000000000000000000' })).rejects.toMatchObject({ code: 'not_found' });
  await closeAll(space);
});

test('reads the found deliveries page by page in both orders, and refuses the cursor of the other order', async () => {
  const space = await createTwoWebhooks();
  const all = await deliverFive(space);
  async function readAll(over: object) {
    const data: unknown[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await search(space, { limit: 2, ...over, ...(cursor && { cursor }) });
      data.push(...page.data);
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) return data;
      cursor = page.next_cursor;
    }
  }
  expect(await readAll({})).toEqual(all);
  expect(await readAll({ sort: 'created_at' })).toEqual(all.toReversed());
  expect(await readAll({ max_response_code: 299, limit: 1 })).toEqual(all.filter(({ status }) => status === 'succeeded'));
  const { next_cursor: cursor } = await search(space, { limit: 2 });
  await expect(search(space, { sort: 'created_at', cursor })).rejects.toMatchObject({
    extras: { errors: [{ path: 'cursor', code: 'invalid_cursor' }] },
  });
  await expect(search(space, { min_response_code: 500, max_response_code: 499 })).rejects.toMatchObject({
    extras: { errors: [{ path: 'max_response_code', message: 'must not be below min_response_code' }] },
  });
  await closeAll(space);
});

test('a filtered page of many deliveries ends after a bounded scan, and the next pages find the rest', async () => {
  const space = await createTwoWebhooks();
  await space.createContact();
  await findAttempted(space, 2);
  await services.ports.database.query(sql.typeAlias('void')`
    insert into events.delivery (listener_id, space_id, event_id, status, attempts, log, created_at, updated_at)
    select d.listener_id, d.space_id, d.event_id, 'succeeded', 1, d.log, d.created_at + interval '1 second', d.updated_at
    from events.delivery as d, generate_series(1, 6000) where d.listener_id = ${space.id}`);
  const first = await search(space, { event_type: 'contact_updated' });
  expect(first).toMatchObject({ data: [], has_more: true });
  expect(await search(space, { event_type: 'contact_updated', cursor: first.next_cursor })).toMatchObject({ data: [], has_more: false });
  expect((await search(space, { min_response_code: 503 })).data).toMatchObject([{ subscription_id: space.failing.id }]);
  await closeAll(space);
});

test('a search shows nothing of another Space, and to an agent only webhooks that it created', async () => {
  const space = await createTwoWebhooks();
  await space.createContact();
  const [first] = await findAttempted(space, 2);
  const stranger = callAs(services.ports, newSpaceCaller());
  for (const over of [{}, { event_id: first!.event_id }]) expect((await search({ call: stranger }, over)).data).toEqual([]);
  expect((await stranger(deliveries, 'search_recoveries', {})).data).toEqual([]);
  for (const operation of ['search', 'search_recoveries'] as const)
    await expect(stranger(deliveries, operation, { subscription_id: space.id })).rejects.toMatchObject({ code: 'not_found' });
  const agent = { kind: 'agent', id: newId('agt'), name: 'Bot' } as const;
  const bot = callAs(services.ports, { ...space.caller, actor: agent });
  expect((await search({ call: bot })).data).toEqual([]);
  await services.ports.database.query(sql.typeAlias('void')`
    update events.listener set agent_id = ${agent.id}, can_use = '{}' where id = ${space.failing.id}`);
  expect((await search({ call: bot })).data).toMatchObject([{ subscription_id: space.failing.id }]);
  await expect(search({ call: bot }, { subscription_id: space.id })).rejects.toMatchObject({ code: 'forbidden' });
  await closeAll(space);
});

test('resends several deliveries in one call with a result for each, once for each idempotency key', async () => {
  const space = await createTwoWebhooks();
  const other = await createWebhookSpace(services);
  await other.createContact();
  const [theirs] = await findAttempted(other, 1);
  await space.createContact();
  const all = await findAttempted(space, 2);
  const [sent, failed] = [all.find(({ status }) => status === 'succeeded')!, all.find(({ status }) => status === 'retrying')!];
  const key = ({ subscription_id, delivery_id }: { subscription_id: string; delivery_id: number }) => ({ subscription_id, delivery_id });
  const unknown = { subscription_id: space.id, delivery_id: failed.delivery_id };
  const input = { deliveries: [key(sent), key(failed), key(failed), key(theirs!), unknown] };
  const resend = () => space.call(deliveries, 'resend_bulk', input, { idempotency_key: 'once' });
  const not_found = { outcome: 'not_found', error: 'This Space has no delivery of this webhook with this id.' };
  const expected = {
    results: [
      { ...key(sent), outcome: 'queued', error: null },
      { ...key(failed), outcome: 'queued', error: null },
      { ...key(failed), outcome: 'queued', error: null },
      { ...key(theirs!), ...not_found },
      { ...unknown, ...not_found },
    ],
    queued: 3,
    refused: 2,
  };
  expect(await resend()).toEqual(expected);
  await eventually(async () => {
    const { data } = await search(space);
    expect(data.map(({ attempt_count }) => attempt_count)).toEqual([2, 2]);
  });
  expect(space.receiver.received.map(({ event }) => [event.delivery_id, event.attempt])).toEqual([
    [sent.delivery_id, 1],
    [sent.delivery_id, 2],
  ]);
  expect(await resend()).toEqual(expected);
  expect((await search(space)).data.map(({ status }) => status).sort()).toEqual(['retrying', 'succeeded']);
  expect(other.receiver.received).toHaveLength(1);
  await closeAll(space);
  await other.receiver.close();
});

test('refuses to resend a delivery in progress, and to an agent those of webhooks and resources that are not its own', async () => {
  const space = await createTwoWebhooks();
  await space.createContact();
  const all = await findAttempted(space, 2);
  const inProgress = all.find(({ subscription_id }) => subscription_id === space.id)!;
  const { ports } = services;
  const until = isoTime(ports.clock.now() + HOUR_MS);
  await ports.database.query(sql.typeAlias('void')`
    update events.delivery set lease = 'other', next_attempt_at = ${until}::timestamptz where listener_id = ${space.id} and id = ${inProgress.delivery_id}`);
  const input = { deliveries: all.map(({ subscription_id, delivery_id }) => ({ subscription_id, delivery_id })) };
  const outcomes = async (call: WebhookSpace['call']) =>
    new Map((await call(deliveries, 'resend_bulk', input)).results.map(({ subscription_id, ...result }) => [subscription_id, result]));
  const agent = { kind: 'agent', id: newId('agt'), name: 'Bot' } as const;
  const bot = callAs(ports, { ...space.caller, actor: agent });
  expect([...(await outcomes(bot)).values()]).toMatchObject([
    { outcome: 'forbidden', error: expect.stringContaining('did not create the webhook') },
    { outcome: 'forbidden' },
  ]);
  await ports.database.query(sql.typeAlias('void')`
    update events.listener set agent_id = ${agent.id}, can_use = '{"contacts": []}' where id = ${space.failing.id}`);
  expect((await outcomes(bot)).get(space.failing.id)).toMatchObject({ outcome: 'queued' });
  expect((await outcomes(space.call)).get(space.id)).toMatchObject({
    outcome: 'in_progress',
    error: 'An attempt of this delivery is in progress; read its log in 10 seconds.',
  });
  await closeAll(space);
});

test('lists the recoveries of all webhooks of a Space', async () => {
  const space = await createTwoWebhooks();
  const ids: string[] = [];
  for (const id of [space.id, space.failing.id])
    ids.unshift((await space.call(deliveries, 'recover', { id, since: '2020-01-01T00:00:00Z' })).recovery!.id);
  const list = async (over: object = {}) => (await space.call(deliveries, 'search_recoveries', over)).data.map(({ id }) => id);
  expect(await list()).toEqual(ids);
  expect(await list({ sort: 'created_at' })).toEqual(ids.toReversed());
  expect(await list({ subscription_id: space.id })).toEqual([ids[1]]);
  await eventually(async () => expect(await list({ status: 'done' })).toEqual(ids));
  await space.call(listeners, 'delete', { id: space.id });
  expect(await list()).toEqual([ids[0]]);
  await closeAll(space);
});
