import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ContentTables } from '../kinds/content-tables-sql.ts';

/** A bytea column. */
const bytes = z.instanceof(Uint8Array);

/** A change of a content that is stored. */
export interface NewUpdate {
  readonly space: string;
  readonly id: string;
  readonly version: number;
  readonly update: Uint8Array;
  readonly actor: Actor;
}

/** Inserts a change of a content. */
export const insertUpdate = (
  tx: CommonQueryMethods,
  { update: table, thing_id }: ContentTables,
  { space, id, version, update, actor }: NewUpdate,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into ${table} (space_id, ${thing_id}, version, update, actor, created_at)
    values (${space}, ${id}, ${version}, ${sql.binary(Buffer.from(update))}, ${JSON.stringify(actor)}::jsonb, ${now}::timestamptz)`);

/** Gives a thing, which is locked, the next version of its content. */
export const advanceContent = (
  tx: CommonQueryMethods,
  { thing }: ContentTables,
  { space, id, version, actor }: Omit<NewUpdate, 'update'>,
  is_stale: boolean,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update ${thing} set content_version = ${version}, is_stale = ${is_stale}, edited_by = ${JSON.stringify(actor)}::jsonb,
      edited_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = ${id}`);

const StateRow = z.object({ version: z.number(), state: bytes });

/** Returns the newest stored state of a content that is not after a version; null without one. */
export const findStateBefore = (
  database: CommonQueryMethods,
  { state, checkpoint, thing_id }: ContentTables,
  space: string,
  id: string,
  version: number,
) =>
  database.maybeOne(sql.type(StateRow)`
    select s.version, s.state from (
      (select version, state from ${state} where space_id = ${space} and ${thing_id} = ${id} and version <= ${version})
      union all
      (select version, state from ${checkpoint} where space_id = ${space} and ${thing_id} = ${id} and version <= ${version}
        order by version desc limit 1)
    ) as s order by s.version desc limit 1`);

/** Returns the changes of a content after one version up to another one, in their order. */
export const findUpdates = (
  database: CommonQueryMethods,
  { update, thing_id }: ContentTables,
  space: string,
  id: string,
  after: number,
  upTo: number,
) =>
  database.any(sql.type(z.object({ version: z.number(), update: bytes }))`
    select version, update from ${update}
    where space_id = ${space} and ${thing_id} = ${id} and version > ${after} and version <= ${upTo} order by version`);
