/** An event as a delivery carries it. */
export interface DeliveryEvent {
  readonly id: string;
  readonly type: string;
  /** The event as the wire shows it, as JSON text. */
  readonly body: string;
  readonly trace: string | null;
}

/** First attempts go before retries, retries before replays. */
export type Priority = 0 | 1 | 2;

/** The lane of what happens now. */
export const FIRST_ATTEMPT = 0;

/** The lane of what failed before, and of a delivery that a person sends again. */
export const RETRY = 1;

/** The lane of what a recovery sends again. */
export const REPLAY = 2;

/** One attempt that this process has leased and is to make. */
export interface Job {
  readonly delivery_id: number;
  readonly listener_id: string;
  readonly event: DeliveryEvent;
  /** The number of this attempt, counted over all rounds. */
  readonly attempt: number;
  /** The number of this attempt in its round: the retry schedule goes by it. */
  readonly step: number;
  readonly priority: Priority;
  readonly lease: string;
  /** From then on another process may take it, in milliseconds since the epoch. */
  readonly leased_until: number;
  /** A test is tried once and counts for nothing. */
  readonly test: boolean;
}

/** How long a process may hold a delivery before another may take it: longer than an attempt can last. */
export const LEASE_MS = 30_000;

/** The body of one attempt: the event with its delivery and attempt (spec, Event). */
export const renderBody = ({
  event,
  delivery_id,
  attempt,
}: Pick<Job, 'delivery_id' | 'attempt'> & { event: Pick<DeliveryEvent, 'body'> }): string =>
  `${event.body.slice(0, -1)},"delivery_id":${delivery_id},"attempt":${attempt}}`;

/** When the event of a job happened, in milliseconds since the epoch. */
export const occurredAt = ({ event }: Job): number => Date.parse(/"occurred_at":"([^"]+)"/.exec(event.body)?.[1] ?? '');
