import type { Event } from '@space/contracts/core';
import type { CreationTimes } from '@space/contracts/events';

/** An event on its way from an outbox to the consumer groups. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly space_id: string;
  /** The schema of its outbox. */
  readonly source: string;
  /** The event as the wire shows it, as JSON text. */
  readonly body: string;
  /** W3C traceparent of the change that emitted it. */
  readonly trace: string | null;
  /** The time at which Postgres recorded it, by its own clock, in milliseconds since the epoch; null if unknown. */
  readonly recorded_at: number | null;
  /** The only group that receives it, for a redelivery; null or absent for all groups. */
  readonly only_group?: string | null;
}

/** Returns the two times of an event that `occurredAfter` compares. */
export const originOf = ({ recorded_at }: LoggedEvent, { occurred_at }: Pick<Event, 'occurred_at'>): CreationTimes => ({
  created_at: Date.parse(occurred_at),
  recorded_at,
});

/** An event that a group could not process, stored for an operator while other events flow. */
export interface DeadLetter {
  /** Null for bytes that are not an event. */
  readonly event_id: string | null;
  readonly payload: Uint8Array;
  readonly reason: string;
}

/** A consumer group that the system declares (services/manifest.ts). Each event is processed by one process of each group. */
export interface ConsumerGroup {
  readonly name: string;
  /** Minimum time between the starts of two batches of one outbox or partition, in milliseconds (see `pauseAfterBatch`). */
  readonly linger_ms: number;
  /** Batches of one outbox that may be in progress together; 1 handles events in their order. Kafka: one of each partition. */
  readonly concurrent_batches: number;
  /** The schemas whose outboxes it reads; all without it. */
  readonly reads?: readonly string[];
}

/** The processing of events by one consumer group. */
export interface Consumer {
  /** The name of a declared consumer group. */
  readonly group: string;
  /**
   * Commits the effect of a batch. It receives the same events again after a crash or a failure, so it must be
   * idempotent by event id. Events of one Space come in commit order to
   * a group that handles one batch at a time.
   */
  handle(events: readonly LoggedEvent[]): Promise<void>;
  /** Stores an event whose processing failed repeatedly with an error that is not transient. */
  deadLetter(letter: DeadLetter): Promise<void>;
}

/** Delivers events from outboxes to consumer groups: at least once, in commit order per Space for a group that handles one batch at a time. */
export interface EventLog {
  /** Starts to publish the outbox of a schema. One process at a time does it; the others stand by. */
  publish(schema: string): Promise<void>;
  /** Starts a consumer. Throws if its group is not declared. */
  subscribe(consumer: Consumer): Promise<void>;
  /** Wakes the readers of an outbox after a commit, so that they need not wait for their next poll. */
  notify(schema: string): void;
  /** True if this process reads what it should read. */
  ready(): boolean;
  /** Stops reading and waits for the batches in progress. */
  close(): Promise<void>;
}

/** The state of a consumer group at one outbox. */
export interface GroupState {
  /** True if the group made no progress for so long that it no longer holds back the deletion of old events. */
  readonly isOverdue: boolean;
  /** Observed seconds without progress. */
  readonly stalledSeconds: number;
  /** Events that it missed and that can be redelivered. */
  readonly missed: number;
}

/** Events that left an outbox without the ack of an overdue group. */
export interface MissedEvents {
  readonly schema: string;
  readonly group: string;
  readonly count: number;
  /** The lowest and the highest seq among them. */
  readonly from_seq: number;
  readonly to_seq: number;
}

/** Callbacks for metrics and logs of an event log. */
export interface EventLogObserver {
  outbox?(schema: string, pending: number, oldestAgeSeconds: number): void;
  republished?(schema: string, count: number): void;
  lag?(group: string, partition: number, lag: number): void;
  deadLettered?(group: string, reason: string): void;
  /** Called for a message that was dropped because no process of this installation signed it. */
  refused?(group: string, reason: 'unsigned' | 'forged'): void;
  /** Called at each check of a group. */
  groupChecked?(schema: string, group: string, state: GroupState): void;
  /** Called when a group becomes overdue, and when it is no longer. */
  overdueChanged?(schema: string, group: string, state: GroupState): void;
  missed?(events: MissedEvents): void;
  failed?(doing: string, error: unknown): void;
}

/** Returns true if a group reads the outbox of a schema. */
export const readsOutbox = ({ reads }: ConsumerGroup, schema: string): boolean => reads?.includes(schema) ?? true;

/** Returns the declared group of a name; throws if it is not declared. */
export function groupNamed(groups: readonly ConsumerGroup[], name: string): ConsumerGroup {
  const group = groups.find((each) => each.name === name);
  if (!group) throw new Error(`The consumer group "${name}" is not declared: add it to its service in services/manifest.ts.`);
  return group;
}
