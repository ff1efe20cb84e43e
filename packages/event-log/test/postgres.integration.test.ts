import { inProcessBus } from '@space/bus';
import { postgresEventLog } from '@space/event-log';
import { conformanceGroups, describeEventLog } from '@space/event-log/conformance';
import { outboxDatabase } from './fixture.ts';

describeEventLog('of one machine', { sharesWork: false, takesOverWithin: 10_000 }, async () => {
  const outboxes = await outboxDatabase();
  const bus = inProcessBus();
  return {
    ...outboxes,
    open: async (observer) =>
      postgresEventLog({ database: outboxes.database, bus, groups: conformanceGroups, ...(observer ? { observer } : {}) }),
  };
});
