import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Enrichment, type EventType } from '@space/contracts/core';
import { eventTypes } from '@space/contracts/events';
import { eventually } from '@space/runtime/testing';
import { newSpace } from '../space.ts';
import { triggerEveryEvent } from './event-coverage/trigger-every-event.ts';
import { closeReceivers, newWebhookSpace, type WebhookSpace } from './webhook-space.ts';

const types: readonly EventType[] = [...eventTypes.values()];

let space: WebhookSpace;
beforeAll(async () => {
  space = await newWebhookSpace();
  await triggerEveryEvent(space);
  // Many calls, one after the other.
});
afterAll(closeReceivers);

test.each(types)('$type is emitted with exactly the data that GET /event-types declares', async ({ type, label, data }) => {
  const { event } = await space.received(type);
  expect(event.label).toBe(label);
  expect(data.extend(Enrichment.shape).strict().parse(event.data)).toEqual(event.data);
});

test('events of one contact arrive in the order of its changes', async () => {
  await Promise.all(types.map(({ type }) => space.received(type)));
  // The second event of a type may not be delivered yet.
  const happened = await eventually(
    async () => {
      const data = await Array.fromAsync(space.client.deliveries.list({ id: space.webhook_id, limit: 200 }));
      const received = space.receiver.received.map(({ event }) => event);
      expect(received.map(({ type }) => type).sort()).toEqual(data.map(({ event_type }) => event_type).sort());
      return received.sort((one, other) => (one.id < other.id ? -1 : 1));
    },
    { timeout: 15_000 },
  );
  const [{ data: first }] = happened as [(typeof happened)[number]];
  expect(happened.filter(({ data }) => data.contact_id === first.contact_id).map(({ type }) => type)).toEqual([
    'contact_created',
    'contact_updated',
    'contact_tagged',
    'contact_untagged',
    'contact_merged',
    'contact_deleted',
  ]);
});

test('GET /event-types lists every type with its schema, a realistic sample and its filter keys', async () => {
  const { data } = await space.client.event_types.list();
  expect(data.map(({ type }) => type).sort()).toEqual([...eventTypes.keys()].sort());
  for (const { type, sample, data_schema, filters } of data) {
    const { event } = await space.received(type);
    expect(Object.keys(sample).sort()).toEqual(Object.keys(event.data).sort());
    expect(Object.keys((data_schema as { properties: object }).properties)).toEqual(
      expect.arrayContaining([...Object.keys(sample), ...filters]),
    );
  }
});

test('GET /event-types narrows to one type or one group', async () => {
  const { client } = await newSpace();
  expect((await client.event_types.list({ type: 'contact_tagged' })).data).toMatchObject([
    { type: 'contact_tagged', filters: ['tag_id', 'tag'] },
  ]);
  const groups = (await client.event_types.list({ group: 'audiences' })).data.map(({ group }) => group);
  expect(new Set(groups)).toEqual(new Set(['audiences']));
  expect((await client.event_types.list({ type: 'nothing_happened' })).data).toEqual([]);
});
