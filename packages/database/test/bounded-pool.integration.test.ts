import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase, runInCallScope, sql } from '@space/database';
import { type FreshDatabase, freshDatabase } from '@space/database/testing';
import { z } from 'zod';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.url, { connections: 4 });
  await database.query(sql.typeAlias('void')`create table written (id int)`);
});
afterAll(async () => {
  await database.end();
  await fresh.drop();
});

const inSpace = <T>(space_id: string, act: () => Promise<T>, wait = 10_000): Promise<T> =>
  runInCallScope({ space_id, deadline: Date.now() + wait }, act);
const sleep = (seconds: number) => database.query(sql.type(z.object({ pg_sleep: z.unknown() }))`select pg_sleep(${seconds})`);
const count = () => database.oneFirst(sql.type(z.object({ n: z.number() }))`select count(*)::int as n from written`);

test('slow statements of one Space leave a connection for another Space', async () => {
  const order: string[] = [];
  const slow = Array.from({ length: 6 }, () => inSpace('a', () => sleep(0.4)).then(() => order.push('a')));
  await inSpace('b', count);
  order.push('b');
  await Promise.all(slow);
  expect(order).toEqual(['b', ...Array(6).fill('a')]);
});

test('a call that is past its deadline takes no connection: its statement never runs', async () => {
  const slow = Array.from({ length: 3 }, () => inSpace('a', () => sleep(0.5)));
  const late = inSpace('a', () => database.query(sql.typeAlias('void')`insert into written values (1)`), 100);
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
  await Promise.all(slow);
  expect(await count()).toBe(0);
});
