import { type Database, isoTime, sql } from '@space/database';
import { claimMarks, deleteMark, deleteUnreferenced, findDeletedListeners, type GarbageMark, rescheduleMark } from './feed-gc.queries.ts';
import { CHUNK, removeAll } from './remove-all.ts';

const MINUTE_MS = 60_000;
/** While a process looks at a Space no other does. */
const LOOK_MS = MINUTE_MS;
/** Consumers that judged an event before a listener changed have kept it by then; until then a Space is looked at again. */
const SETTLED_MS = 2 * MINUTE_MS;
/** Events that nobody wants any more but a batch waits for are looked at again this much later. */
const HELD_MS = 60 * MINUTE_MS;

/**
 * Removes events of types that no listener names any more (spec, Feeds), and what deleted listeners leave behind. An
 * event stays while a feed that is there has heard it, so that a feed keeps what it heard, and while it waits for the
 * line of a batch. A listener that changes leaves a note for its Space, which goes last: whatever happens in between,
 * the Space is looked at again.
 */
export async function collectGarbage(database: Database, now: number, failed: (error: unknown, space: string) => void): Promise<void> {
  for (const note of await claimMarks(database, isoTime(now), isoTime(now + LOOK_MS)))
    try {
      await sweepSpace(database, note, now);
    } catch (error) {
      failed(error, note.space_id);
    }
}

async function sweepSpace(database: Database, note: GarbageMark, now: number): Promise<void> {
  const { space_id } = note;
  for (const table of ['feed_item', 'agent_waiting']) await removeDeleted(database, table, space_id);
  let isHeld = false;
  for (let place: number | null = 0; place !== null; ) {
    const { count, last, is_held } = await deleteUnreferenced(database, space_id, place, CHUNK);
    isHeld ||= is_held;
    place = count === CHUNK ? last : null;
  }
  if (note.noted_at > now - SETTLED_MS) return;
  if (isHeld) await rescheduleMark(database, note, isoTime(now + HELD_MS));
  else await deleteMark(database, note);
}

async function removeDeleted(database: Database, table: string, space: string): Promise<void> {
  const rows = sql.identifier(['events', table]);
  for (const listener of await findDeletedListeners(database, table, space))
    await removeAll(
      database,
      sql.fragment`
      delete from ${rows} where space_id = ${space} and listener_id = ${listener} and seq = any(array(
        select seq from ${rows} where space_id = ${space} and listener_id = ${listener} order by seq limit ${CHUNK}))`,
    );
}
