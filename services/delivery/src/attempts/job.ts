import type { RecentWebhook } from '../webhooks/webhook-reader.ts';
import type { UnstoredDeliveries } from './unstored-deliveries.ts';

/** An event as deliveries carry it. */
export interface DeliveryEvent {
  readonly id: string;
  readonly type: string;
  /** The JSON text of the event as the API shows it. */
  readonly body: string;
  readonly trace: string | null;
}

/** `Priority` orders attempts: 0 for first attempts, 1 for retries, 2 for replays. */
export type Priority = 0 | 1 | 2;

/** The priority of the first attempt of a new delivery. */
export const FIRST_ATTEMPT = 0;

/** The priority of retries, and of deliveries that a caller resends. */
export const RETRY = 1;

/** The priority of deliveries that a recovery queues again. */
export const REPLAY = 2;

/** One attempt that this process has leased and is about to make. */
export interface Job {
  readonly delivery_id: number;
  readonly listener_id: string;
  readonly event: DeliveryEvent;
  /** The number of this attempt, counted over all rounds. */
  readonly attempt: number;
  /** The number of this attempt within its round; selects the delay of the retry schedule. */
  readonly step: number;
  readonly priority: Priority;
  readonly lease: string;
  /** The end of the lease in milliseconds since the epoch; from then on another process may claim the delivery. */
  readonly leased_until: number;
  /** True for a test event, which is attempted once and never counts toward disabling. */
  readonly test: boolean;
  /** Set while the delivery is not stored yet. */
  readonly unstored?: UnstoredDeliveries;
  /** The webhook as it was read just before; an attempt that begins later reads it again. */
  readonly recent?: RecentWebhook;
}

/** The length of a lease in milliseconds: longer than an attempt can last. */
export const LEASE_MS = 30_000;

/** Renders the body of one attempt: the event with its delivery id and attempt number (contract, V4). */
export const renderBody = ({
  event,
  delivery_id,
  attempt,
}: Pick<Job, 'delivery_id' | 'attempt'> & { event: Pick<DeliveryEvent, 'body'> }): string =>
  `${event.body.slice(0, -1)},"delivery_id":${delivery_id},"attempt":${attempt}}`;

/** Returns the time at which the event of a job occurred, in milliseconds since the epoch. */
export const occurredAt = ({ event }: Job): number => Date.parse(/"occurred_at":"([^"]+)"/.exec(event.body)?.[1] ?? '');
