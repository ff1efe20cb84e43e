import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { removeSpaceRows, sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { z } from 'zod';
import { entry, inboxWorker, newConnection, payment, startFindings } from './fixtures/found-events.ts';
import { countWebhooks, orderIds } from './fixtures/stored-rows.queries.ts';

let started: Awaited<ReturnType<typeof startFindings>>;
let worker: ReturnType<typeof inboxWorker>;
beforeAll(async () => {
  started = await startFindings();
  worker = inboxWorker(started.ports);
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await started.stop();
});

const countEntries = (space: string) =>
  started.ports.database.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*) as count from commerce.entry where space_id = ${space}`,
  );

test('a removed Space has no order and no entry of the ledger left, although the ledger is append-only', async () => {
  const { database } = started.ports;
  const [one, other] = [await newConnection(started.ports), await newConnection(started.ports)];
  for (const { put, space_id } of [one, other]) {
    await put({ facts: payment('o1', 1_000), entries: [entry('t1', 1_000, { fee: 30, order: 'o1' })] });
    await eventually(async () => expect(await countWebhooks(started.ports, space_id, 'waiting')).toBe(0), { timeout: 30_000 });
    expect(Object.keys(await orderIds(started.ports, space_id))).toEqual(['o1']);
    expect(await countEntries(space_id)).toBe(1);
  }
  for (let isDone = false; !isDone; ) ({ is_done: isDone } = await removeSpaceRows(database, 'commerce', one.space_id));
  expect([await orderIds(started.ports, one.space_id), await countEntries(one.space_id)]).toEqual([{}, 0]);
  expect(Object.keys(await orderIds(started.ports, other.space_id))).toEqual(['o1']);
  expect(await countEntries(other.space_id)).toBe(1);
  await expect(database.query(sql.typeAlias('void')`delete from commerce.entry where space_id = ${other.space_id}`)).rejects.toThrow();
});
