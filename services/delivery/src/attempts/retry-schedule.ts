import { RETRY_DELAYS_MINUTES } from '@space/contracts/events';

const MINUTE_MS = 60_000;
/** A receiver may ask for more time with Retry-After, up to this much. */
const LONGEST_POSTPONEMENT_MS = 24 * 60 * MINUTE_MS;

/**
 * When to try again after the `attempt`-th attempt of a round failed at `failedAt`, or null when that was the last
 * (spec, Webhooks 6). Retry-After may only postpone.
 */
export function nextAttemptAt(attempt: number, failedAt: number, retryAfterMs = 0): number | null {
  const minutes = RETRY_DELAYS_MINUTES[attempt - 1];
  if (minutes === undefined) return null;
  return failedAt + Math.max(minutes * MINUTE_MS, Math.min(retryAfterMs, LONGEST_POSTPONEMENT_MS));
}

/** How long a Retry-After header asks to wait, in milliseconds: seconds or an HTTP date; anything else is nothing. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (!header) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
