import type { Database } from '@space/database';
import type { LoggedEvent } from './event-log.ts';
import { findUnacked } from './outbox.queries.ts';
import { BEGINNING, type Position } from './outbox-position.ts';

const BATCH_SIZE = 500;

/** The settings of a republisher. */
export interface RepublisherOptions {
  readonly database: Database;
  readonly schema: string;
  /** The reader whose cursor says up to where events were published. */
  readonly reader: string;
  /** Age at which a published event without all acks is published again, in seconds. */
  readonly afterSeconds: number;
  publish(events: readonly LoggedEvent[]): Promise<void>;
}

/**
 * Creates a function that publishes unacknowledged events again, one batch per call, and returns their number. It walks the
 * outbox in rounds that start at least `afterSeconds` apart, so a slow group receives each event once per round.
 */
export function createRepublisher({ database, schema, reader, afterSeconds, publish }: RepublisherOptions): () => Promise<number> {
  let roundStartedAt = Number.NEGATIVE_INFINITY;
  let last: Position | undefined;
  return async function republishBatch() {
    if (!last && performance.now() - roundStartedAt < afterSeconds * 1_000) return 0;
    if (!last) roundStartedAt = performance.now();
    const late = await findUnacked(database, schema, reader, afterSeconds, BATCH_SIZE, last ?? BEGINNING);
    if (late.length > 0) await publish(late);
    last = late.at(-1);
    return late.length;
  };
}
