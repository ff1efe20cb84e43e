import { ENDED_UPLOAD_DAYS } from '@space/contracts/assets';
import type { StoredUpload } from '@space/contracts/uploads';
import { isoTime } from '@space/database';
import type { Writer } from '@space/event-log';
import { objectsOf, type Ports, type Task } from '@space/runtime';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import { type PollingTask, pollingTask, retentionTask } from '@space/worker';
import type { Scanner } from '../scanner/scanner.ts';
import { checkUpload } from './check-upload.ts';
import { claimChecks, deleteEndedUploads, expireUploads, findRemains, forgetRemains, postponeCheck } from './uploads.queries.ts';

/** Uploads that one process checks together. */
const CHECKS = 4;
/** The time for which a process claims a check. A process that is killed leaves it to another one. */
const CLAIM_MS = 5 * MINUTE_MS;
/** The time until the next check after one that failed: as long as the upload has waited, between these. */
const RETRY_DELAY_MS = { least: 5 * SECOND_MS, most: MINUTE_MS };
const POLL_INTERVAL_MS = SECOND_MS;
/** Ended uploads whose bytes are removed together, and rows of one statement. */
const CHUNK = 100;

/** Returns the task that checks uploads whose bytes are all there; `removeRemains` is called after some have ended. */
export function checkTask(
  ports: Ports,
  writer: Writer,
  { scanner, origin, removeRemains }: { readonly scanner: Scanner | undefined; readonly origin: string; removeRemains(): void },
): PollingTask {
  const { database, clock, log } = ports;
  return pollingTask({
    name: 'checks of uploads',
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      const now = clock.now();
      const claimed = await claimChecks(database, isoTime(now), isoTime(now + CLAIM_MS), CHECKS);
      await Promise.all(
        claimed.map((upload) =>
          checkUpload(ports, writer, upload, origin, scanner).catch(async (error: unknown) => {
            log.warn({ err: error, upload_id: upload.id }, 'checking an upload failed; retrying in 5 to 60 s');
            await postponeCheck(database, upload, isoTime(clock.now()), RETRY_DELAY_MS);
          }),
        ),
      );
      if (claimed.length > 0) removeRemains();
      return claimed.length === CHECKS;
    },
    onError: (error) => log.warn({ err: error }, 'checking uploads failed; retrying in 1 s'),
  });
}

/** Removes the bytes of an upload from the object store. */
export async function removeBytes(ports: Ports, stored: string | null): Promise<void> {
  if (stored === null) return;
  const upload = JSON.parse(stored) as StoredUpload;
  await objectsOf(ports).uploads.abort(upload);
  await objectsOf(ports).remove([upload.key]);
}

/** Returns the task that removes the bytes that ended uploads have left. */
export const remainsTask = (ports: Ports): PollingTask =>
  pollingTask({
    name: 'remains of uploads',
    intervalMs: MINUTE_MS,
    async poll() {
      const remains = await findRemains(ports.database, CHUNK);
      for (const { space_id, id, stored } of remains) {
        await removeBytes(ports, stored);
        await forgetRemains(ports.database, space_id, id);
      }
      return remains.length === CHUNK;
    },
    onError: (error) => ports.log.warn({ err: error }, 'removing the bytes of ended uploads failed; retrying in 1 s'),
  });

/** Returns the task that ends uploads whose time is over, and deletes those that ended long ago. */
export const uploadRetention = (ports: Ports): Task =>
  retentionTask({
    name: 'uploads that have ended',
    rules: [
      { what: 'uploads whose time is over', deleteChunk: (limit) => expireUploads(ports.database, isoTime(ports.clock.now()), limit) },
      {
        what: 'uploads that ended long ago',
        deleteChunk: (limit) => deleteEndedUploads(ports.database, isoTime(ports.clock.now() - ENDED_UPLOAD_DAYS * DAY_MS), limit),
      },
    ],
    everyMs: MINUTE_MS,
    chunk: CHUNK,
    onError: (error, what) => ports.log.warn({ err: error, what }, 'ending uploads failed; retrying in 60 s'),
  });
