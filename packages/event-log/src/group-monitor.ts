import type { Database } from '@space/database';
import type { ConsumerGroup, EventLogObserver } from './event-log.ts';
import { type CheckedOutbox, checkGroups, deleteExpiredMissed, moveMissed } from './outbox-groups.queries.ts';

/** The settings of a monitor. */
export interface GroupMonitorOptions {
  readonly database: Database;
  readonly outbox: CheckedOutbox;
  readonly groups: readonly ConsumerGroup[];
  /** Seconds without progress after which a group is overdue. */
  readonly overdueAfterSeconds: number;
  readonly observer: EventLogObserver;
}

/** The default of `overdueAfterSeconds`. */
export const OVERDUE_AFTER_SECONDS = 24 * 3_600;

/**
 * Creates the check of the consumer groups of one outbox, to be called every few seconds. A group is overdue if it made no
 * progress for `overdueAfterSeconds`, counted while checks run. It then no longer holds back events that are older than
 * that: they move to outbox_missed. The next ack of the group ends this state.
 */
export function createGroupMonitor(options: GroupMonitorOptions): () => Promise<void> {
  const { database, outbox, overdueAfterSeconds, observer } = options;
  const names = options.groups.map(({ name }) => name);
  const known = new Set<string>();

  return async function checkConsumerGroups() {
    const states = await checkGroups(database, outbox, names);
    for (const { name, stalled_seconds, missed } of states) {
      const isOverdue = stalled_seconds >= overdueAfterSeconds;
      const state = { isOverdue, stalledSeconds: stalled_seconds, missed };
      observer.groupChecked?.(outbox.schema, name, state);
      if (isOverdue !== known.has(name)) observer.overdueChanged?.(outbox.schema, name, state);
      if (isOverdue) known.add(name);
      else known.delete(name);
    }
    if (known.size > 0) {
      const healthy = names.filter((name) => !known.has(name));
      for (const events of await moveMissed(database, outbox, [...known], healthy, overdueAfterSeconds)) observer.missed?.(events);
    }
    await deleteExpiredMissed(database, outbox.schema);
  };
}
