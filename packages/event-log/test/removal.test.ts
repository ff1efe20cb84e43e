import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emitter } from '@space/event-log/conformance';
import { consumerGroups } from '../src/event-log.ts';
import { deleteConsumed, readCursor, saveCursor } from '../src/outbox.queries.ts';
import { outboxDatabase } from './fixture.ts';

let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
beforeAll(async () => {
  outboxes = await outboxDatabase();
});
afterAll(() => outboxes.close());

test('an event stays in its outbox until every group has it behind, a group that never read included', async () => {
  const { database } = outboxes;
  const schema = await outboxes.newSchema();
  const some = emitter(database, schema);
  const [space] = some.spaces(1);
  for (let n = 1; n <= 3; n++) await some.emit(space!, { n });
  const left = async () => {
    await deleteConsumed(database, schema, consumerGroups);
    return some.waiting();
  };
  const [first, ...others] = consumerGroups;
  for (const group of others) {
    await readCursor(database, schema, group);
    await saveCursor(database, schema, group, { seq: 3 });
  }
  expect(await left()).toBe(3);
  await readCursor(database, schema, first);
  expect(await left()).toBe(3);
  await saveCursor(database, schema, first, { seq: 2 });
  expect(await left()).toBe(1);
  await saveCursor(database, schema, first, { seq: 3 });
  expect(await left()).toBe(0);
});
