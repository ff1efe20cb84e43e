import { type Database, removeSpaceRows, type SpaceRemoval } from '@space/database';
import { deleteDeadLetters } from '@space/event-log';

/** Deletes a part of what this service stores of a Space: its rows, and at last the events of it that a consumer could not process. */
export async function removeEvents(database: Database, space: string): Promise<SpaceRemoval> {
  const removal = await removeSpaceRows(database, 'events', space);
  if (!removal.is_done) return removal;
  const deleted = await deleteDeadLetters(database, 'events', space);
  return { deleted, is_done: deleted === 0 };
}
