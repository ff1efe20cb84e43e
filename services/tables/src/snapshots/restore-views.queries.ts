import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { RestoreTarget } from './restore-columns.queries.ts';
import type { StoredView } from './stored-schema.ts';

const texts = (ids: readonly string[]) => sql.array([...ids], 'text');

/** Counts the share links of views. */
export const countLinksToViews = (tx: CommonQueryMethods, space: string, views: readonly string[]) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.share_link where space_id = ${space} and view_id = any(${texts(views)})`);

/** Returns those of some views that are personal now. */
export const findPersonalIds = (tx: CommonQueryMethods, space: string, views: readonly string[]) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from tables.view where space_id = ${space} and id = any(${texts(views)}) and owner_id is not null`);

/** Deletes views without their share links. */
export const deleteViews = (tx: CommonQueryMethods, space: string, views: readonly string[]) =>
  tx.query(sql.typeAlias('void')`delete from tables.view where space_id = ${space} and id = any(${texts(views)})`);

/** Inserts or updates views as stored in a snapshot. Each one gets at least this version. */
export async function upsertViews(
  tx: CommonQueryMethods,
  { space_id, table_id, now }: RestoreTarget,
  views: readonly StoredView[],
  version: number,
): Promise<void> {
  // A table has one default view: the current one must lose the flag before another view gets it.
  await tx.query(sql.typeAlias('void')`
    update tables.view set is_default = false
    where space_id = ${space_id} and is_default and id = any(${texts(views.map(({ id }) => id))})`);
  await tx.query(sql.typeAlias('void')`
    insert into tables.view as v (space_id, id, table_id, name, type, config, is_default, version, created_at, updated_at)
    select ${space_id}, s.id, ${table_id}, s.name, s.type, s.config, s.is_default, greatest(s.version + 1, ${version}::int4), s.created_at,
      ${now}::timestamptz
    from jsonb_populate_recordset(null::tables.view, ${JSON.stringify(views)}::jsonb) as s
    on conflict (space_id, id) do update set name = excluded.name, type = excluded.type, config = excluded.config,
      is_default = excluded.is_default, version = greatest(v.version + 1, excluded.version), updated_at = excluded.updated_at`);
}
