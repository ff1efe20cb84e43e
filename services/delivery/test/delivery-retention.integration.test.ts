import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contracts } from '@space/contracts/catalog';
import { sql } from '@space/database';
import { eventually, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { createWebhookSpace, runRetention, startWebhooks } from './fixtures/webhooks.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startWebhooks();
  services.ports.clock.set(Date.now());
});
afterAll(() => services.stop());

test('retention deletes the deliveries of a deleted webhook', async () => {
  const space = await createWebhookSpace(services);
  await space.createContact();
  await eventually(() => expect(space.receiver.received).toHaveLength(1));
  await space.call(contracts.listeners, 'delete', { id: space.id });
  const countDeliveries = () =>
    services.ports.database.oneFirst(
      sql.type(z.object({ count: z.number() }))`select count(*) from events.delivery where listener_id = ${space.id}`,
    );
  expect(await countDeliveries()).toBe(1);
  await runRetention(services);
  expect(await countDeliveries()).toBe(0);
  await space.receiver.close();
});

test('a duplicate of an event creates no second delivery after its inbox entry expired', async () => {
  const space = await createWebhookSpace(services);
  await space.createContact();
  await eventually(() => expect(space.receiver.received).toHaveLength(1));
  const [{ event }] = space.receiver.received as [(typeof space.receiver.received)[number]];
  const { database } = services.ports;
  await database.query(sql.typeAlias('void')`delete from events.inbox where event_id = ${event.id}`);
  await eventually(
    async () =>
      expect(
        await database.anyFirst(sql.type(z.object({ id: z.string() }))`select id from contacts.outbox where id = ${event.id}`),
      ).toEqual([]),
    { timeout: 15_000 },
  );
  const body = await database.oneFirst(sql.type(z.object({ body: z.string() }))`select body from events.event where id = ${event.id}`);
  await database.query(sql.typeAlias('void')`
    insert into contacts.outbox (id, space_id, type, body) values (${event.id}, ${space.caller.space_id}, ${event.type}, ${body})`);
  await space.createContact();
  await eventually(() => expect(space.receiver.received).toHaveLength(2));
  expect(space.receiver.received.filter((one) => one.event.id === event.id)).toHaveLength(1);
  expect((await space.call(contracts.deliveries, 'list', { id: space.id, event_id: event.id })).data).toHaveLength(1);
  await space.receiver.close();
});
