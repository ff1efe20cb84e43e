import type { Event } from '@space/contracts/core';
import type { CreationTimes } from '@space/contracts/events';

/** An event on its way to the consumers. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly space_id: string;
  /** The schema whose outbox it comes from. */
  readonly source: string;
  /** The event as the wire shows it, as JSON text. */
  readonly body: string;
  /** W3C traceparent of the change that emitted it. */
  readonly trace: string | null;
  /** When Postgres wrote it down, by its own clock, in milliseconds since the epoch; null when whoever carried it did not say. */
  readonly recorded_at: number | null;
}

/** When an event came to be, for `isSince`. */
export const originOf = ({ recorded_at }: LoggedEvent, { occurred_at }: Pick<Event, 'occurred_at'>): CreationTimes => ({
  created_at: Date.parse(occurred_at),
  recorded_at,
});

/** Something that could not be handled: kept for a person to look at, while its neighbours flow. */
export interface DeadLetter {
  readonly event_id: string | null;
  readonly payload: Uint8Array;
  readonly reason: string;
}

/** A consumer group: several processes share its work, each event is handled by one of them. */
export interface Consumer {
  readonly group: ConsumerGroup;
  /**
   * Commits the effect of a batch. Called again with the same events after a crash or a failure, so it must be
   * idempotent by event id. Events of one Space come in commit order.
   */
  handle(events: readonly LoggedEvent[]): Promise<void>;
  /** Called for what fails again and again for a reason that does not pass by itself. */
  deadLetter(poison: DeadLetter): Promise<void>;
}

/** The groups that must have committed their effect before an event leaves its outbox. */
export const consumerGroups = ['delivery', 'events', 'automations'] as const;

/** One of the groups. */
export type ConsumerGroup = (typeof consumerGroups)[number];

/**
 * How far apart a group begins its batches of one outbox or partition at least, in milliseconds (`restAfter` tells the
 * rest). Webhooks are waited for to the millisecond; feeds, chats and automations are not.
 */
export const lingerMs: Readonly<Record<ConsumerGroup, number>> = { delivery: 5, events: 100, automations: 100 };

/** Carries events from outboxes to consumers: at least once, in commit order per Space. */
export interface EventLog {
  /** Begins to carry what the outbox of this schema holds; one process at a time does it. */
  publish(schema: string): Promise<void>;
  subscribe(consumer: Consumer): Promise<void>;
  /** Says that something was committed to this outbox, so that it need not wait for the next look. */
  notify(schema: string): void;
  /** Whether events flow. */
  ready(): boolean;
  /** Stops reading, lets the batch in hand finish. */
  close(): Promise<void>;
}

/** What an event log tells whoever runs it, for metrics and logs. */
export interface EventLogObserver {
  outbox?(schema: string, pending: number, oldestAgeSeconds: number): void;
  republished?(schema: string, count: number): void;
  lag?(group: string, partition: number, lag: number): void;
  deadLettered?(group: string, reason: string): void;
  failed?(doing: string, error: unknown): void;
}
