import { Actor } from '@space/contracts/core';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ContentTables } from '../kinds/content-tables-sql.ts';

const DueContent = z.object({ space_id: z.string(), id: z.string() });

/** A thing whose content has work that is due. */
export type DueContent = z.infer<typeof DueContent>;

const notIn = (ids: readonly string[]) => sql.fragment`<> all(${sql.array([...ids], 'text')})`;

/** Returns things whose derived content is stale, without some ids, those that changed first. */
export const findStale = (database: CommonQueryMethods, { thing }: ContentTables, without: readonly string[], limit: number) =>
  database.any(sql.type(DueContent)`
    select space_id, id from ${thing} where is_stale and id ${notIn(without)} order by edited_at limit ${limit}`);

/** Notes that what is derived from a content is of its present version. */
export const endStale = (tx: CommonQueryMethods, { thing }: ContentTables, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`update ${thing} set is_stale = false where space_id = ${space} and id = ${id}`);

const Unsaved = DueContent.extend({
  content_version: z.number(),
  checkpoint_version: z.number(),
  edited_by: Actor,
  edited_at: z.string(),
  is_quiet: z.boolean(),
  is_checkpoint_old: z.boolean(),
});

/** A thing with changes after the last state that is stored as a whole. */
export type Unsaved = z.infer<typeof Unsaved>;

/** The times by which a checkpoint is due: of things without a later change, and of those without a later checkpoint. */
export interface CheckpointTimes {
  readonly quiet_since: string;
  readonly checkpoint_before: string;
}

/** Returns things that were quiet since a time after their last checkpoint, or that have many changes after their last state. */
export const findUnsaved = (
  database: CommonQueryMethods,
  { thing, checkpoint, thing_id }: ContentTables,
  { quiet_since, checkpoint_before }: CheckpointTimes,
  without: readonly string[],
  limit: number,
) =>
  database.any(sql.type(Unsaved)`
    select u.space_id, u.id, u.content_version, u.checkpoint_version, u.edited_by, ${wireTime(sql.fragment`u.edited_at`)} as edited_at,
      u.edited_at <= ${quiet_since}::timestamptz as is_quiet,
      coalesce((
        select c.created_at from ${checkpoint} as c
        where c.space_id = u.space_id and c.${thing_id} = u.id and c.version = u.checkpoint_version
      ), u.created_at) <= ${checkpoint_before}::timestamptz as is_checkpoint_old
    from (
      (select * from ${thing} where content_version > checkpoint_version and edited_at <= ${quiet_since}::timestamptz and id ${notIn(without)}
        order by edited_at limit ${limit})
      union
      (select * from ${thing} where content_version - state_version >= 100 and id ${notIn(without)}
        order by content_version - state_version desc limit ${limit})
    ) as u limit ${limit}`);

/** Stores the sum of all updates of a content up to a version. */
export const storeState = (
  tx: CommonQueryMethods,
  { state: table, thing_id }: ContentTables,
  space: string,
  id: string,
  version: number,
  state: Uint8Array,
) =>
  tx.query(sql.typeAlias('void')`
    insert into ${table} as s (space_id, ${thing_id}, version, state)
    values (${space}, ${id}, ${version}, ${sql.binary(Buffer.from(state))})
    on conflict (space_id, ${thing_id}) do update set version = excluded.version, state = excluded.state
    where s.version < excluded.version`);

/** Deletes the stored sum of the updates of a content: a checkpoint of a newer version stands for it. */
export const removeState = (tx: CommonQueryMethods, { state, thing_id }: ContentTables, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from ${state} where space_id = ${space} and ${thing_id} = ${id}`);

/** Notes up to which version whole states of a content are stored. It returns false if the thing is gone. */
export const noteSaved = async (
  tx: CommonQueryMethods,
  { thing }: ContentTables,
  space: string,
  id: string,
  version: number,
  isCheckpoint: boolean,
) =>
  (
    await tx.query(sql.typeAlias('void')`
      update ${thing} set state_version = greatest(state_version, ${version}),
        checkpoint_version = case when ${isCheckpoint} then greatest(checkpoint_version, ${version}) else checkpoint_version end
      where space_id = ${space} and id = ${id}`)
  ).rowCount > 0;

const Count = z.object({ count: z.number() });

/** Deletes changes from before a time that a checkpoint replaces; returns their number. */
export const deleteOldUpdates = (database: CommonQueryMethods, { thing, update, thing_id }: ContentTables, before: string, limit: number) =>
  database.oneFirst(sql.type(Count)`
    with gone as (
      delete from ${update} as u where (u.space_id, u.${thing_id}, u.version) in (
        select o.space_id, o.${thing_id}, o.version from ${update} as o
        join ${thing} as d on d.space_id = o.space_id and d.id = o.${thing_id}
        where o.created_at < ${before}::timestamptz and o.version <= d.checkpoint_version
        order by o.created_at limit ${limit} for update of o skip locked)
      returning u.version
    )
    select count(*) as count from gone`);

/** Deletes checkpoints without a name from before a time, except the last one of each thing; returns their number. */
export const deleteOldCheckpoints = (
  database: CommonQueryMethods,
  { thing, checkpoint, thing_id }: ContentTables,
  before: string,
  limit: number,
) =>
  database.oneFirst(sql.type(Count)`
    with gone as (
      delete from ${checkpoint} as c where (c.space_id, c.${thing_id}, c.version) in (
        select o.space_id, o.${thing_id}, o.version from ${checkpoint} as o
        join ${thing} as d on d.space_id = o.space_id and d.id = o.${thing_id}
        where o.created_at < ${before}::timestamptz and o.label is null and o.version < d.checkpoint_version
        order by o.created_at limit ${limit} for update of o skip locked)
      returning c.version
    )
    select count(*) as count from gone`);
