import type { Handlers } from '@space/bus';
import { notFound, Problem, unresolvedReferences } from '@space/contracts/core';
import { MAX_TASK_LINKS, type taskLinks } from '@space/contracts/work';
import { newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { findChain } from '../blockers/chain.ts';
import {
  countLinks,
  deleteLink,
  findLink,
  findLinkedTasks,
  findOpenBlockers,
  insertLink,
  type LinkRow,
} from '../blockers/links.queries.ts';
import { isOpenTask } from '../blockers/unblocked.ts';
import { announceUnblocked, announceUpdate } from '../changes/announce.ts';
import { insertHistory } from '../changes/history.queries.ts';
import { findPeople } from '../people/people.ts';
import { findPeopleOfChange } from '../people/people-of-change.ts';
import { lockTrees } from '../places/parents.queries.ts';
import { assertNotTrashed, findTask, lockTask } from '../rows/find-task.ts';
import { identifierOf, nameOf, type TaskRow } from '../rows/task-row.ts';
import { findTaskIds, findTaskRows, lockTaskRows, updateTaskRows } from '../rows/task-rows.queries.ts';

/** The kind of a link as the first or the second of its tasks sees it. */
const inverse = { blocks: 'blocked_by', relates_to: 'relates_to', duplicates: 'duplicated_by' } as const;

/**
 * Creates the handlers of links. Links that block or duplicate never form a circle: a change of links holds a lock of its Space while it
 * looks for one.
 */
export function linkHandlers(ports: Ports): Handlers<typeof taskLinks> {
  const { database } = ports;
  const writer = createWriter('work', ports);
  return {
    async create(call) {
      const { id, kind, task_id } = call.input;
      const space = call.caller.space_id;
      const { people } = await findPeople(ports, call, [await findTask(database, space, id)]);
      return writer.write(call, async function linkInTransaction(tx) {
        await lockTrees(tx, space);
        const named = await findOther(tx, space, task_id);
        const [task, other] = await lockBoth(tx, space, id, named);
        assertNotTrashed(task);
        assertNotTrashed(other);
        if (other.id === task.id) throw new Problem('conflict', `${nameOf(task)} cannot be linked with itself; name another task.`);
        const link = linkOf(kind, task.id, other.id);
        const existing = await findLink(tx, space, link);
        if (existing) return { ...answerOf(existing, task, other), created: false };
        for (const one of [task, other])
          if ((await countLinks(tx, space, one.id)) >= MAX_TASK_LINKS)
            throw new Problem('limit_reached', `A task can have ${MAX_TASK_LINKS} links; delete one of ${nameOf(one)} first.`);
        if (link.kind !== 'relates_to') await assertNoCircle(tx, space, link);
        const made = { ...link, id: newId('tln') };
        await insertLink(tx, space, made, tx.now);
        const after = await touch(tx, task);
        const history = sidesOf(made, task, other).map(({ of, side }) => ({ task_id: of, changes: { links: { from: null, to: side } } }));
        await insertHistory(tx, space, call.caller.actor, history, tx.now);
        announceUpdate(tx, after, people, ['links'], {});
        return { ...answerOf(made, task, other), created: true };
      });
    },

    async delete(call) {
      const { id, link_id } = call.input;
      const space = call.caller.space_id;
      const { people } = await findPeopleOfChange(ports, call, [await findTask(database, space, id)]);
      return writer.write(call, async function unlinkInTransaction(tx) {
        await lockTrees(tx, space);
        const linked = await findLinkedTasks(tx, space, link_id);
        // Both tasks are locked in order: the history of each says of the link.
        if (linked) await lockTaskRows(tx, space, [linked.from_id, linked.to_id]);
        const task = await lockTask(tx, space, id, null);
        assertNotTrashed(task);
        const link = await deleteLink(tx, space, task.id, link_id);
        if (!link) throw notFound('link', link_id);
        const other = (await findTaskRows(tx, space, [link.from_id === task.id ? link.to_id : link.from_id])).values().next().value!;
        const { kind, task_id } = answerOf(link, task, other);
        const after = await touch(tx, task);
        const history = sidesOf(link, task, other).map(({ of, side }) => ({ task_id: of, changes: { links: { from: side, to: null } } }));
        await insertHistory(tx, space, call.caller.actor, history, tx.now);
        announceUpdate(tx, after, people, ['links'], {});
        const [blocker, blocked] = link.from_id === task.id ? [task, other] : [other, after];
        if (link.kind === 'blocks' && [blocker, blocked].every(isOpenTask) && (await findOpenBlockers(tx, space, blocked.id)).length === 0)
          announceUnblocked(tx, [{ task: blocked, by: blocker.id }], people);
        return { id: link.id, deleted: true as const, kind, task_id };
      });
    },
  };
}

/** Counts a change of the task of the call. */
async function touch(tx: CommonQueryMethods & { readonly now: string }, task: TaskRow): Promise<TaskRow> {
  const after = { ...task, claim_ends_at: null, version: task.version + 1, updated_at: tx.now };
  await updateTaskRows(tx, [after]);
  return after;
}

/** Locks both tasks of a link in the order of their ids. Throws `unresolved_reference` when the other one is gone. */
async function lockBoth(tx: CommonQueryMethods, space: string, reference: string, { id }: TaskRow): Promise<[TaskRow, TaskRow]> {
  const ids = await findTaskIds(tx, space, [reference]);
  const rows = await lockTaskRows(tx, space, [...ids.values(), id]);
  const task = rows.get(ids.get(reference) ?? '');
  if (!task) throw notFound('task', reference);
  const other = rows.get(id);
  if (!other) throw unresolvedReferences([{ path: 'task_id', noun: 'task', id }]);
  return [task, other];
}

async function findOther(tx: CommonQueryMethods, space: string, reference: string): Promise<TaskRow> {
  const id = (await findTaskIds(tx, space, [reference])).get(reference) ?? '';
  const row = (await findTaskRows(tx, space, [id])).get(id);
  if (!row) throw unresolvedReferences([{ path: 'task_id', noun: 'task', id: reference }]);
  return row;
}

/** Returns a link as it is stored: seen from the task that blocks or duplicates, and a relation from the lower id. */
function linkOf(kind: 'blocks' | 'blocked_by' | 'relates_to' | 'duplicates', task: string, other: string): Omit<LinkRow, 'id'> {
  if (kind === 'blocked_by') return { kind: 'blocks', from_id: other, to_id: task };
  const [from_id, to_id] = kind === 'relates_to' && other < task ? [other, task] : [task, other];
  return { kind, from_id, to_id };
}

const answerOf = ({ id, kind, from_id }: LinkRow, task: TaskRow, other: TaskRow) => ({
  id,
  kind: from_id === task.id ? kind : inverse[kind],
  task_id: other.id,
  identifier: identifierOf(other),
  title: other.title,
  status_category: other.status_category,
});

/** Returns a link as each of its tasks sees it. */
const sidesOf = (link: LinkRow, task: TaskRow, other: TaskRow) =>
  [answerOf(link, task, other), answerOf(link, other, task)].map(({ kind, task_id }, at) => ({
    of: at === 0 ? task.id : other.id,
    side: { kind, task_id },
  }));

/** Throws `conflict` with the circle that a link would close. */
async function assertNoCircle(tx: CommonQueryMethods, space: string, { kind, from_id, to_id }: Omit<LinkRow, 'id'>): Promise<void> {
  const chain = await findChain(tx, space, kind, to_id, from_id);
  if (chain.length === 0) return;
  const rows = await findTaskRows(tx, space, chain);
  const circle = [from_id, ...chain].map((id) => nameOf(rows.get(id)!)).join(' → ');
  throw new Problem('conflict', `The link would close the circle ${circle}; delete one of these links first.`);
}
