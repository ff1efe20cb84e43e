import { isDeepStrictEqual } from 'node:util';
import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { RestoreTarget } from './restore-columns.queries.ts';
import { countLinksToViews, deleteViews, findPersonalIds, upsertViews } from './restore-views.queries.ts';
import { findStoredViews } from './snapshots.queries.ts';
import type { StoredView } from './stored-schema.ts';

/** Counts of the views that a restore changed. */
export interface RestoredViews {
  readonly changed: number;
  /** Share links of views created since the snapshot. They are not found until their view is restored. */
  readonly idle_links: number;
}

const isSameView = (a: StoredView, b: StoredView) =>
  a.name === b.name && a.type === b.type && a.is_default === b.is_default && isDeepStrictEqual(a.config, b.config);

/**
 * Restores the shared views of a table. Personal views stay as they are: one that was shared at the time of the snapshot returns as a
 * shared copy with another id. Views created since are deleted without their share links. Deleted views return with
 * their ids. A changed view gets the version of the table, which is greater than any earlier version of the view.
 */
export async function restoreViews(
  tx: CommonQueryMethods,
  { space_id, table_id, now }: RestoreTarget,
  stored: readonly StoredView[],
  version: number,
): Promise<RestoredViews> {
  const live = await findStoredViews(tx, space_id, table_id);
  const personal = new Set(
    await findPersonalIds(
      tx,
      space_id,
      stored.map(({ id }) => id),
    ),
  );
  const wanted = stored.map((view) => (personal.has(view.id) ? { ...view, id: newId('viw') } : view));
  const liveById = new Map(live.map((view) => [view.id, view]));
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const leaving = live.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => id);
  const coming = wanted.filter((view) => !liveById.has(view.id) || !isSameView(liveById.get(view.id)!, view));
  if (leaving.length === 0 && coming.length === 0) return { changed: 0, idle_links: 0 };
  const idle_links = await countLinksToViews(tx, space_id, leaving);
  await deleteViews(tx, space_id, leaving);
  await upsertViews(tx, { space_id, table_id, now }, coming, version);
  return { changed: leaving.length + coming.length, idle_links };
}
