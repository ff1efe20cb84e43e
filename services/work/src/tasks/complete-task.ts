import { extendJson, type Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { isOpenCategory, type StatusCategory, type TaskStatus, type tasks } from '@space/contracts/work';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { findOpenBlockers } from '../blockers/links.queries.ts';
import { announceStatus, announceUnblocked } from '../changes/announce.ts';
import { applyChanges } from '../changes/apply-changes.ts';
import { deleteUnused, lockUnusedNextTask } from '../changes/unused-next.ts';
import { findPeople } from '../people/people.ts';
import { findPeopleOfChange, withNextTasks } from '../people/people-of-change.ts';
import { lockLists } from '../places/lists.queries.ts';
import { lockTrees } from '../places/parents.queries.ts';
import { resolvePlaces } from '../places/resolve-places.ts';
import { answerOf, nextAnswerOf } from '../rows/answer-task.ts';
import { assertNotTrashed, findTask, lockTask } from '../rows/find-task.ts';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { findStatuses } from '../statuses/statuses.queries.ts';
import { takeStatus } from '../statuses/take-status.ts';

/** Creates the handlers that complete and reopen a task. */
export function completionHandlers(ports: Ports, writer: Writer): Pick<Handlers<typeof tasks>, 'complete' | 'reopen'> {
  const { database } = ports;
  return {
    async complete(call) {
      const { id, status_id, force } = call.input;
      const { space_id: space, actor } = call.caller;
      const found = await findTask(database, space, id);
      const { people } = await findPeopleOfChange(ports, call, [found]);
      return writer.write(call, async function completeInTransaction(tx) {
        // The next task of a recurring one gets a number of the list, which is locked before the task.
        if (found.recurrence !== null && found.project_id !== null) await lockLists(tx, space, [found.project_id]);
        const before = await lockTask(tx, space, id, null);
        assertNotTrashed(before);
        if (before.status_category === 'done' && status_id === undefined)
          return extendJson(await answerOf(tx, space, before.id), { next_task: null, status_before: null });
        if (!force) await assertNotBlocked(tx, space, before);
        const status = await statusFor(tx, space, before, status_id, (category) => category === 'done', 'done');
        const applied = await applyChanges(tx, actor, [{ before, after: withStatus(before, status) }], people);
        for (const change of applied.changes) announceStatus(tx, change, people);
        announceUnblocked(tx, applied.unblocked, people);
        const next = applied.next.get(before.id);
        return extendJson(await answerOf(tx, space, before.id), {
          next_task: await nextAnswerOf(tx, next),
          status_before: status.id === before.status_id ? null : before.status_id,
        });
      });
    },

    async reopen(call) {
      const { id, status_id, delete_next } = call.input;
      const { space_id: space, actor } = call.caller;
      const found = [await findTask(database, space, id)];
      const { people } = await findPeople(ports, call, delete_next ? await withNextTasks(ports, found) : found);
      return writer.write(call, async function reopenInTransaction(tx) {
        await lockTrees(tx, space);
        const before = await lockTask(tx, space, id, null);
        assertNotTrashed(before);
        if (isOpenCategory(before.status_category) && status_id === undefined)
          return extendJson(await answerOf(tx, space, before.id), { status_before: null });
        const status = await statusFor(tx, space, before, status_id, isOpenCategory, 'todo');
        const opened = withStatus(before, status);
        const next = delete_next ? await lockUnusedNextTask(tx, before, opened) : null;
        const after = next ? { ...opened, next_task_id: null } : opened;
        const applied = await applyChanges(tx, actor, [{ before, after }], people);
        for (const change of applied.changes) announceStatus(tx, change, people);
        await deleteUnused(tx, call.caller, next ? [next] : [], people);
        return extendJson(await answerOf(tx, space, before.id), {
          status_before: status.id === before.status_id ? null : before.status_id,
        });
      });
    },
  };
}

const withStatus = (task: TaskRow, status: TaskStatus): TaskRow => ({
  ...task,
  status_id: status.id,
  status_category: status.category,
  status: status.name,
});

/** Returns the status that a call names, or the first of the default category. Throws unless its category fits. */
async function statusFor(
  tx: CommonQueryMethods,
  space: string,
  task: TaskRow,
  status_id: string | undefined,
  fits: (category: StatusCategory) => boolean,
  byDefault: StatusCategory,
): Promise<TaskStatus> {
  if (status_id === undefined) {
    const statuses = (await findStatuses(tx, space, task.project_id === null ? [] : [task.project_id])).get(task.project_id ?? '') ?? [];
    const found = statuses.find(({ category }) => category === byDefault) ?? statuses.find(({ category }) => fits(category));
    if (!found) throw new Problem('conflict', `The project of ${nameOf(task)} has no status for this; add one to its statuses first.`);
    return takeStatus(tx, space, task.project_id, found);
  }
  const [place] = await resolvePlaces(tx, space, [{ prefix: '', status_id, task }]);
  const status = await takeStatus(tx, space, task.project_id, place!.status);
  if (!fits(status.category))
    throw new Problem('conflict', `The status ${status.name} has the category ${status.category}; use PATCH /tasks/{id} for it.`);
  return status;
}

async function assertNotBlocked(tx: CommonQueryMethods, space: string, task: TaskRow): Promise<void> {
  const blockers = await findOpenBlockers(tx, space, task.id);
  if (blockers.length === 0) return;
  const rows = await findTaskRows(tx, space, blockers.slice(0, 3));
  const more = blockers.length > 3 ? ` and ${blockers.length - 3} more` : '';
  const names = [...rows.values()].map((row) => nameOf(row)).join(', ');
  throw new Problem('conflict', `${nameOf(task)} is blocked by ${names}${more}; complete them first, or send force.`);
}
