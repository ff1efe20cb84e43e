import type { Database } from '@space/database';
import type { EventLog, EventLogObserver } from './event-log.ts';

/** An event log under test, and the database of its outboxes. */
export interface LogUnderTest {
  readonly database: Database;
  /** Opens one more process on the same log, for the groups of `conformanceGroups`. */
  open(observer?: EventLogObserver): Promise<EventLog>;
  /** Creates a schema with an empty outbox and returns its name. */
  newSchema(): Promise<string>;
  close(): Promise<void>;
}

/** The consumer groups of the tests. */
export const conformanceGroups = [
  { name: 'delivery', linger_ms: 5, concurrent_batches: 1 },
  { name: 'events', linger_ms: 100, concurrent_batches: 1 },
  { name: 'automations', linger_ms: 100, concurrent_batches: 1 },
] as const;
