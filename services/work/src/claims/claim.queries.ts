import type { Actor } from '@space/contracts/core';
import { type StatusCategory, statusesWithoutProject, type TaskStatus } from '@space/contracts/work';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { insertChanges } from '../changes/history.queries.ts';
import { historyOf, type TaskChange } from '../changes/store-changes.ts';
import { openBlockers, surroundingsJson, taskRowJson } from '../rows/task-json-sql.ts';
import type { Surroundings } from '../rows/task-of-row.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { insertAssignees } from '../rows/task-rows.queries.ts';
import { tasksNamed } from '../rows/tasks-named-sql.ts';

const Id = z.object({ id: z.string() });

const ChosenRow = Id.extend({ version: z.number() });

const ClaimableRow = Id.extend({ row: z.string(), around: z.string(), status: z.string().nullable() });

/** A task that can be claimed. */
export interface ClaimableTask {
  readonly before: TaskRow;
  readonly around: Surroundings;
  /** The status that its claim gives it; undefined when its project has none in progress. */
  readonly status: TaskStatus | undefined;
}

/** The tasks that a claim may choose from. */
export interface ClaimFilters {
  readonly project_id?: string | undefined;
  readonly label?: string | undefined;
  readonly status_category: StatusCategory;
}

/** Tasks that one search finds at most. */
export const CLAIMABLE_AT_ONCE = 32;

/**
 * Returns the most urgent, then oldest tasks without an assignee that nothing blocks, at most `count`, with the status that a claim gives. It
 * takes no lock: a task that changes meanwhile has its former version, so that its claim affects no row. A project is named by its id or its
 * key, and the ids `without` are passed over.
 */
export async function findClaimable(
  database: CommonQueryMethods,
  space: string,
  filters: ClaimFilters,
  without: readonly string[],
  count: number,
): Promise<readonly ClaimableTask[]> {
  const chosen = await chooseClaimable(database, space, filters, without, count);
  if (chosen.length === 0) return [];
  const rows = await database.any(sql.prepared('work-claimable-rows', ClaimableRow)`
    select t.id, ${taskRowJson}::text as row, ${surroundingsJson}::text as around, (
      select json_build_object('id', s.id, 'name', s.name, 'category', s.category) from work.task_status as s
      where s.space_id = t.space_id and s.project_id = t.project_id and s.category = 'in_progress' order by s.place limit 1)::text as status
    from ${tasksNamed(
      space,
      chosen.map(({ id }) => id),
    )}`);
  // One that is deleted for good meanwhile must not look like the end of all tasks.
  if (rows.length < chosen.length) return findClaimable(database, space, filters, without, count);
  const found = new Map(rows.map((row) => [row.id, row]));
  return chosen.map(({ id, version }) => claimableOf(found.get(id)!, version));
}

/** Returns ids and versions of tasks that can be claimed, in order. */
function chooseClaimable(
  database: CommonQueryMethods,
  space: string,
  { project_id, label, status_category }: ClaimFilters,
  without: readonly string[],
  count: number,
) {
  const project = sql.fragment`and t.project_id = (
    select p.id from work.project as p where p.space_id = given.space_id and (p.id = given.project or p.key = given.project))`;
  const labelled = sql.fragment`and exists (
    select from work.task_label as l where l.space_id = t.space_id and l.task_id = t.id and l.label = given.label)`;
  // Conditions whose shares Postgres does not guess from statistics: it walks an index in order, with one plan for all calls.
  return database.any(sql.prepared(`work-claimable${project_id ? '-project' : ''}${label ? '-label' : ''}`, ChosenRow)`
    select t.id, t.version from (
      select ${space}::text as space_id, ${status_category}::text as category, ${project_id ?? ''}::text as project, ${label ?? ''}::text as label,
        ${sql.array([...without], 'text')} as without, ${count}::int as count offset 0
    ) as given cross join lateral (
      select t.id, t.version, t.priority from work.task as t
      where t.space_id = given.space_id and t.status_category = given.category and t.trashed_at is null and t.assignee_count = 0
        and not coalesce((select p.archived from work.project as p where p.space_id = t.space_id and p.id = t.project_id), false)
        and not coalesce((select true from (${openBlockers(sql.fragment`t`)} limit 1) as blocker), false)
        ${project_id === undefined ? sql.fragment`` : project} ${label === undefined ? sql.fragment`` : labelled}
        and t.id <> all(given.without)
      order by t.priority desc, t.id limit given.count
    ) as t order by t.priority desc, t.id`);
}

function claimableOf({ row, around, status }: z.infer<typeof ClaimableRow>, version: number): ClaimableTask {
  const before: TaskRow = { ...(JSON.parse(row) as TaskRow), version };
  const withoutProject = before.project_id === null ? inProgressWithoutProject : undefined;
  return {
    before,
    around: JSON.parse(around) as Surroundings,
    status: status === null ? withoutProject : (JSON.parse(status) as TaskStatus),
  };
}

const inProgressWithoutProject = statusesWithoutProject.find(({ category }) => category === 'in_progress');

/** Builds the statement that writes the claim of a task, unless it has changed since it was read. */
export function claimSql(actor: Actor, change: TaskChange, now: string) {
  const { after } = change;
  const { space_id } = after;
  const forClaimed = sql.fragment`where exists (select from change)`;
  return {
    // The status is locked, so that no change of the project gives it another category meanwhile.
    change: sql.fragment`
      with status as (
        select from work.task_status where space_id = ${space_id} and id = ${after.status_id} and category = ${after.status_category} for key share
      )
      update work.task as t set status_id = ${after.status_id}, status_category = ${after.status_category}, assignee_count = 1,
        claim_ends_at = ${after.claim_ends_at}::timestamptz, version = ${after.version}, updated_at = ${after.updated_at}::timestamptz
      where t.space_id = ${space_id} and t.id = ${after.id} and t.version = ${change.before.version} and t.assignee_count = 0
        and (t.project_id is null or exists (select from status))
      returning t.id`,
    also: [
      sql.fragment`assigned as (${insertAssignees(space_id, [after], forClaimed)})`,
      sql.fragment`history as (${insertChanges(space_id, actor, [historyOf(change)], now, forClaimed)})`,
    ],
  };
}

/** Returns tasks whose leases have ended, without a lock; the tasks `without` are left out. */
export const findEndedLeases = (database: CommonQueryMethods, now: string, without: readonly string[], limit: number) =>
  database.any(sql.type(Id.extend({ space_id: z.string() }))`
    select space_id, id from work.task where claim_ends_at <= ${now}::timestamptz and id <> all(${sql.array([...without], 'text')})
    order by claim_ends_at limit ${limit}`);

/** Locks a task whose lease has ended; returns false if it is locked or its lease has not ended. */
export const lockEndedLease = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.exists(sql.type(Id)`
    select id from work.task where space_id = ${space} and id = ${id} and claim_ends_at <= ${now}::timestamptz for update skip locked`);

/** Returns the end of the next lease, in milliseconds since the epoch, or null; the tasks `without` are left out. */
export const nextLeaseEnd = (database: CommonQueryMethods, without: readonly string[]) =>
  database.oneFirst(sql.type(z.object({ at: z.number().nullable() }))`
    select min(claim_ends_at) as at from work.task where claim_ends_at is not null and id <> all(${sql.array([...without], 'text')})`);

/** Ends the lease of a task that someone has worked on; it stays assigned. */
export const endLease = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    update work.task set claim_ends_at = null where space_id = ${space} and id = ${id} and claim_ends_at is not null`);
