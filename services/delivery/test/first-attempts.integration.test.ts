import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { findDeliveryState } from '../src/deliveries/deliveries.queries.ts';
import { createWebhookSpace, getListener, listDeliveries, startWebhooks, type WebhookSpace } from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
});
afterAll(() => services.stop());

/** Returns true for each delivery of a webhook that was stored as succeeded and never updated. */
const insertedSucceeded = (space: WebhookSpace) =>
  services.ports.database.manyFirst(sql.type(z.object({ is_inserted: z.boolean() }))`
    select status = 'succeeded' and updated_at = created_at as is_inserted from events.delivery where listener_id = ${space.id}`);

/** Makes statements that store deliveries fail with an error of this code until they are restored, and counts them. */
function failToStore(code: string): { failures: number; restore(): void } {
  const { database } = services.ports;
  const original = database.oneFirst;
  const store = { failures: 0, restore: () => void Object.assign(database, { oneFirst: original }) };
  const failing = (...args: Parameters<typeof original>) => {
    if ('name' in args[0] && args[0].name === 'insert-deliveries') {
      store.failures += 1;
      throw Object.assign(new Error('The statement failed.'), { code });
    }
    return original.apply(database, args);
  };
  Object.assign(database, { oneFirst: failing });
  return store;
}

test('a delivery that succeeds immediately is stored in one insert with its attempt', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  // A receiver on a busy machine may answer after the window; one of several is in time.
  await eventually(async () => {
    await space.createContact();
    await eventually(async () => expect((await listDeliveries(space))[0]).toMatchObject({ status: 'succeeded', next_attempt_at: null }));
    expect(await insertedSucceeded(space)).toContain(true);
  });
  const log = await listDeliveries(space);
  for (const { attempts } of log) expect(attempts).toMatchObject([{ number: 1, status: 'succeeded', response_code: 204 }]);
  expect(new Set(log.map(({ event_id }) => event_id)).size).toBe(space.receiver.received.length);
  await space.receiver.close();
});

test('a receiver that lists its deliveries during the attempt finds this one', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const listed = Promise.withResolvers<unknown>();
  space.receiver.answer(async (_request, response) => {
    listed.resolve(await listDeliveries(space).catch((error) => error));
    response.writeHead(204).end();
  });
  await space.createContact();
  expect(await listed.promise).toMatchObject([{ status: 'pending' }]);
  await space.receiver.close();
});

test('a receiver that asks for its delivery during the attempt gets it', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const asked = Promise.withResolvers<unknown>();
  space.receiver.answer(async (request, response) => {
    const { delivery_id } = request.event;
    asked.resolve(await space.call(contracts.deliveries, 'get', { id: space.id, delivery_id }).catch((error) => error));
    response.writeHead(204).end();
  });
  await space.createContact();
  expect(await asked.promise).toMatchObject({
    delivery_id: space.receiver.received[0]!.event.delivery_id,
    status: 'pending',
    attempts: [],
  });
  await eventually(async () => expect(await listDeliveries(space)).toMatchObject([{ status: 'succeeded' }]));
  await space.receiver.close();
});

test('a failure during the window is stored, and the next attempt has the next number', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  space.receiver.answer((_request, response) => response.writeHead(500).end());
  await space.createContact();
  await eventually(async () =>
    expect(await listDeliveries(space)).toMatchObject([{ status: 'retrying', attempts: [{ number: 1, response_code: 500 }] }]),
  );
  expect(space.receiver.received).toHaveLength(1);
  await space.receiver.close();
});

test('an attempt begins before its delivery is stored; while Postgres is away it is not repeated, and is stored afterwards', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const store = failToStore('ECONNREFUSED');
  try {
    await space.createContact();
    await eventually(() => expect(space.receiver.received).toHaveLength(1));
    expect(await listDeliveries(space)).toEqual([]);
  } finally {
    store.restore();
  }
  await eventually(async () => expect(await listDeliveries(space)).toMatchObject([{ status: 'succeeded' }]));
  expect(space.receiver.received).toHaveLength(1);
  await space.receiver.close();
});

test('an event whose deliveries cannot be stored is attempted early once, and again only when they are stored', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const store = failToStore('23505');
  try {
    await space.createContact();
    await eventually(() => expect(space.receiver.received).toHaveLength(1));
    await eventually(() => expect(store.failures).toBeGreaterThan(0));
  } finally {
    store.restore();
  }
  await eventually(async () => expect(await listDeliveries(space)).toMatchObject([{ status: 'succeeded' }]));
  expect(space.receiver.received.map(({ event }) => event.attempt)).toEqual([1, 1]);
  await space.receiver.close();
});

test('an old id that no delivery has is not waited for', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  await space.createContact();
  await eventually(async () => expect(await listDeliveries(space)).toMatchObject([{ status: 'succeeded' }]));
  const { database } = services.ports;
  await database.query(sql.typeAlias('void')`
    update events.delivery set created_at = now() - interval '1 minute' where listener_id = ${space.id}`);
  expect(await findDeliveryState(database, space.id, 0)).toBe('none');
  expect(await findDeliveryState(database, space.id, 9_000_000)).toBe('none');
  expect(await findDeliveryState(database, space.id, (await listDeliveries(space))[0]!.delivery_id)).toBe('stored');
  await space.receiver.close();
});

test('an event that comes again is not sent again', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  await space.createContact();
  await eventually(async () => expect(await listDeliveries(space)).toHaveLength(1));
  const { database } = services.ports;
  const again = await database.one(sql.type(z.object({ id: z.string(), type: z.string(), space_id: z.string(), body: z.string() }))`
    select id, type, space_id, body from events.event where space_id = ${space.caller.space_id}`);
  const waiting = () => database.any(sql.typeAlias('void')`select from contacts.outbox where id = ${again.id}`);
  await eventually(async () => expect(await waiting()).toHaveLength(0));
  await database.query(sql.typeAlias('void')`
    insert into contacts.outbox (id, space_id, type, body) values (${again.id}, ${again.space_id}, ${again.type}, ${again.body})`);
  services.ports.eventLog.notify('contacts');
  await space.createContact();
  await eventually(async () => expect(await listDeliveries(space)).toHaveLength(2));
  expect(space.receiver.received.filter(({ event }) => event.id === again.id)).toHaveLength(1);
  await space.receiver.close();
});

test('a success resets the count of dead deliveries of a webhook', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  await services.ports.database.query(sql.typeAlias('void')`
    update events.listener set consecutive_dead_deliveries = 3 where id = ${space.id}`);
  await space.createContact();
  await eventually(async () => expect(await getListener(space)).toMatchObject({ consecutive_dead_deliveries: 0 }));
  await space.receiver.close();
});
