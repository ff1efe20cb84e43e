import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { isoTime } from '@space/database';
import { callAs, eventually, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import { createWebhookSpace, listDeliveries, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

const { deliveries, listeners } = contracts;
let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

/** Emits an event each hour and waits for its delivery. */
async function deliverHourly(space: WebhookSpace, count: number): Promise<string[]> {
  const times: string[] = [];
  for (let n = 0; n < count; n++) {
    services.ports.clock.advance(HOUR_MS);
    times.push(isoTime(services.ports.clock.now()));
    await space.createContact();
    await eventually(async () => {
      const found = await listDeliveries(space);
      expect(found).toHaveLength(n + 1);
      expect(found[0]).toMatchObject({ status: 'succeeded' });
    });
  }
  return times;
}

test('lists the deliveries of a period, and reads one with its attempts', async () => {
  const space = await createWebhookSpace(services);
  const times = await deliverHourly(space, 3);
  const all = await listDeliveries(space);
  const list = async (period: object) => (await space.call(deliveries, 'list', { id: space.id, ...period })).data;
  expect(await list({ since: times[1] })).toEqual(all.slice(0, 2));
  expect(await list({ until: times[1] })).toEqual(all.slice(2));
  expect(await list({ since: times[1], until: times[2], status: 'succeeded' })).toEqual([all[1]]);
  const { delivery_id } = all[1]!;
  expect(await space.call(deliveries, 'get', { id: space.id, delivery_id })).toEqual(all[1]);
  await expect(space.call(deliveries, 'get', { id: space.id, delivery_id: 999_999_999 })).rejects.toMatchObject({ code: 'not_found' });
  const stranger = callAs(services.ports, newSpaceCaller());
  await expect(stranger(deliveries, 'get', { id: space.id, delivery_id })).rejects.toMatchObject({ code: 'not_found' });
  await space.receiver.close();
});

test('explains all events of a type and a period, page by page, and says why there are none', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'], filters: { actor_kind: 'api_key' } });
  const times = await deliverHourly(space, 3);
  const explain = (over: object = {}) =>
    space.call(deliveries, 'explain_type', { id: space.id, event_type: 'contact_created', ...over } as never);
  const whole = await eventually(async () => {
    const answer = await explain();
    expect(answer.data).toHaveLength(3);
    return answer;
  });
  expect(whole).toMatchObject({ event_type: 'contact_created', has_more: false, next_cursor: null });
  expect(whole.message).toBe('The webhook is enabled and subscribed to contact_created.');
  expect(whole.data.map(({ verdict, occurred_at }) => [verdict, occurred_at])).toEqual(
    times.toReversed().map((time) => ['delivered', time]),
  );
  const [newest, middle, oldest] = whole.data;
  expect(await space.call(deliveries, 'explain', { id: space.id, event_id: middle!.event_id })).toEqual(middle);
  expect((await explain({ since: times[1] })).data).toEqual([newest, middle]);
  expect((await explain({ until: times[1] })).data).toEqual([oldest]);
  const page = await explain({ limit: 2 });
  expect(page).toMatchObject({ data: [newest, middle], has_more: true });
  expect(await explain({ limit: 2, cursor: page.next_cursor })).toMatchObject({ data: [oldest], has_more: false });

  await space.call(listeners, 'update', { id: space.id, filters: { actor_kind: 'person' } });
  services.ports.clock.advance(HOUR_MS);
  const since = isoTime(services.ports.clock.now());
  await space.createContact();
  await eventually(async () =>
    expect((await explain({ since })).data).toMatchObject([{ verdict: 'filtered', rule: 'actor_kind', delivery_id: null }]),
  );
  expect((await explain({ event_type: 'contact_deleted' })).message).toBe(
    'The webhook is not subscribed to contact_deleted; add it to event_types to receive later events. No event of this type is stored for this period.',
  );
  await space.call(listeners, 'update', { id: space.id, enabled: false });
  expect((await explain({ since: times[0], until: times[0] })).message).toBe(
    'The webhook is disabled (Disabled by request); enable it to receive later events. No event of this type is stored for this period.',
  );
  await space.receiver.close();
});

test('lists the recoveries of a webhook, newest first, by status', async () => {
  const space = await createWebhookSpace(services);
  const other = await createWebhookSpace(services);
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { recovery } = await space.call(deliveries, 'recover', { id: space.id, since: '2020-01-01T00:00:00Z' });
    ids.push(recovery!.id);
    await eventually(async () =>
      expect(await space.call(deliveries, 'get_recovery', { id: space.id, recovery_id: recovery!.id })).toMatchObject({ status: 'done' }),
    );
  }
  const list = async (over: object = {}) => space.call(deliveries, 'list_recoveries', { id: space.id, include_total: true, ...over });
  expect(await list()).toMatchObject({ data: [{ id: ids[1], status: 'done' }, { id: ids[0] }], total: 2 });
  expect((await list({ status: 'running' })).data).toEqual([]);
  expect((await other.call(deliveries, 'list_recoveries', { id: other.id })).data).toEqual([]);
  await expect(other.call(deliveries, 'list_recoveries', { id: space.id })).rejects.toMatchObject({ code: 'not_found' });
  for (const { receiver } of [space, other]) await receiver.close();
});
