import type { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ContentTables } from '../kinds/content-tables-sql.ts';

/** The versions of a content: its changes, and the checkpoints whose changes are deleted. A parenthesised select. */
const versionsOf = ({ update, checkpoint, thing_id }: ContentTables, space: string, id: string) => sql.fragment`(
  select u.version, c.label, c.version is not null as is_stored, u.actor, u.created_at
  from ${update} as u
  left join ${checkpoint} as c on c.space_id = u.space_id and c.${thing_id} = u.${thing_id} and c.version = u.version
  where u.space_id = ${space} and u.${thing_id} = ${id}
  union all
  select c.version, c.label, true, c.actor, c.created_at from ${checkpoint} as c
  where c.space_id = ${space} and c.${thing_id} = ${id} and not exists (
    select from ${update} as u where u.space_id = c.space_id and u.${thing_id} = c.${thing_id} and u.version = c.version))`;

const versionJson = sql.fragment`(select row_to_json(r) from (select
  v.version, v.label, v.is_stored, ${wireTime(sql.fragment`v.created_at`)} as created_at, v.actor as created_by) as r)`;

/** The query of the versions of a content. */
export const listVersions = (
  tables: ContentTables,
  space: string,
  id: string,
  { named, ...list }: PageInput & { readonly named: boolean; readonly sort: string },
) =>
  listQuery(list, {
    from: sql.fragment`${versionsOf(tables, space, id)} as v`,
    alias: 'v',
    where: named ? sql.fragment`v.label is not null` : sql.fragment`true`,
    item: versionJson,
    direction: orderOf(list.sort, 'v', {}).direction,
    sortBy: [{ column: sql.fragment`v.version`, type: 'integer' }],
    order: list.sort,
  });

/** Returns a version of a content as the wire shows it; null for one that is not stored. */
export const findVersion = (database: CommonQueryMethods, tables: ContentTables, space: string, id: string, version: number) =>
  database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select ${versionJson}::text as json from ${versionsOf(tables, space, id)} as v where v.version = ${version}`);

/** Returns the number of the versions of a content with a name, apart from one. */
export const countNamed = (tx: CommonQueryMethods, { checkpoint, thing_id }: ContentTables, space: string, id: string, except: number) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${checkpoint}
    where space_id = ${space} and ${thing_id} = ${id} and label is not null and version <> ${except}`);

/** A state of a content that is stored as a version. */
export interface NewCheckpoint {
  readonly space: string;
  readonly id: string;
  readonly version: number;
  readonly state: Uint8Array;
  readonly label: string | null;
  readonly actor: Actor;
  readonly created_at: string;
}

/** Stores a version of a content, or gives a stored one its name. */
export const storeCheckpoint = (
  tx: CommonQueryMethods,
  { checkpoint, thing_id }: ContentTables,
  { space, id, version, state, label, actor, created_at }: NewCheckpoint,
) =>
  tx.query(sql.typeAlias('void')`
    insert into ${checkpoint} as c (space_id, ${thing_id}, version, state, label, actor, created_at)
    values (${space}, ${id}, ${version}, ${sql.binary(Buffer.from(state))}, ${label}, ${JSON.stringify(actor)}::jsonb,
      ${created_at}::timestamptz)
    on conflict (space_id, ${thing_id}, version) do update set label = coalesce(excluded.label, c.label)`);

/** Takes the name of a version of a content away. */
export const removeLabel = (tx: CommonQueryMethods, { checkpoint, thing_id }: ContentTables, space: string, id: string, version: number) =>
  tx.query(sql.typeAlias('void')`
    update ${checkpoint} set label = null where space_id = ${space} and ${thing_id} = ${id} and version = ${version}`);
