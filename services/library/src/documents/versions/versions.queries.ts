import type { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The versions of a document: its changes, and the checkpoints whose changes are deleted. A parenthesised select. */
const versionsOf = (space: string, id: string) => sql.fragment`(
  select u.version, c.label, c.version is not null as is_stored, u.actor, u.created_at
  from library.document_update as u
  left join library.document_checkpoint as c on c.space_id = u.space_id and c.document_id = u.document_id and c.version = u.version
  where u.space_id = ${space} and u.document_id = ${id}
  union all
  select c.version, c.label, true, c.actor, c.created_at from library.document_checkpoint as c
  where c.space_id = ${space} and c.document_id = ${id} and not exists (
    select from library.document_update as u where u.space_id = c.space_id and u.document_id = c.document_id and u.version = c.version))`;

const versionJson = sql.fragment`(select row_to_json(r) from (select
  v.version, v.label, v.is_stored, ${wireTime(sql.fragment`v.created_at`)} as created_at, v.actor as created_by) as r)`;

/** The query of the versions of a document. */
export const listVersions = (
  space: string,
  id: string,
  { named, ...list }: PageInput & { readonly named: boolean; readonly sort: string },
) =>
  listQuery(list, {
    from: sql.fragment`${versionsOf(space, id)} as v`,
    alias: 'v',
    where: named ? sql.fragment`v.label is not null` : sql.fragment`true`,
    item: versionJson,
    direction: orderOf(list.sort, 'v', {}).direction,
    sortBy: [{ column: sql.fragment`v.version`, type: 'integer' }],
    order: list.sort,
  });

/** Returns a version of a document as the wire shows it; null for one that is not stored. */
export const findVersion = (database: CommonQueryMethods, space: string, id: string, version: number) =>
  database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select ${versionJson}::text as json from ${versionsOf(space, id)} as v where v.version = ${version}`);

/** Returns the number of the versions of a document with a name, apart from one. */
export const countNamed = (tx: CommonQueryMethods, space: string, id: string, except: number) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from library.document_checkpoint
    where space_id = ${space} and document_id = ${id} and label is not null and version <> ${except}`);

/** A state of a document that is stored as a version. */
export interface NewCheckpoint {
  readonly space: string;
  readonly document_id: string;
  readonly version: number;
  readonly state: Uint8Array;
  readonly label: string | null;
  readonly actor: Actor;
  readonly created_at: string;
}

/** Stores a version of a document, or gives a stored one its name. */
export const storeCheckpoint = (tx: CommonQueryMethods, { space, document_id, version, state, label, actor, created_at }: NewCheckpoint) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_checkpoint as c (space_id, document_id, version, state, label, actor, created_at)
    values (${space}, ${document_id}, ${version}, ${sql.binary(Buffer.from(state))}, ${label}, ${JSON.stringify(actor)}::jsonb,
      ${created_at}::timestamptz)
    on conflict (space_id, document_id, version) do update set label = coalesce(excluded.label, c.label)`);

/** Takes the name of a version of a document away. */
export const removeLabel = (tx: CommonQueryMethods, space: string, document_id: string, version: number) =>
  tx.query(sql.typeAlias('void')`
    update library.document_checkpoint set label = null
    where space_id = ${space} and document_id = ${document_id} and version = ${version}`);
