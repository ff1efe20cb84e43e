import { isDeepStrictEqual } from 'node:util';
import type { CommonQueryMethods } from 'slonik';
import type { RestoreTarget } from './restore-columns.queries.ts';
import { countLinksToViews, deleteViews, upsertViews } from './restore-views.queries.ts';
import { findStoredViews } from './snapshots.queries.ts';
import type { StoredView } from './stored-schema.ts';

/** What a restore did to the views of a table. */
export interface RestoredViews {
  readonly changed: number;
  /** Links to views made since: they show nothing until the views are back. */
  readonly idle_links: number;
}

const isSameView = (a: StoredView, b: StoredView) =>
  a.name === b.name && a.type === b.type && a.is_default === b.is_default && isDeepStrictEqual(a.config, b.config);

/**
 * Makes the views of a table those of a snapshot: views made since go, but not their links; those deleted since come back
 * under their ids. A view that changes gets a version that no state of it ever had: the table's, which grows with every
 * change of any of its views.
 */
export async function restoreViews(
  tx: CommonQueryMethods,
  { space_id, table_id, now }: RestoreTarget,
  wanted: readonly StoredView[],
  version: number,
): Promise<RestoredViews> {
  const live = await findStoredViews(tx, space_id, table_id);
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
