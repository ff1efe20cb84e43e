import type { Handler } from '@space/bus';
import { agentOf, type Caller, invalidFields, unresolvedReferences } from '@space/contracts/core';
import type { AssigneeRef, TaskStatus, tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { announceAssignees, announceStatus } from '../changes/announce.ts';
import { changeOf, storeChanges } from '../changes/store-changes.ts';
import { findPeople } from '../people/people.ts';
import { answersOf } from '../rows/answer-task.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { findProjects, findStatuses } from '../statuses/statuses.queries.ts';
import { lockClaimable } from './claim.queries.ts';

type Claim = (typeof tasks)['operations']['claim'];

/**
 * Creates the handler that gives the caller the next task that no one has. Each call locks another task and skips those that others have
 * locked, so no two callers get the same one.
 */
export function claimHandler(ports: Ports, writer: Writer): Handler<Claim> {
  return async function claim(call) {
    const { project_id, label, status_category, lease_minutes } = call.input;
    const { space_id: space, actor } = call.caller;
    const reference = claimerOf(call.caller, call.input.assignee);
    const { people, missing } = await findPeople(ports, call, [], [{ path: 'assignee', assignee: reference }]);
    if (missing.length > 0) throw unresolvedReferences(missing);
    return writer.write(call, async function claimInTransaction(tx) {
      const [project] = project_id === undefined ? [] : await findProjects(tx, space, [project_id]);
      if (project_id !== undefined && !project) throw unresolvedReferences([{ path: 'project_id', noun: 'project', id: project_id }]);
      const id = await lockClaimable(tx, space, { project_id: project?.id, label, status_category });
      if (id === null) return { task: null, status_before: null };
      const before = (await findTaskRows(tx, space, [id])).get(id)!;
      const statuses = (await findStatuses(tx, space, before.project_id === null ? [] : [before.project_id])).get(before.project_id ?? '')!;
      const status = statuses.find(({ category }) => category === 'in_progress');
      const change = changeOf(
        before,
        {
          ...before,
          ...(status && columnsOf(status)),
          assignees: [people.assignee(reference)!],
          claim_ends_at: isoTime(Date.parse(tx.now) + lease_minutes * MINUTE_MS),
        },
        tx.now,
      )!;
      await storeChanges(tx, actor, [change]);
      announceStatus(tx, change, people);
      announceAssignees(tx, change, people);
      const [task] = await answersOf(tx, space, [id]);
      return { task: task!, status_before: before.status_id };
    });
  };
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
