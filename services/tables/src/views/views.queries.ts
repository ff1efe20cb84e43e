import { type ViewType, viewTypes } from '@space/contracts/tables';
import { listQuery, orderOf, type PageInput, type PageQuery, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ViewConfig } from './stored-config.ts';
import type { Viewer } from './viewer.ts';

/** A view as selected. Its config has column ids in place of keys. */
export const ViewRow = z.object({
  id: z.string(),
  table_id: z.string(),
  name: z.string(),
  type: z.enum(viewTypes),
  config: z.record(z.string(), z.unknown()),
  is_default: z.boolean(),
  /** The member who alone sees the view; null for a shared one. */
  owner_id: z.string().nullable(),
  version: z.number(),
  /** Milliseconds since the epoch. */
  created_at: z.number(),
  updated_at: z.number(),
});

/** A stored view. */
export type ViewRow = z.infer<typeof ViewRow>;

const viewFields = sql.fragment`id, table_id, name, type, config, is_default, owner_id, version, created_at, updated_at`;

const isSeenBy = (viewer: Viewer) => sql.fragment`(owner_id is null or owner_id = ${viewer}::text)`;

/** Builds a page of the views of a table that a viewer sees. Items are rows with times in milliseconds. */
export const listViews = (
  space: string,
  { table_id, sort, ...page }: PageInput & { table_id: string; sort: string },
  viewer: Viewer,
): PageQuery =>
  listQuery(page, {
    from: sql.fragment`tables.view as v`,
    alias: 'v',
    where: sql.fragment`v.space_id = ${space} and v.table_id = ${table_id} and ${isSeenBy(viewer)}`,
    item: sql.fragment`(select row_to_json(r) from (select
      v.id, v.table_id, v.name, v.type, v.config, v.is_default, v.owner_id, v.version,
      floor(extract(epoch from v.created_at) * 1000) as created_at, floor(extract(epoch from v.updated_at) * 1000) as updated_at) as r)`,
    ...orderOf(sort, 'v', {
      updated_at: { column: sql.fragment`v.updated_at`, type: 'timestamp' },
      name: { column: sql.fragment`lower(v.name)`, type: 'text' },
    }),
  });

/** Returns all views of a table that a viewer sees, oldest first. */
export const findViews = (database: CommonQueryMethods, space: string, table: string, viewer: Viewer) =>
  database.any(sql.type(ViewRow)`
    select ${viewFields} from tables.view where space_id = ${space} and table_id = ${table} and ${isSeenBy(viewer)} order by id`);

/** Returns a view that a viewer sees, or null. Without an id it is the default view. */
export const findView = (database: CommonQueryMethods, space: string, table: string, id: string | undefined, viewer: Viewer) =>
  database.maybeOne(sql.type(ViewRow)`
    select ${viewFields} from tables.view
    where space_id = ${space} and table_id = ${table} and ${isSeenBy(viewer)} and ${id === undefined ? sql.fragment`is_default` : sql.fragment`id = ${id}`}`);

/** Counts the shared views of a table, or the personal ones of an owner. */
export const countViews = (database: CommonQueryMethods, space: string, table: string, owner: string | null) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from tables.view where space_id = ${space} and table_id = ${table} and owner_id is not distinct from ${owner}::text`);

/**
 * Locks the views and columns of a table against changes until the transaction ends, but not its rows. Returns false if
 * the table does not exist.
 */
export async function lockViews(tx: CommonQueryMethods, space: string, table: string): Promise<boolean> {
  const locked = await tx.maybeOne(sql.type(z.object({ id: z.string() }))`
    select id from tables.user_table where space_id = ${space} and id = ${table} for no key update`);
  return locked !== null;
}

/** Increments the version of a table after its views changed. Row readers and writers are not affected. */
export const bumpTableVersion = (tx: CommonQueryMethods, space: string, table: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.user_table set version = version + 1, updated_at = ${now}::timestamptz where space_id = ${space} and id = ${table}`);

/** Removes the default flag from the default view of a table. */
export const unsetDefaultView = (tx: CommonQueryMethods, space: string, table: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update tables.view set is_default = false, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and table_id = ${table} and is_default`);

/** Fields of a new view. */
export interface NewView {
  readonly space_id: string;
  readonly table_id: string;
  readonly id: string;
  readonly name: string;
  readonly type: ViewType;
  readonly config: ViewConfig;
  readonly is_default: boolean;
  readonly owner_id: string | null;
}

/** Inserts a view and returns it. */
export const insertView = (tx: CommonQueryMethods, view: NewView, now: string) =>
  tx.one(sql.type(ViewRow)`
    insert into tables.view (space_id, id, table_id, name, type, config, is_default, owner_id, created_at, updated_at)
    values (${view.space_id}, ${view.id}, ${view.table_id}, ${view.name}, ${view.type}, ${JSON.stringify(view.config)}::jsonb,
            ${view.is_default}, ${view.owner_id}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${viewFields}`);

/** Updates an existing view and returns it with its new version. */
export const updateView = (
  tx: CommonQueryMethods,
  space: string,
  view: Pick<ViewRow, 'id' | 'name' | 'type' | 'config' | 'is_default' | 'owner_id'>,
  now: string,
) =>
  tx.one(sql.type(ViewRow)`
    update tables.view set name = ${view.name}, type = ${view.type}, config = ${JSON.stringify(view.config)}::jsonb,
      is_default = ${view.is_default}, owner_id = ${view.owner_id}, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${view.id}
    returning ${viewFields}`);

/** Deletes a view with its share links, and returns the number of these. */
export const deleteView = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.oneFirst(sql.type(z.object({ links: z.number() }))`
    with links as (delete from tables.share_link where space_id = ${space} and view_id = ${id} returning id),
    gone as (delete from tables.view where space_id = ${space} and id = ${id})
    select count(*) as links from links`);
