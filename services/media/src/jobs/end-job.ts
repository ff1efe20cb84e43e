import { scheduledCall } from '@space/bus';
import { assetProcessed, assetUploads } from '@space/contracts/assets';
import { SERVICE_ACTOR } from '@space/contracts/core';
import type { Transaction, Writer } from '@space/event-log';
import { type Job, lockFile, lockWorks } from './files.queries.ts';
import { findProcessedAssets, lockPlaces } from './processed-assets.queries.ts';
import type { StoreResult } from './work-on-file.ts';

/** Assets with the same file to which its end is announced; more assets may not have got the same new file at the same time. */
const MAX_ANNOUNCED = 1_000;

/**
 * Ends a claimed work and, with the last work on a file, announces it to each asset that has the file, in one transaction. An end without the
 * claim changes nothing: another process has it.
 */
export async function endJob(writer: Writer, job: Job, origin: string, store: StoreResult): Promise<void> {
  const caller = { space_id: job.space_id, actor: SERVICE_ACTOR };
  const call = scheduledCall('asset_uploads.create', assetUploads.operations.create, caller, {} as never);
  await writer.write(call, async function endInTransaction(tx) {
    await lockPlaces(tx, job.space_id);
    await lockFile(tx, job);
    await lockWorks(tx, job);
    if (await store(tx, job, tx.now)) await announce(tx, job, origin);
    return null as never;
  });
}

async function announce(tx: Transaction<typeof assetProcessed>, job: Job, origin: string): Promise<void> {
  const works = await lockWorks(tx, job);
  if (works.some(({ status }) => status === 'pending')) return;
  const has_text = works.some(({ work, status }) => work === 'text' && status === 'done');
  const processed = await findProcessedAssets(tx, job.space_id, job.sha256, origin, MAX_ANNOUNCED);
  for (const { data, actor } of processed.toReversed()) tx.emit(assetProcessed, { ...data, has_text }, actor);
}
