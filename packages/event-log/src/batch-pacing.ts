/** The longest pause for the duration of a batch, in milliseconds. */
const MAX_PAUSE_MS = 20;

/**
 * Returns the pause after a batch in milliseconds: until `lingerMs` have passed since the batch began, and at least as
 * long as the batch took, up to 20 ms. After idle time the first event is handled immediately; under load, events
 * accumulate into one batch. After a full batch there is no pause, because more events wait.
 */
export function pauseAfterBatch(batch: { readonly tookMs: number; readonly isFull: boolean }, lingerMs: number): number {
  return batch.isFull ? 0 : Math.max(lingerMs - batch.tookMs, Math.min(batch.tookMs, MAX_PAUSE_MS));
}
