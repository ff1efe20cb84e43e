import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { freedWithout } from '../blockers/links.queries.ts';
import { countDeletedTasks } from '../places/lists.queries.ts';

const Id = z.object({ id: z.string() });

/** The tasks with some ids and all tasks below them, as the rows of `tree`. */
const trees = (space: string, ids: readonly string[], alsoTrashed: boolean) => sql.fragment`
  with recursive tree as (
    select t.id from work.task as t where t.space_id = ${space} and t.id = any(${sql.array([...ids], 'text')})
    union
    select t.id from tree join work.task as t on t.space_id = ${space} and t.parent_id = tree.id
    where ${alsoTrashed} or t.trashed_at is null
  )`;

/** Returns the ids of tasks with all tasks below them, without those in the trash unless `alsoTrashed`; at most `limit`. */
export const findTrees = (tx: CommonQueryMethods, space: string, ids: readonly string[], alsoTrashed: boolean, limit: number) =>
  tx.anyFirst(sql.type(Id)`${trees(space, ids, alsoTrashed)} select id from tree limit ${limit}`);

/** Returns the ids of the tasks of `findTrees`, and of those that would be unblocked without them; at most `limit` of each. */
export const findTreesAndFreed = (
  database: CommonQueryMethods,
  space: string,
  ids: readonly string[],
  alsoTrashed: boolean,
  limit: number,
) =>
  database.anyFirst(sql.type(Id)`
    ${trees(space, ids, alsoTrashed)}
    (select id from tree limit ${limit}) union all (${freedWithout(space, sql.fragment`select id from tree`)} limit ${limit})`);

/** Moves tasks to the trash with the deletion that they belong to. */
export const setTrashed = (tx: CommonQueryMethods, space: string, ids: readonly string[], trashed_with: string | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update work.task set trashed_at = ${trashed_with === null ? null : now}::timestamptz, trashed_with = ${trashed_with},
      claim_ends_at = null, version = version + 1, updated_at = ${now}::timestamptz
    where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Takes the parent off tasks. */
export const removeParents = (tx: CommonQueryMethods, space: string, ids: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    update work.task set parent_id = null where space_id = ${space} and id = any(${sql.array([...ids], 'text')})`);

/** Returns the ids of the tasks that were deleted together with some tasks or a project; at most `limit`. */
export const findTrashedWith = (tx: CommonQueryMethods, space: string, deletions: readonly string[], limit: number) =>
  tx.anyFirst(sql.type(Id)`
    select id from work.task where space_id = ${space} and trashed_with = any(${sql.array([...deletions], 'text')}) limit ${limit}`);

/** Deletes tasks for good, with what belongs to them. */
export async function deleteTasks(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<void> {
  const given = sql.array([...ids], 'text');
  await tx.query(sql.typeAlias('void')`update work.task set parent_id = null where space_id = ${space} and parent_id = any(${given})`);
  const { rowCount } = await tx.query(sql.typeAlias('void')`delete from work.task where space_id = ${space} and id = any(${given})`);
  await countDeletedTasks(tx, space, rowCount);
}

/** Returns tasks that have been in the trash since before a time, locked; it skips those that others have locked. */
export const findExpiredTasks = (tx: CommonQueryMethods, before: string, limit: number) =>
  tx.any(sql.type(Id.extend({ space_id: z.string() }))`
    select space_id, id from work.task where trashed_at < ${before}::timestamptz order by trashed_at limit ${limit} for update skip locked`);

/** Deletes projects for good that have been in the trash since before a time and have no tasks; returns their number. */
export const deleteExpiredProjects = (database: CommonQueryMethods, before: string, limit: number) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with gone as (
      delete from work.project as p where (p.space_id, p.id) in (
        select e.space_id, e.id from work.project as e
        where e.trashed_at < ${before}::timestamptz
          and not exists (select from work.task as t where t.space_id = e.space_id and t.project_id = e.id)
        limit ${limit} for update skip locked)
      returning p.space_id, p.id
    ), aliases as (
      delete from work.task_alias as a using gone where a.space_id = gone.space_id and a.project_id = gone.id
    ), lists as (
      delete from work.task_list as l using gone where l.space_id = gone.space_id and l.project_id = gone.id
    )
    select count(*) as count from gone`);
