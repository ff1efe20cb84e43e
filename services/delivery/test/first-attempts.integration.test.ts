import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
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

/** Makes the next `times` statements that store deliveries fail as if Postgres were away. */
function failToStore(times: number): () => void {
  const { database } = services.ports;
  const original = database.oneFirst;
  let left = times;
  const failing = (...args: Parameters<typeof original>) => {
    if ('name' in args[0] && args[0].name === 'insert-deliveries' && left > 0) {
      left -= 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    return original.apply(database, args);
  };
  Object.assign(database, { oneFirst: failing });
  return () => Object.assign(database, { oneFirst: original });
}

test('a delivery that succeeds immediately is stored in one insert with its attempt', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  await space.createContact();
  await eventually(async () =>
    expect(await listDeliveries(space)).toMatchObject([
      { status: 'succeeded', attempts: [{ number: 1, status: 'succeeded', response_code: 204 }], next_attempt_at: null },
    ]),
  );
  expect(await insertedSucceeded(space)).toEqual([true]);
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

test('while Postgres is away an attempt is not repeated, and its delivery is stored afterwards', async () => {
  const space = await createWebhookSpace(services, { event_types: ['contact_created'] });
  const restore = failToStore(2);
  await space.createContact();
  await eventually(async () => expect(await listDeliveries(space)).toMatchObject([{ status: 'succeeded' }]));
  restore();
  expect(space.receiver.received).toHaveLength(1);
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
