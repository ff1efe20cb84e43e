import { request } from '@space/bus';
import { SERVICE_ACTOR } from '@space/contracts/core';
import {
  commerceStorage,
  contactStorage,
  eventStorage,
  integrationStorage,
  libraryStorage,
  publishingStorage,
  STORAGE_MEASUREMENT_SECONDS,
  type StorageAmounts,
  schedulingStorage,
  tableStorage,
  workStorage,
} from '@space/contracts/platform';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { pollingTask } from '@space/worker';
import { claimMeasurement, type StorageRow, saveMeasurement } from './space-storage.queries.ts';

const POLL_INTERVAL_MS = SECOND_MS;
/** The time for which a gateway claims a Space. A Space that cannot be measured is tried again then. */
const CLAIM_MS = 5 * MINUTE_MS;
/** The share of the time in which a Space is measured is one in this number. */
const DUTY = 100;

const parts = [
  contactStorage,
  tableStorage,
  publishingStorage,
  schedulingStorage,
  eventStorage,
  integrationStorage,
  commerceStorage,
  workStorage,
  libraryStorage,
] as const;

/**
 * Returns the task that measures the storage of Spaces that have changed, one after the other, the one that has waited
 * longest first. A Space is measured again after `STORAGE_MEASUREMENT_SECONDS`, or after a hundred times the time that its
 * measurement took.
 */
export function measurementTask({ bus, clock, database, log }: Ports): Task {
  async function measure(began: StorageRow): Promise<void> {
    const started = performance.now();
    const context = {
      caller: { space_id: began.space_id, key_id: '', actor: SERVICE_ACTOR },
      request_id: `storage-${began.space_id}`,
      trace: {},
    };
    const measured: StorageAmounts = { bytes: 0, rows: 0, files: 0 };
    for (const part of parts) {
      const found = await request(bus, context, part, 'measure', {});
      measured.bytes += found.bytes;
      measured.rows += found.rows;
      measured.files += found.files;
    }
    const pause = Math.max(STORAGE_MEASUREMENT_SECONDS * SECOND_MS, DUTY * (performance.now() - started));
    const now = clock.now();
    await saveMeasurement(database, began, measured, { now: isoTime(now), next: isoTime(now + Math.round(pause)) });
  }

  return pollingTask({
    name: 'storage-measurements',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const now = clock.now();
      const began = await claimMeasurement(database, isoTime(now), isoTime(now + CLAIM_MS));
      if (!began) return false;
      try {
        await measure(began);
      } catch (error) {
        log.warn({ err: error, space_id: began.space_id }, 'the storage of a Space could not be measured; retrying in 5 minutes');
      }
      return true;
    },
    onError: (error) => log.warn({ err: error }, 'polling for Spaces to measure failed; retrying in 1 s'),
  });
}
