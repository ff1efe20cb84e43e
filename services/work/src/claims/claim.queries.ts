import type { Actor } from '@space/contracts/core';
import { type StatusCategory, statusesWithoutProject, type Task, type TaskStatus } from '@space/contracts/work';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { insertChanges } from '../changes/history.queries.ts';
import { historyOf, type TaskChange } from '../changes/store-changes.ts';
import { projectNamed } from '../rows/project-named-sql.ts';
import { openBlockers, taskJson, taskRowJson } from '../rows/task-json-sql.ts';
import type { TaskRow } from '../rows/task-row.ts';
import { insertAssignees } from '../rows/task-rows.queries.ts';

const Id = z.object({ id: z.string() });

const ClaimableRow = z.object({ row: z.string(), task: z.string(), statuses: z.string() });

/** A task that can be claimed. */
export interface ClaimableTask {
  readonly before: TaskRow;
  readonly task: Task;
  readonly statuses: readonly TaskStatus[];
}

/** The tasks that a claim may choose from. */
interface Claimable {
  readonly project_id?: string | undefined;
  readonly label?: string | undefined;
  readonly status_category: StatusCategory;
}

/**
 * Returns the most urgent, then oldest task without an assignee that nothing blocks, as a row and as the wire shows it, with the statuses
 * of its project; null without one. It takes no lock. A project is named by its id or its key; `without` are ids of tasks to pass over.
 */
export async function findClaimable(
  database: CommonQueryMethods,
  space: string,
  { project_id, label, status_category }: Claimable,
  without: readonly string[],
): Promise<ClaimableTask | null> {
  const found = await database.maybeOne(sql.prepared(`work-claimable${project_id ? '-project' : ''}${label ? '-label' : ''}`, ClaimableRow)`
    select ${taskRowJson}::text as row, ${taskJson}::text as task, (
      select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'category', s.category) order by s.place), '[]')
      from work.task_status as s where s.space_id = t.space_id and s.project_id = t.project_id)::text as statuses
    from (
      select t.* from work.task as t
      where t.space_id = ${space} and t.status_category = ${status_category} and t.trashed_at is null and t.assignee_count = 0
        and not exists (select from work.project as p where p.space_id = t.space_id and p.id = t.project_id and p.archived)
        ${project_id === undefined ? sql.fragment`` : sql.fragment`and t.project_id = ${projectNamed(space, project_id)}`}
        ${
          label === undefined
            ? sql.fragment``
            : sql.fragment`and exists (
          select from work.task_label as l where l.space_id = t.space_id and l.task_id = t.id and l.label = ${label})`
        }
        and t.id <> all(${sql.array([...without], 'text')}) and not exists (${openBlockers(sql.fragment`t`)})
      order by t.priority desc, t.id limit 1
    ) as t`);
  if (!found) return null;
  const before = JSON.parse(found.row) as TaskRow;
  return {
    before,
    task: JSON.parse(found.task) as Task,
    statuses: before.project_id === null ? statusesWithoutProject : (JSON.parse(found.statuses) as TaskStatus[]),
  };
}

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
