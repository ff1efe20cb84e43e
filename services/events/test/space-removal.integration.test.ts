import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventClosing, eventRemoval } from '@space/contracts/platform';
import { sql } from '@space/database';
import { storeDeadLetter } from '@space/event-log';
import { callAs, newSpaceCaller, type TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { startEvents } from './fixtures/events.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startEvents();
});
afterAll(() => services.stop());

const Count = z.object({ count: z.number() });

const isClosed = (space: string) => services.ports.database.exists(sql.unsafe`select from events.closed_space where space_id = ${space}`);

test('a Space stays closed until nothing else of it is left, so that nothing waiting is sent between two calls', async () => {
  const { ports } = services;
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  await call(eventClosing, 'set_closed', { closed: true });
  await ports.database.query(sql.typeAlias('void')`
    insert into events.event (id, space_id, type, body, recorded_at)
    select 'evt_' || n || ${caller.space_id}, ${caller.space_id}, 'contact_created', '{}', now() from generate_series(1, 5001) as n`);
  const calls = [];
  for (let n = 0; n < 3; n++) calls.push([await call(eventRemoval, 'remove', {}), await isClosed(caller.space_id)]);
  expect(calls).toEqual([
    [{ deleted: 5_000, is_done: false }, true],
    [{ deleted: 1, is_done: false }, true],
    [{ deleted: 0, is_done: true }, false],
  ]);
});

test('a removed Space has no dead letter left, and another one has its own', async () => {
  const { database } = services.ports;
  const [space, other] = [newSpaceCaller(), newSpaceCaller()];
  for (const { space_id } of [space, other]) {
    const payload = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'contact_created', space_id, data: { name: 'Ada' } }));
    await storeDeadLetter(database, 'events', 'delivery', { event_id: 'evt_1', payload, reason: 'failed' });
  }
  await storeDeadLetter(database, 'events', 'delivery', { event_id: null, payload: Buffer.from([255]), reason: 'no event' });
  const call = callAs(services.ports, space);
  expect(await call(eventRemoval, 'remove', {})).toEqual({ deleted: 1, is_done: false });
  expect(await call(eventRemoval, 'remove', {})).toEqual({ deleted: 0, is_done: true });
  const count = await database.oneFirst(sql.type(Count)`select count(*) as count from events.dead_letter`);
  expect(count).toBe(2);
});
