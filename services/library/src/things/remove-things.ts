import type { EventType } from '@space/contracts/core';
import type { Transaction } from '@space/event-log';
import { findFolders } from '../tree/tree.queries.ts';
import { moveToTrash, setFolder, takeFromTrash } from './things.queries.ts';
import type { ThingRow, Things } from './things.ts';

/** The way in which things are deleted. */
export interface Removal {
  readonly permanent: boolean;
  /** True deletes things also if others use them; default false. */
  readonly force?: boolean | undefined;
  /** The id by which things come back together; default: each by itself. */
  readonly deletion?: string;
}

/** Deletes things that are locked, and returns their ids. Those in the trash are deleted for good or stay. Throws `attached`. */
export async function removeThings<Row extends ThingRow, Deleted extends EventType>(
  tx: Transaction<Deleted>,
  space: string,
  things: Things<Row, unknown, never, Deleted>,
  rows: readonly Row[],
  { permanent, force = false, deletion }: Removal,
): Promise<string[]> {
  const gone = permanent ? rows : rows.filter(({ trashed_at }) => trashed_at === null);
  if (gone.length === 0) return [];
  if (!force) await things.assertUnused?.(tx, space, gone);
  const ids = gone.map(({ id }) => id);
  if (permanent) await things.deleteRows(tx, space, ids);
  else await moveToTrash(tx, space, things.kind, ids, deletion ?? null, tx.now);
  await things.announceDeleted(tx, space, gone, permanent);
  return ids;
}

/** Takes things that are locked out of the trash, and returns their ids. One whose folder is in the trash is in no folder then. */
export async function restoreThings<Row extends ThingRow, Restored extends EventType>(
  tx: Transaction<Restored>,
  space: string,
  things: Things<Row, unknown, never, never, Restored>,
  rows: readonly Row[],
): Promise<string[]> {
  const trashed = rows.filter(({ trashed_at }) => trashed_at !== null);
  if (trashed.length === 0) return [];
  const ids = trashed.map(({ id }) => id);
  const folders = await findFolders(
    tx,
    space,
    trashed.flatMap(({ folder_id }) => folder_id ?? []),
  );
  const closed = new Set(folders.filter(({ is_trashed }) => is_trashed).map(({ id }) => id));
  const loose = trashed.filter(({ folder_id }) => folder_id !== null && closed.has(folder_id)).map(({ id }) => id);
  if (loose.length > 0) await setFolder(tx, space, things.kind, loose, null, tx.now);
  await takeFromTrash(tx, space, things.kind, ids, tx.now);
  const restored = await things.find(tx, space, ids);
  await things.announceRestored(
    tx,
    space,
    ids.map((id) => restored.get(id)!),
  );
  return ids;
}
