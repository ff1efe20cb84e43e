import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { type Database, openDatabase, sql } from '@space/database';
import { postgresEventLog } from '@space/event-log';
import { conformanceGroups, createEmitter, startProcess, until } from '@space/event-log/conformance';
import type { LoggedEvent } from '../src/event-log.ts';
import { outboxDatabase } from './fixture.ts';

let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
let database: Database;
beforeAll(async () => {
  outboxes = await outboxDatabase();
  database = outboxes.database;
});
afterAll(() => outboxes.close());

describe('the readers of one machine', () => {
  test('hold one connection per outbox for any number of groups', async () => {
    const readers = await openDatabase(outboxes.url, { connections: 50 });
    const many = Array.from({ length: 12 }, (_, n) => ({ name: `group_${n}`, linger_ms: 0, concurrent_batches: 1 }));
    const log = postgresEventLog({ database, bus: inProcessBus(), groups: many, readers });
    for (let n = 0; n < 3; n++) await log.publish(await outboxes.newSchema());
    for (const { name: group } of many) await log.subscribe({ group, handle: async () => {}, deadLetter: async () => {} });
    await until(() => log.ready());
    expect(readers.state()).toMatchObject({ acquiredConnections: 3, waitingClients: 0 });
    await log.close();
  });

  test('give a group only events of schemas that it reads, which alone wait for its ack', async () => {
    const [read, other] = [await outboxes.newSchema(), await outboxes.newSchema()];
    const [events, others] = [createEmitter(database, read), createEmitter(database, other)];
    const [space] = events.spaces(1);
    const reading = { name: 'calendar', linger_ms: 0, concurrent_batches: 1, reads: [read] };
    const log = postgresEventLog({ database, bus: inProcessBus(), groups: [conformanceGroups[0], reading] });
    for (const schema of [read, other]) await log.publish(schema);
    await log.subscribe({ group: 'delivery', handle: async () => {}, deadLetter: async () => {} });
    await events.emit(space!, { n: 1 });
    await others.emit(space!, { n: 2 });
    await until(async () => (await others.waiting()) === 0);
    expect(await events.waiting()).toBe(1);
    const sources: string[] = [];
    const handle = async (batch: readonly LoggedEvent[]) => void sources.push(...batch.map(({ source }) => source));
    await log.subscribe({ group: 'calendar', handle, deadLetter: async () => {} });
    await until(async () => (await events.waiting()) === 0);
    await others.emit(space!, { n: 3 });
    await until(async () => (await others.waiting()) === 0);
    expect(sources).toEqual([read]);
    await log.close();
  });

  test('reject a group that is not declared', async () => {
    const log = postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups });
    await expect(log.subscribe({ group: 'search', handle: async () => {}, deadLetter: async () => {} })).rejects.toThrow(
      'The consumer group "search" is not declared',
    );
    await log.close();
  });

  test('of one group work in one process at a time, also if that process starts the group twice', async () => {
    const schema = await outboxes.newSchema();
    const events = createEmitter(database, schema);
    const [space] = events.spaces(1);
    const handled: string[] = [];
    const logs = [0, 1].map(() => postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups }));
    for (const [index, log] of logs.entries()) {
      await log.publish(schema);
      for (const twin of ['a', 'b'])
        await log.subscribe({
          group: 'delivery',
          handle: async (batch) => void handled.push(...batch.map(() => `${index}${twin}`)),
          deadLetter: async () => {},
        });
    }
    for (let n = 0; n < 20; n++) await events.emit(space!, { n });
    await until(() => handled.length >= 20);
    expect([handled.length, new Set(handled).size]).toEqual([20, 1]);
    await Promise.all(logs.map((log) => log.close()));
  });

  test('continue in order after their connection is lost, and release their locks with it', async () => {
    const schema = await outboxes.newSchema();
    const events = createEmitter(database, schema);
    const [space] = events.spaces(1);
    const readers = await openDatabase(outboxes.url, { connections: 2 });
    const log = { open: async () => postgresEventLog({ database, bus: inProcessBus(), groups: conformanceGroups, readers }) };
    const process = await startProcess(log, [events]);
    for (let n = 0; n < 30; n++) {
      await events.emit(space!, { n });
      if (n % 10 === 5)
        await database.query(sql.typeAlias('void')`
          select from (select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
            and database = (select oid from pg_database where datname = current_database())) as ended`);
    }
    await until(() => process.firstTimesOf(space!).length === 30);
    expect(process.firstTimesOf(space!)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    await process.close();
  });
});
