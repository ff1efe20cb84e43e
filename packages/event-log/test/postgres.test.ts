import { inProcessBus } from '@space/bus';
import { postgresEventLog } from '@space/event-log';
import { describeEventLog } from '@space/event-log/conformance';
import { outboxDatabase } from './fixture.ts';

describeEventLog('of one machine', { sharesWork: false, takesOverWithin: 10_000 }, async () => {
  const outboxes = await outboxDatabase();
  const bus = inProcessBus();
  return { ...outboxes, open: async (watch) => postgresEventLog(outboxes.database, bus, watch) };
});
