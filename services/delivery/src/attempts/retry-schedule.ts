import { RETRY_DELAYS_MINUTES } from '@space/contracts/events';
import { DAY_MS, MINUTE_MS } from '@space/time';

/** The longest delay that a receiver can ask for with Retry-After, in milliseconds. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * Returns the time of the next attempt, in milliseconds since the epoch, after attempt number `step` of a round failed at
 * `failedAt`; null when it was the last (contract, W6). Retry-After can lengthen the delay and never shorten it.
 */
export function nextAttemptAt(step: number, failedAt: number, retryAfterMs = 0): number | null {
  const minutes = RETRY_DELAYS_MINUTES[step - 1];
  if (minutes === undefined) return null;
  return failedAt + Math.max(minutes * MINUTE_MS, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** Parses a Retry-After header, seconds or an HTTP date, and returns the delay in milliseconds; 0 for any other value. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
