import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { type Database, sql } from '@space/database';
import { type EventLog, type LoggedEvent, postgresEventLog } from '@space/event-log';
import { createEmitter, type Emitter, until } from '@space/event-log/conformance';
import { z } from 'zod';
import { outboxDatabase } from './fixture.ts';

const GROUP = 'delivery';

let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
let database: Database;
beforeAll(async () => {
  outboxes = await outboxDatabase();
  database = outboxes.database;
});
afterAll(() => outboxes.close());

const numberOf = ({ body }: LoggedEvent): number => JSON.parse(body).data.n;

/** Opens a log whose group handles two batches of `events` together; `handle` gets the number of each event. */
async function openLog(events: Emitter, handle: (numbers: readonly number[]) => Promise<void>): Promise<EventLog> {
  const log = postgresEventLog({
    database,
    bus: inProcessBus(),
    groups: [{ name: GROUP, linger_ms: 0, concurrent_batches: 2 }],
  });
  await log.publish(events.schema);
  await log.subscribe({ group: GROUP, handle: (batch) => handle(batch.map(numberOf)), deadLetter: async () => {} });
  return log;
}

const cursorOf = (schema: string): Promise<number | null> =>
  database.maybeOneFirst(sql.type(z.object({ seq: z.number() }))`
    select seq from ${sql.identifier([schema, 'outbox_cursor'])} where reader = ${GROUP}`);

test('a batch is handled while another one is in progress, and comes again when that one never ended', async () => {
  const events = createEmitter(database, await outboxes.newSchema());
  const [space] = events.spaces(1);
  const held = Promise.withResolvers<void>();
  const seen: number[][] = [];
  const first = await openLog(events, async (numbers) => {
    seen.push([...numbers]);
    if (numbers.includes(1)) await held.promise;
  });
  await events.emit(space!, { n: 1 });
  await until(() => seen.length === 1);
  await events.emit(space!, { n: 2 });
  first.notify(events.schema);
  await until(() => seen.length === 2);
  expect(seen).toEqual([[1], [2]]);
  await events.emit(space!, { n: 3 });
  first.notify(events.schema);
  await until(() => seen.length === 3);
  // Two batches are done, but the cursor stays before the one in progress, whose events remain in the outbox.
  expect(await cursorOf(events.schema)).toBe(0);
  expect(await events.waiting()).toBe(3);
  held.resolve();
  await first.close();
  expect(await cursorOf(events.schema)).toBe(3);
});

test('when a batch cannot be handled, it and all later ones come again, and earlier ones do not', async () => {
  const events = createEmitter(database, await outboxes.newSchema());
  const [space] = events.spaces(1);
  const seen: number[] = [];
  const failing = Promise.withResolvers<void>();
  const first = await openLog(events, async (numbers) => {
    seen.push(...numbers);
    if (numbers.includes(2)) await failing.promise;
  });
  for (const n of [1, 2, 3]) {
    await events.emit(space!, { n });
    first.notify(events.schema);
    await until(() => seen.includes(n));
  }
  // A process that stops does not try a failed batch again.
  const closing = first.close();
  failing.reject(new Error('The process stops.'));
  await closing;
  expect(await cursorOf(events.schema)).toBe(1);
  const again: number[] = [];
  const second = await openLog(events, async (numbers) => void again.push(...numbers));
  await until(() => again.length === 2);
  expect(again).toEqual([2, 3]);
  await second.close();
});
