import { scheduledCall } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import { isOpenCategory, tasks } from '@space/contracts/work';
import { isoTime } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports, Task } from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { pollingTask } from '@space/worker';
import { announceAssignees, announceStatus } from '../changes/announce.ts';
import { changeOf, storeChanges } from '../changes/store-changes.ts';
import { findPeople } from '../people/people.ts';
import { findTaskRows } from '../rows/task-rows.queries.ts';
import { firstOf } from '../statuses/choose-status.ts';
import { findStatuses } from '../statuses/statuses.queries.ts';
import { takeStatus } from '../statuses/take-status.ts';
import { endLease, findEndedLeases, lockEndedLease, nextLeaseEnd } from './claim.queries.ts';
import { columnsOf } from './claim.ts';

/** Leases that one poll ends. */
const BATCH = 100;
const POLL_INTERVAL_MS = SECOND_MS;
/** The pause while an ended lease is locked by another process, in milliseconds. */
const BUSY_DELAY_MS = 100;

/** Returns the task that gives back claimed tasks whose lease has ended without a change. The end of a lease stands in the row of its task. */
export function leaseTask(ports: Ports): Task {
  const { database, clock, log } = ports;
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

  return pollingTask({
    name: 'leases of claimed tasks',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const ended = await findEndedLeases(database, isoTime(clock.now()), BATCH);
      let given = 0;
      for (const { space_id, id } of ended) if (await giveBack(space_id, id).catch((error: unknown) => failed(error, id))) given += 1;
      if (given > 0) return true;
      const next = await nextLeaseEnd(database);
      return next === null ? false : Math.max(BUSY_DELAY_MS, next - clock.now());
    },
    onError: (error) => log.warn({ err: error }, 'giving back claimed tasks failed; retrying in 1 s'),
  });

  function failed(error: unknown, id: string): false {
    log.warn({ err: error, task_id: id }, 'giving back a claimed task failed; retrying');
    return false;
  }
}
