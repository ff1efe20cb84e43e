/** The longest rest for being slow. */
const MAX_PAUSE_MS = 20;

/**
 * How long a reader rests after a batch, in milliseconds: until `gatherMs` have passed since the batch began, and at
 * least as long as the batch took, up to 20 ms. So an event that comes after a pause is handled at once, and where processors or
 * disks are short batches grow instead of queues. After a full batch it does not rest: there is more to read.
 */
export function pauseAfterBatch(batch: { readonly tookMs: number; readonly isFull: boolean }, gatherMs: number): number {
  return batch.isFull ? 0 : Math.max(gatherMs - batch.tookMs, Math.min(batch.tookMs, MAX_PAUSE_MS));
}
