import type { Database } from '@space/database';
import type { LoggedEvent } from './event-log.ts';
import { BEGINNING, findUnacked, type Position } from './outbox.queries.ts';

const BATCH = 500;

/** What is carried again, by whom, and after how many seconds without a word from every consumer group. */
export interface RepublisherOptions {
  readonly database: Database;
  readonly schema: string;
  readonly reader: string;
  readonly patience: number;
  publish(events: readonly LoggedEvent[]): Promise<void>;
}

/**
 * Carries again what was carried and never settled, one batch each time it is called. It goes through the outbox in
 * rounds at least `patience` apart: groups that are merely behind get each event again once a round, not ever more.
 */
export function createRepublisher({ database, schema, reader, patience, publish }: RepublisherOptions): () => Promise<number> {
  let begun = Number.NEGATIVE_INFINITY;
  let behind: Position | undefined;
  return async () => {
    if (!behind && performance.now() - begun < patience * 1_000) return 0;
    if (!behind) begun = performance.now();
    const late = await findUnacked(database, schema, reader, patience, BATCH, behind ?? BEGINNING);
    if (late.length > 0) await publish(late);
    behind = late.at(-1);
    return late.length;
  };
}
