import { isDeepStrictEqual } from 'node:util';
import type { Call, Handler } from '@space/bus';
import { agentOf, type Caller, invalidFields, unresolvedReferences } from '@space/contracts/core';
import type { AssigneeRef, TaskStatus, tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { NoRowsAffected, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { announceAssignees, announceStatus } from '../changes/announce.ts';
import { changeOf } from '../changes/store-changes.ts';
import { contactIdOf, findPeople, type People } from '../people/people.ts';
import { taskOfRow } from '../rows/task-of-row.ts';
import type { Assignee } from '../rows/task-row.ts';
import { findProjects } from '../statuses/statuses.queries.ts';
import { CLAIMABLE_AT_ONCE, type ClaimableTask, type ClaimFilters, claimSql, findClaimable } from './claim.queries.ts';
import { createGatherer } from './gatherer.ts';

type Claim = (typeof tasks)['operations']['claim'];

/** Rounds through all tasks that can be claimed while other changes are always first. */
const ROUNDS = 3;

/** Losses after which a call passes over the tasks that it has lost: most go to another process that claims them at the same time. */
const LOST_AT_FIRST = 5;

/** The tasks that a call may claim. */
interface Wish {
  readonly filters: ClaimFilters;
  /** Tasks to pass over. */
  readonly without: readonly string[];
}

/**
 * Creates the handler that gives the caller the next task that no one has. It reads a task without a lock and claims it in one statement if
 * it has not changed, so no two callers get the same one. Another one is tried when it has. Calls of one process pass over tasks that are
 * being claimed in it; those that wait and may claim the same tasks choose together.
 */
export function claimHandler(ports: Ports, writer: Writer): Handler<Claim> {
  const reserved = new Set<string>();
  const choose = createGatherer<Wish, ClaimableTask>({
    most: CLAIMABLE_AT_ONCE,
    isAlike: (one, other) => one.without.length + other.without.length === 0 && isDeepStrictEqual(one.filters, other.filters),
    async find(space, wishes) {
      const { filters, without } = wishes[0]!;
      const found = await findClaimable(ports.database, space, filters, [...reserved, ...without], wishes.length);
      for (const { before } of found) reserved.add(before.id);
      return found;
    },
  });

  /** Returns the next task for a call, which no other call of this process gets. A dry run takes no task from others. */
  async function nextTask({ caller, dry_run, input }: Call<Claim>, lost: readonly string[]): Promise<ClaimableTask | null> {
    const { project_id, label, status_category } = input;
    const filters = { project_id, label, status_category };
    const without = lost.length <= LOST_AT_FIRST ? [] : lost;
    if (!dry_run) return choose(caller.space_id, { filters, without });
    return (await findClaimable(ports.database, caller.space_id, filters, without, 1))[0] ?? null;
  }

  return async function claim(call) {
    const { project_id } = call.input;
    const space = call.caller.space_id;
    const reference = claimerOf(call.caller, call.input.assignee);
    const claimer = await findClaimer(ports, call, reference);
    for (let round = 1; round <= ROUNDS; round++) {
      const lost: string[] = [];
      for (let found = await nextTask(call, lost); found; found = await nextTask(call, lost)) {
        const { id } = found.before;
        try {
          const contact = contactIdOf(found.before);
          const people = contact === null ? claimer : (await findPeople(ports, call, [found.before])).people;
          return await claimTask(writer, call, found, people, claimer.assignee(reference)!);
        } catch (error) {
          if (!(error instanceof NoRowsAffected)) throw error;
          lost.push(id);
        } finally {
          if (!call.dry_run) reserved.delete(id);
        }
      }
      if (lost.length === 0) break;
    }
    const isUnknown = project_id !== undefined && (await findProjects(ports.database, space, [project_id])).length === 0;
    if (isUnknown) throw unresolvedReferences([{ path: 'project_id', noun: 'project', id: project_id }]);
    return writer.write(call, async () => ({ task: null, status_before: null }));
  };
}

/** Claims a task for an assignee. Throws NoRowsAffected when the task has changed. */
function claimTask(writer: Writer, call: Call<Claim>, { before, around, status }: ClaimableTask, people: People, assignee: Assignee) {
  return writer.writeOne(call, (now) => {
    const claim_ends_at = isoTime(Date.parse(now) + call.input.lease_minutes * MINUTE_MS);
    const assignees = [assignee];
    const change = changeOf(before, { ...before, ...(status && columnsOf(status)), assignees, claim_ends_at }, now)!;
    return {
      prepare: 'work-claim',
      ...claimSql(call.caller.actor, change, now),
      answer: JSON.stringify({ task: taskOfRow(change.after, around), status_before: before.status_id }),
      emit(event) {
        announceStatus({ emit: event }, change, people);
        announceAssignees({ emit: event }, change, people);
      },
    };
  });
}

/** Looks up the person or the agent who claims. An agent that claims for itself is known by its call. Throws `unresolved_reference`. */
async function findClaimer(ports: Ports, call: Call<Claim>, reference: AssigneeRef): Promise<People> {
  const { actor } = call.caller;
  if (reference.kind === 'agent' && actor.kind === 'agent' && actor.id === reference.id)
    return { contact: () => undefined, assignee: () => ({ kind: 'agent', id: actor.id, name: actor.name }) };
  const { people, missing } = await findPeople(ports, call, [], [{ path: 'assignee', assignee: reference }]);
  if (missing.length > 0) throw unresolvedReferences(missing);
  return people;
}

/** Returns the columns of a task that name its status. */
export const columnsOf = ({ id, category, name }: TaskStatus) => ({ status_id: id, status_category: category, status: name });

/** Returns the given assignee, or the agent that calls. Throws `invalid` for another caller without one. */
function claimerOf(caller: Caller, assignee: AssigneeRef | undefined): AssigneeRef {
  const agent = agentOf(caller);
  if (assignee) return assignee;
  if (agent !== null) return { kind: 'agent', id: agent };
  throw invalidFields([{ path: 'assignee', code: 'required', message: 'is required unless the key of an agent calls' }]);
}
