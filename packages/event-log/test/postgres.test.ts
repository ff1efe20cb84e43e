import { expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { type LoggedEvent, postgresEventLog } from '@space/event-log';
import { describeEventLog, emitter, until } from '@space/event-log/conformance';
import { outboxDatabase } from './fixture.ts';

describeEventLog('of one machine', { sharesWork: false, takesOverWithin: 10_000 }, async () => {
  const outboxes = await outboxDatabase();
  const bus = inProcessBus();
  return { ...outboxes, open: async (watch) => postgresEventLog(outboxes.database, bus, watch) };
});

test('an event stays in its outbox until every group has it behind, a group that never read included', async () => {
  const outboxes = await outboxDatabase();
  const some = emitter(outboxes.database, await outboxes.newSchema());
  const [space] = some.spaces(1);
  const log = postgresEventLog(outboxes.database, inProcessBus());
  await log.carry(some.schema);
  const handled: string[] = [];
  const count = {
    handle: async (events: readonly LoggedEvent[]) => void handled.push(...events.map(({ id }) => id)),
    setAside: async () => {},
  };
  await log.subscribe({ group: 'delivery', ...count });
  await log.subscribe({ group: 'events', ...count });
  await some.emit(space!, { n: 1 });
  await until(() => handled.length === 2);
  await new Promise((later) => setTimeout(later, 1_200));
  expect(await some.waiting()).toBe(1);
  await log.subscribe({ group: 'automations', ...count });
  await until(async () => handled.length === 3 && (await some.waiting()) === 0);
  await log.close();
  await outboxes.close();
});
