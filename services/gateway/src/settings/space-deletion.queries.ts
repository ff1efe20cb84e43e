import type { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const DeletionRow = z.object({ name: z.string(), delete_at: z.number().nullable(), is_removed: z.boolean() });

/** Returns the name of a locked Space, the time at which it is deleted, and whether it can be taken back no more. */
export const findDeletion = (tx: CommonQueryMethods, id: string, now: string) =>
  tx.one(sql.type(DeletionRow)`
    select name, delete_at, removal_started_at is not null or coalesce(delete_at <= ${now}::timestamptz, false) as is_removed
    from gateway.space where id = ${id}`);

/** Closes a Space until a time, at which it is deleted. */
export const closeSpace = (tx: CommonQueryMethods, id: string, by: Actor, { at, now }: { readonly at: string; readonly now: string }) =>
  tx.query(sql.typeAlias('void')`
    update gateway.space set delete_at = ${at}::timestamptz, delete_by = ${JSON.stringify(by)}::jsonb, removal_step_at = ${now}::timestamptz,
      version = version + 1, updated_at = ${now}::timestamptz
    where id = ${id}`);

/** Opens a closed Space again. */
export const openSpace = (tx: CommonQueryMethods, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update gateway.space set delete_at = null, delete_by = null, removal_step_at = ${now}::timestamptz,
      version = version + 1, updated_at = ${now}::timestamptz
    where id = ${id}`);

const StepRow = z.object({ id: z.string(), delete_at: z.number().nullable(), is_removing: z.boolean() });

/** A Space of which a step of its deletion is due. */
export type DeletionStep = z.infer<typeof StepRow>;

/** Claims the Space whose step is due longest, until a time; null when none is due. From the time of its deletion on it cannot be taken back. */
export const claimStep = (database: CommonQueryMethods, now: string, until: string) =>
  database.maybeOne(sql.type(StepRow)`
    update gateway.space as s set removal_step_at = ${until}::timestamptz,
      removal_started_at = case when s.delete_at <= ${now}::timestamptz then coalesce(s.removal_started_at, ${now}::timestamptz) end
    where s.id = (
      select id from gateway.space where removal_step_at <= ${now}::timestamptz order by removal_step_at limit 1 for update skip locked)
    returning s.id, s.delete_at, s.removal_started_at is not null as is_removing`);

/**
 * Schedules the next step of a Space, null for no step. When its deletion was asked for or taken back since the claim, the next step is due
 * now: another gateway may have announced the new state before the claimed step announced the old one.
 */
export const scheduleStep = (
  database: CommonQueryMethods,
  { id, delete_at }: DeletionStep,
  { next, now, rows = 0 }: { readonly next: string | null; readonly now: string; readonly rows?: number },
) =>
  database.query(sql.typeAlias('void')`
    update gateway.space set removed_rows = removed_rows + ${rows}::bigint,
      removal_step_at = case
        when delete_at is not distinct from to_timestamp(${delete_at === null ? null : delete_at / 1_000}::float8) then ${next}::timestamptz
        else ${now}::timestamptz
      end
    where id = ${id}`);

/** Deletes what belongs to the keys of a Space and names no Space itself. */
export const deleteOfKeys = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.typeAlias('void')`
    delete from gateway.tool_use where key_id in (select id from gateway.api_key where space_id = ${space})`);

/** Deletes a Space of which nothing is left, and records that. */
export const recordDeleted = (database: CommonQueryMethods, space: string, now: string) =>
  database.query(sql.typeAlias('void')`
    with gone as (delete from gateway.space where id = ${space} returning id, name, delete_by, removal_started_at, removed_rows)
    insert into gateway.deleted_space (id, name, deleted_by, removal_started_at, deleted_at, removed_rows)
    select id, name, delete_by, removal_started_at, ${now}::timestamptz, removed_rows from gone`);
