import { type Call, type CallContext, extendJson, type Handlers } from '@space/bus';
import { type Caller, Problem } from '@space/contracts/core';
import { MAX_TASKS_PER_CHANGE, taskDeleted, type tasks, type taskUnblocked } from '@space/contracts/work';
import { mustMatch } from '@space/database';
import type { Transaction, Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { unblockedBy } from '../blockers/unblocked.ts';
import { announceUnblocked } from '../changes/announce.ts';
import { taskEventData } from '../changes/event-data.ts';
import { deleteTasks, findTrashedWith, findTrees, setTrashed } from '../changes/trash.queries.ts';
import { assertChangeSize, trashTasks } from '../changes/trash-tasks.ts';
import type { People } from '../people/people.ts';
import { lockLists } from '../places/lists.queries.ts';
import { lockTrees } from '../places/parents.queries.ts';
import { answerOf } from '../rows/answer-task.ts';
import { lockTasks } from '../rows/find-task.ts';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskIds, findTaskRows, lockTaskRows } from '../rows/task-rows.queries.ts';
import { findProjects } from '../statuses/statuses.queries.ts';
import { findPeopleOfDeletion, findPeopleOfRestored } from './people-of-deletion.ts';
import { type RestoringTransaction, restoreIds } from './restore-tasks.ts';

type DeletingTransaction = Transaction<typeof taskDeleted | typeof taskUnblocked>;

/** Creates the handlers that delete and restore tasks. A task goes to the trash with its subtasks, and comes back with those. */
export function trashHandlers(
  ports: Ports,
  writer: Writer,
): Pick<Handlers<typeof tasks>, 'delete' | 'delete_bulk' | 'restore' | 'restore_bulk'> {
  return {
    async delete(call) {
      const people = await peopleOfDeletion(ports, call, [call.input.id], call.input.permanent);
      return writer.write(call, async function deleteInTransaction(tx) {
        await lockTrees(tx, call.caller.space_id);
        const [row] = await lockTasks(tx, call.caller.space_id, [call.input.id]);
        mustMatch(call.if_version, row!.version);
        await removeTasks(tx, call.caller, [row!], call.input.permanent, people);
        return { id: row!.id, deleted: true as const, was_trashed: row!.trashed_at !== null };
      });
    },

    async delete_bulk(call) {
      const people = await peopleOfDeletion(ports, call, call.input.ids, call.input.permanent);
      return writer.write(call, async function deleteManyInTransaction(tx) {
        await lockTrees(tx, call.caller.space_id);
        const rows = await lockTasks(tx, call.caller.space_id, call.input.ids);
        const deleted = await removeTasks(tx, call.caller, rows, call.input.permanent, people);
        return { ids: idsOf(rows), deleted_ids: idsOf(rows.filter(({ trashed_at }) => trashed_at === null)), deleted };
      });
    },

    async restore(call) {
      const people = await peopleOfRestoration(ports, call, [call.input.id]);
      return writer.write(call, async function restoreInTransaction(tx) {
        const { ids, restored_ids } = await restoreTasks(tx, call, [call.input.id], people);
        return extendJson(await answerOf(tx, call.caller.space_id, ids[0]!), { was_trashed: restored_ids.length > 0 });
      });
    },

    async restore_bulk(call) {
      const people = await peopleOfRestoration(ports, call, call.input.ids);
      return writer.write(call, (tx) => restoreTasks(tx, call, call.input.ids, people));
    },
  };
}

const idsOf = (rows: readonly TaskRow[]): string[] => rows.map(({ id }) => id);

async function peopleOfDeletion(ports: Ports, context: CallContext, references: readonly string[], permanent: boolean): Promise<People> {
  const ids = await findTaskIds(ports.database, context.caller.space_id, references);
  return findPeopleOfDeletion(ports, context, [...ids.values()], permanent);
}

async function peopleOfRestoration(ports: Ports, context: CallContext, references: readonly string[]): Promise<People> {
  const ids = await findTaskIds(ports.database, context.caller.space_id, references);
  return findPeopleOfRestored(ports, context, [...ids.values()]);
}

/** Deletes tasks with their subtasks; returns their number. Tasks that are in the trash are deleted for good or stay. */
async function removeTasks(
  tx: DeletingTransaction,
  by: Caller,
  rows: readonly TaskRow[],
  permanent: boolean,
  people: People,
): Promise<number> {
  const ids = rows.map(({ id }) => id);
  if (permanent) return deleteForGood(tx, by.space_id, ids, people);
  let deleted = 0;
  const unblocked = new Map<string, { task: TaskRow; by: string }>();
  const gone = new Set<string>();
  for (const row of rows) {
    if (row.trashed_at !== null || gone.has(row.id)) continue;
    const effect = await trashTasks(tx, by.actor, by.space_id, [row.id], row.id);
    for (const task of effect.trashed) {
      gone.add(task.id);
      tx.emit(taskDeleted, { ...taskEventData(task, people), permanent: false });
    }
    deleted += effect.trashed.length;
    for (const one of effect.unblocked) unblocked.set(one.task.id, one);
  }
  announceUnblocked(
    tx,
    [...unblocked.values()].filter(({ task }) => !gone.has(task.id)),
    people,
  );
  return deleted;
}

/** Deletes tasks for good with all tasks below them; returns their number. The trees of the Space must be locked. */
export async function deleteForGood(tx: DeletingTransaction, space: string, ids: readonly string[], people: People): Promise<number> {
  if (ids.length === 0) return 0;
  const all = await findTrees(tx, space, ids, true, MAX_TASKS_PER_CHANGE + 1);
  assertChangeSize(all.length);
  const locked = await lockTaskRows(tx, space, all);
  await setTrashed(tx, space, all, ids[0]!, tx.now);
  const unblocked = await unblockedBy(tx, space, locked.values());
  await deleteTasks(tx, space, all);
  for (const task of locked.values())
    tx.emit(taskDeleted, { ...taskEventData({ ...task, version: task.version + 1 }, people), permanent: true });
  announceUnblocked(tx, unblocked, people);
  return locked.size;
}

async function restoreTasks(tx: RestoringTransaction, { caller }: Pick<Call, 'caller'>, references: readonly string[], people: People) {
  const space = caller.space_id;
  await lockTrees(tx, space);
  const named = await findTaskRows(tx, space, [...(await findTaskIds(tx, space, references)).values()]);
  await lockLists(
    tx,
    space,
    [...named.values()].flatMap(({ project_id }) => project_id ?? []),
  );
  const rows = await lockTasks(tx, space, references);
  const trashed = rows.filter(({ trashed_at }) => trashed_at !== null);
  for (const row of trashed) await assertRestorable(tx, space, row);
  const together = await findTrashedWith(tx, space, idsOf(trashed), MAX_TASKS_PER_CHANGE + 1);
  const ids = [...new Set([...idsOf(trashed), ...together])];
  await restoreIds(tx, caller.actor, space, ids, people);
  return { ids: idsOf(rows), restored_ids: idsOf(trashed), restored: ids.length };
}

async function assertRestorable(tx: CommonQueryMethods, space: string, task: TaskRow): Promise<void> {
  const [project] = task.project_id === null ? [] : await findProjects(tx, space, [task.project_id]);
  if (project?.is_trashed)
    throw new Problem('conflict', `${nameOf(task)} belongs to the project ${project.key}, which is in the trash; restore that first.`);
}
