import type { StatusCategory } from '@space/contracts/work';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { openBlockers } from '../rows/task-json-sql.ts';

const Id = z.object({ id: z.string() });

/** The tasks that a claim may choose from. */
interface Claimable {
  readonly project_id?: string | undefined;
  readonly label?: string | undefined;
  readonly status_category: StatusCategory;
}

/** Locks the most urgent, then oldest task without an assignee that nothing blocks, and returns its id; null without one. It skips locked tasks. */
export const lockClaimable = (tx: CommonQueryMethods, space: string, { project_id, label, status_category }: Claimable) =>
  tx.maybeOneFirst(sql.type(Id)`
    select t.id from work.task as t
    where t.space_id = ${space} and t.status_category = ${status_category} and t.trashed_at is null and t.assignee_count = 0
      ${project_id === undefined ? sql.fragment`` : sql.fragment`and t.project_id = ${project_id}`}
      ${
        label === undefined
          ? sql.fragment``
          : sql.fragment`and exists (
        select from work.task_label as l where l.space_id = t.space_id and l.task_id = t.id and l.label = ${label})`
      }
      and not exists (${openBlockers(sql.fragment`t`)})
    order by t.priority desc, t.id limit 1 for update of t skip locked`);

/** Returns tasks whose leases have ended, without a lock. */
export const findEndedLeases = (database: CommonQueryMethods, now: string, limit: number) =>
  database.any(sql.type(Id.extend({ space_id: z.string() }))`
    select space_id, id from work.task where claim_ends_at <= ${now}::timestamptz order by claim_ends_at limit ${limit}`);

/** Locks a task whose lease has ended; returns false if it is locked or its lease has not ended. */
export const lockEndedLease = (tx: CommonQueryMethods, space: string, id: string, now: string) =>
  tx.exists(sql.type(Id)`
    select id from work.task where space_id = ${space} and id = ${id} and claim_ends_at <= ${now}::timestamptz for update skip locked`);

/** Returns the end of the next lease, in milliseconds since the epoch, or null. */
export const nextLeaseEnd = (database: CommonQueryMethods) =>
  database.oneFirst(sql.type(z.object({ at: z.number().nullable() }))`
    select min(claim_ends_at) as at from work.task where claim_ends_at is not null`);

/** Ends the lease of a task that someone has worked on; it stays assigned. */
export const endLease = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`
    update work.task set claim_ends_at = null where space_id = ${space} and id = ${id} and claim_ends_at is not null`);
