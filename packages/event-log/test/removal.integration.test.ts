import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { conformanceGroups, createEmitter } from '@space/event-log/conformance';
import { deleteConsumed, readCursor, saveCursor } from '../src/outbox.queries.ts';
import { outboxDatabase } from './fixture.ts';

const groups = conformanceGroups.map(({ name }) => name);
let outboxes: Awaited<ReturnType<typeof outboxDatabase>>;
beforeAll(async () => {
  outboxes = await outboxDatabase();
});
afterAll(() => outboxes.close());

test('an event stays in its outbox until the cursors of all groups have passed it, including groups that never read', async () => {
  const { database } = outboxes;
  const schema = await outboxes.newSchema();
  const some = createEmitter(database, schema);
  const [space] = some.spaces(1);
  for (let n = 1; n <= 3; n++) await some.emit(space!, { n });
  const left = async () => {
    await deleteConsumed(database, schema, groups);
    return some.waiting();
  };
  const [first, ...others] = groups;
  for (const group of others) {
    await readCursor(database, schema, group);
    await saveCursor(database, schema, group, 3);
  }
  expect(await left()).toBe(3);
  await readCursor(database, schema, first!);
  expect(await left()).toBe(3);
  await saveCursor(database, schema, first!, 2);
  expect(await left()).toBe(1);
  await saveCursor(database, schema, first!, 3);
  expect(await left()).toBe(0);
});
