import { scheduledCall } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { isOpenCategory, tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports, Task } from '@space/runtime';
import { announceAssignees, announceStatus } from '../changes/announce.ts';
import { changeOf, storeChanges } from '../changes/store-changes.ts';
import { dueTasks } from '../due/due-tasks.ts';
import { findPeople } from '../people/people.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { firstOf } from '../statuses/choose-status.ts';
import { findStatuses } from '../statuses/statuses.queries.ts';
import { takeStatus } from '../statuses/take-status.ts';
import { endLease, findEndedLeases, lockEndedLease, nextLeaseEnd } from './claim.queries.ts';
import { columnsOf } from './claim.ts';

/** Leases that one poll ends. */
const BATCH = 100;

/** Returns the task that gives back claimed tasks whose lease has ended without a change. The end of a lease stands in the row of its task. */
export function leaseTask(ports: Ports): Task {
  const { database, clock } = ports;
  const writer = createWriter('work', ports);

  async function giveBack(space_id: string, id: string): Promise<boolean> {
    const call = scheduledCall('tasks.claim', tasks.operations.claim, { space_id, actor: SERVICE_ACTOR }, {} as never);
    const { people } = await findPeople(ports, call, (await findTaskRows(database, space_id, [id])).values());
    let isGiven = false;
    await writer.write(call, async (tx) => {
      isGiven = await lockEndedLease(tx, space_id, id, tx.now);
      if (!isGiven) return null as never;
      const before = (await findTaskRows(tx, space_id, [id])).get(id)!;
      // A task that is done stays with those who did it.
      if (!isOpenCategory(before.status_category)) {
        await endLease(tx, space_id, id);
        return null as never;
      }
      const statuses = (await findStatuses(tx, space_id, before.project_id === null ? [] : [before.project_id])).get(
        before.project_id ?? '',
      )!;
      const status =
        before.status_category === 'in_progress'
          ? columnsOf(await takeStatus(tx, space_id, before.project_id, firstOf(statuses, 'todo')))
          : {};
      const change = changeOf(before, { ...before, ...status, assignees: [], claim_ends_at: null }, tx.now)!;
      await storeChanges(tx, SERVICE_ACTOR, [change]);
      announceStatus(tx, change, people);
      announceAssignees(tx, change, people);
      return null as never;
    });
    return isGiven;
  }

  return dueTasks(ports, {
    what: 'giving back a claimed task',
    name: 'leases of claimed tasks',
    find: (without) => findEndedLeases(database, isoTime(clock.now()), without, BATCH),
    act: giveBack,
    next: (without) => nextLeaseEnd(database, without),
  });
}
