import { request } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import {
  commerceRemoval,
  contactRemoval,
  eventClosing,
  eventRemoval,
  integrationRemoval,
  libraryClosing,
  libraryRemoval,
  publishingClosing,
  publishingRemoval,
  schedulingRemoval,
  tableRemoval,
  workRemoval,
} from '@space/contracts/platform';
import { isoTime, removeSpaceRows } from '@space/database';
import type { Ports } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { type PollingTask, pollingTask } from '@space/worker';
import { claimStep, type DeletionStep, deleteOfKeys, recordDeleted, scheduleStep } from './space-deletion.queries.ts';

const POLL_INTERVAL_MS = 5 * SECOND_MS;
/** The time for which a gateway claims a Space, which then is tried again. */
const CLAIM_MS = MINUTE_MS;

const closings = [eventClosing, libraryClosing, publishingClosing] as const;

/** The services, in the order in which they delete: the events of a Space go last, since the others may have emitted some. */
const removals = [
  workRemoval,
  libraryRemoval,
  publishingRemoval,
  schedulingRemoval,
  tableRemoval,
  contactRemoval,
  commerceRemoval,
  integrationRemoval,
  eventRemoval,
] as const;

/**
 * Returns the task that deletes Spaces. It lets services know that a Space is closed, or open again, and when the time to
 * take the deletion back is over, each service deletes its rows in bounded batches. The next step stands in the row of the Space, so
 * that a crash or an outage leaves nothing undone. Every step can be repeated. At the end a record of the deletion stays.
 */
export function spaceRemovalTask({ bus, clock, database, log }: Ports): PollingTask {
  const contextOf = (space_id: string) => ({
    caller: { space_id, key_id: '', actor: SERVICE_ACTOR },
    request_id: `space-removal-${space_id}`,
    trace: {},
  });

  async function announceClosed(step: DeletionStep): Promise<void> {
    for (const closing of closings) await request(bus, contextOf(step.id), closing, 'set_closed', { closed: step.delete_at !== null });
    await scheduleStep(database, step, { next: step.delete_at === null ? null : isoTime(step.delete_at), now: isoTime(clock.now()) });
  }

  /** Deletes one batch of a service, or of the settings when the services have nothing left. */
  async function removePart(step: DeletionStep): Promise<void> {
    const now = isoTime(clock.now());
    const again = (rows: number) => scheduleStep(database, step, { next: now, now, rows });
    for (const removal of removals) {
      const { deleted, is_done } = await request(bus, contextOf(step.id), removal, 'remove', {});
      if (!is_done) return void (await again(deleted));
    }
    await deleteOfKeys(database, step.id);
    const { deleted, is_done } = await removeSpaceRows(database, 'gateway', step.id);
    if (!is_done) return void (await again(deleted));
    await recordDeleted(database, step.id, now);
    log.info({ space_id: step.id }, 'a Space was deleted');
  }

  return pollingTask({
    name: 'space-removal',
    async poll() {
      const now = clock.now();
      const step = await claimStep(database, isoTime(now), isoTime(now + CLAIM_MS));
      if (!step) return false;
      try {
        await (step.is_removing ? removePart(step) : announceClosed(step));
      } catch (error) {
        log.warn({ err: error, space_id: step.id }, 'a step of the deletion of a Space failed; retrying in a minute');
      }
      return true;
    },
    intervalMs: POLL_INTERVAL_MS,
    onError: (error) => log.warn({ err: error }, 'polling for Spaces to delete failed; retrying in a second'),
  });
}
