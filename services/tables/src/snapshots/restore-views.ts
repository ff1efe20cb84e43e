import { isDeepStrictEqual } from 'node:util';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { RestoreTarget } from './restore-columns.queries.ts';
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
  const idle_links = await tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.share_link where space_id = ${space_id} and view_id = any(${sql.array(leaving, 'text')})`);
  await tx.query(sql.typeAlias('void')`
    delete from tables.view where space_id = ${space_id} and id = any(${sql.array(leaving, 'text')})`);
  // One view is the default: the one that is stops being it before another one is.
  await tx.query(sql.typeAlias('void')`
    update tables.view set is_default = false
    where space_id = ${space_id} and is_default and id = any(${sql.array(
      coming.map(({ id }) => id),
      'text',
    )})`);
  await tx.query(sql.typeAlias('void')`
    insert into tables.view as v (space_id, id, table_id, name, type, config, is_default, version, created_at, updated_at)
    select ${space_id}, s.id, ${table_id}, s.name, s.type, s.config, s.is_default, greatest(s.version + 1, ${version}::int4), s.created_at,
      ${now}::timestamptz
    from jsonb_populate_recordset(null::tables.view, ${JSON.stringify(coming)}::jsonb) as s
    on conflict (space_id, id) do update set name = excluded.name, type = excluded.type, config = excluded.config,
      is_default = excluded.is_default, version = greatest(v.version + 1, excluded.version), updated_at = excluded.updated_at`);
  return { changed: leaving.length + coming.length, idle_links };
}
