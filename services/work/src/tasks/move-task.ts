import { extendJson, type Handler } from '@space/bus';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import type { tasks } from '@space/contracts/work';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { announceStatus, announceUnblocked, announceValues } from '../changes/announce.ts';
import { applyChanges } from '../changes/apply-changes.ts';
import { patchedRow } from '../changes/patch.ts';
import { deleteUnused, lockUnusedNextTask } from '../changes/unused-next.ts';
import { lockProjectLists, placed, taken } from '../changes/update-tasks.ts';
import { findPeople } from '../people/people.ts';
import { findPeopleOfChange, withNextTasks } from '../people/people-of-change.ts';
import { lockList } from '../places/lists.queries.ts';
import { findFollowing, findPreceding } from '../places/neighbours.queries.ts';
import { lockTrees } from '../places/parents.queries.ts';
import { placeNextTo } from '../places/place-between.ts';
import { resolvePlaces } from '../places/resolve-places.ts';
import { answerOf, nextAnswerOf } from '../rows/answer-task.ts';
import { assertNotTrashed, findTask, lockTask } from '../rows/find-task.ts';
import { nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskIds, findTaskRows } from '../rows/task-rows.queries.ts';

type Move = (typeof tasks)['operations']['move'];

/** Creates the handler that moves a task to another place, status, project or parent. */
export function moveHandler(ports: Ports, writer: Writer): Handler<Move> {
  return async function move(call) {
    const { id, project_id, status_id, parent_id, before_id, after_id, delete_next } = call.input;
    const { space_id: space, actor } = call.caller;
    if (before_id !== undefined && after_id !== undefined)
      throw invalidFields([{ path: 'after_id', code: 'exclusive', message: 'must not be given together with before_id' }]);
    const found = await findTask(ports.database, space, id);
    const mayClose = status_id !== undefined || project_id !== undefined;
    const { people } = await (mayClose ? findPeopleOfChange : findPeople)(
      ports,
      call,
      delete_next ? await withNextTasks(ports, [found]) : [found],
    );
    return writer.write(call, async function moveInTransaction(tx) {
      if (delete_next || parent_id !== undefined) await lockTrees(tx, space);
      const neighbour = await findNeighbour(tx, space, before_id ?? after_id, before_id === undefined ? 'after_id' : 'before_id');
      // The list is locked before the task, as in every change of places.
      if (neighbour) await lockList(tx, space, neighbour.project_id);
      const isRecurring = found.recurrence !== null && status_id !== undefined;
      await lockProjectLists(tx, space, [project_id ?? [], isRecurring ? (project_id ?? found.project_id ?? []) : []].flat());
      const before = await lockTask(tx, space, id, null);
      assertNotTrashed(before);
      const [named] = await resolvePlaces(tx, space, [{ prefix: '', project_id, status_id, parent_id, task: before }]);
      const place = await taken(tx, before, named!);
      const following = await findFollowing(tx, space, before);
      const preceding = following === null ? await findPreceding(tx, space, before) : null;
      const patched = patchedRow(before, {}, place, people);
      let after = await placed(tx, before, patched, place);
      if (neighbour)
        after = { ...after, position: await positionOf(tx, space, after, neighbour.id, before_id === undefined ? 'after' : 'before') };
      const next = delete_next ? await lockUnusedNextTask(tx, before, after) : null;
      if (next) after = { ...after, next_task_id: null };
      // Neighbours may have got shorter places, this task among them.
      const { position } = (await findTaskRows(tx, space, [before.id])).get(before.id)!;
      const applied = await applyChanges(tx, actor, [{ before: { ...before, position }, after }], people);
      for (const change of applied.changes) {
        announceStatus(tx, change, people);
        announceValues(tx, change, people);
      }
      announceUnblocked(tx, applied.unblocked, people);
      await deleteUnused(tx, call.caller, next ? [next] : [], people);
      return extendJson(await answerOf(tx, space, before.id), {
        before: {
          project_id: before.project_id,
          status_id: before.status_id,
          parent_id: before.parent_id,
          before_id: following,
          after_id: preceding,
        },
        next_task: await nextAnswerOf(tx, applied.next.get(before.id)),
      });
    });
  };
}

async function findNeighbour(tx: CommonQueryMethods, space: string, reference: string | undefined, path: string): Promise<TaskRow | null> {
  if (reference === undefined) return null;
  const id = (await findTaskIds(tx, space, [reference])).get(reference) ?? '';
  const row = (await findTaskRows(tx, space, [id])).get(id);
  if (!row) throw unresolvedReferences([{ path, noun: 'task', id: reference }]);
  return row;
}

/** Returns the place next to a task. Throws `conflict` for a task of another list. */
async function positionOf(
  tx: CommonQueryMethods,
  space: string,
  task: TaskRow,
  neighbour: string,
  side: 'before' | 'after',
): Promise<string> {
  const other = (await findTaskRows(tx, space, [neighbour])).get(neighbour);
  if (!other || other.id === task.id || other.project_id !== task.project_id || other.status_id !== task.status_id)
    throw new Problem(
      'conflict',
      `${other ? nameOf(other) : neighbour} is not another task with the project and status that ${nameOf(task)} gets; name one that is.`,
    );
  return placeNextTo(tx, space, other, side);
}
