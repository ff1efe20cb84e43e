import { notFound, Problem } from '@space/contracts/core';
import { mustMatch } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { nameOf, type TaskRow } from './task-row.ts';
import { findTaskIds, findTaskRows, lockTaskRows } from './task-rows.queries.ts';

/** Returns the task that an id or identifier names, without a lock. Throws `not_found`. */
export async function findTask(database: CommonQueryMethods, space: string, reference: string): Promise<TaskRow> {
  const id = (await findTaskIds(database, space, [reference])).get(reference) ?? '';
  const row = (await findTaskRows(database, space, [id])).get(id);
  if (!row) throw notFound('task', reference);
  return row;
}

/** Returns the task that an id or identifier names, locked until the transaction ends. Throws `not_found` and `precondition_failed`. */
export async function lockTask(
  tx: CommonQueryMethods,
  space: string,
  reference: string,
  ifMatch: readonly number[] | null,
): Promise<TaskRow> {
  const [row] = await lockTasks(tx, space, [reference]);
  mustMatch(ifMatch, row!.version);
  return row!;
}

/** Returns the tasks that ids or identifiers name, in their order, locked until the transaction ends. Throws `not_found`. */
export async function lockTasks(tx: CommonQueryMethods, space: string, references: readonly string[]): Promise<TaskRow[]> {
  const ids = await findTaskIds(tx, space, references);
  const rows = await lockTaskRows(tx, space, [...ids.values()]);
  return references.map((reference) => {
    const row = rows.get(ids.get(reference) ?? '');
    if (!row) throw notFound('task', reference);
    return row;
  });
}

/** Throws `conflict` for a task in the trash. */
export function assertNotTrashed(task: TaskRow): void {
  if (task.trashed_at !== null) throw new Problem('conflict', `${nameOf(task)} is in the trash; restore it first.`);
}
