import { type Database, isoTime } from '@space/database';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import { deleteInChunks } from '@space/worker';
import {
  claimMarks,
  deleteMark,
  deleteRowsOfListener,
  deleteUnreferenced,
  findDeletedListeners,
  type GarbageMark,
  LISTENER_TABLES,
  rescheduleMark,
} from './feed-gc.queries.ts';

/** Events that one statement scans, and rows that one statement deletes. */
const CHUNK = 5_000;
/** The time for which a process claims a Space. */
const CLAIM_MS = MINUTE_MS;
/** Consumers that matched an event before a listener changed have stored it by then; until then the mark stays. */
const CONSUMER_LAG_MS = 2 * MINUTE_MS;
/** The delay before a Space is collected again whose unreferenced events are pending for a batch. */
const HELD_DELAY_MS = HOUR_MS;

/**
 * Deletes feed events of types that no listener names any more (contract, V8), and rows of deleted listeners. An event
 * stays while an existing feed contains it or a batch has it pending. A changed listener marks its Space, and the mark is
 * deleted last, so the collection of a Space is repeated after any failure. `onError` receives the error of one Space; the
 * other Spaces are collected.
 */
export async function collectGarbage(database: Database, now: number, onError: (error: unknown, space: string) => void): Promise<void> {
  for (const mark of await claimMarks(database, isoTime(now), isoTime(now + CLAIM_MS)))
    try {
      await collectSpace(database, mark, now);
    } catch (error) {
      onError(error, mark.space_id);
    }
}

async function collectSpace(database: Database, mark: GarbageMark, now: number): Promise<void> {
  const { space_id } = mark;
  for (const table of LISTENER_TABLES)
    for (const listener of await findDeletedListeners(database, table, space_id))
      await deleteInChunks((limit) => deleteRowsOfListener(database, table, space_id, listener, limit), CHUNK);
  let isHeld = false;
  for (let cursor: number | null = 0; cursor !== null; ) {
    const { count, last, is_held } = await deleteUnreferenced(database, space_id, cursor, CHUNK);
    isHeld ||= is_held;
    cursor = count === CHUNK ? last : null;
  }
  if (mark.marked_at > now - CONSUMER_LAG_MS) return;
  if (isHeld) await rescheduleMark(database, mark, isoTime(now + HELD_DELAY_MS));
  else await deleteMark(database, mark);
}
