import { DEFAULT_RATE_LIMIT } from '@space/contracts/core';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** What is left to a key after a request was counted. */
export interface Rate {
  /** True when the request is one too many. */
  readonly limited: boolean;
  /** The `RateLimit` header: requests left in this window and seconds until the next. */
  readonly header: string;
  readonly retry_after_s: number;
}

/** Counts requests of a key. */
export interface RateLimit {
  /** The `RateLimit-Policy` header. */
  readonly policy: string;
  take(keyId: string): Promise<Rate>;
}

const WINDOW_S = 1;

/** How much a burst adds to one second's requests, in the proportion of the defaults. */
const BURST_SHARE = (DEFAULT_RATE_LIMIT.burst - DEFAULT_RATE_LIMIT.per_second) / DEFAULT_RATE_LIMIT.per_second;
/** A burst once spent is there again after this long. */
const BURST_WINDOW_S = 10;

/**
 * So many requests a second for each key, and as many again in a burst (decisions, Calls); undefined when `perSecond`
 * is 0. Each gateway counts for itself: with n gateways a key may make up to n times as many.
 */
export function rateLimit(perSecond: number): RateLimit | undefined {
  if (perSecond === 0) return undefined;
  const steady = new RateLimiterMemory({ keyPrefix: '', points: perSecond, duration: WINDOW_S });
  const burst = new RateLimiterMemory({ keyPrefix: 'burst', points: Math.round(perSecond * BURST_SHARE), duration: BURST_WINDOW_S });
  return {
    policy: `"default";q=${perSecond};w=${WINDOW_S}`,
    take: (keyId) =>
      steady.consume(keyId).then(
        (left) => rateOf(left, false),
        (none: RateLimiterRes) =>
          burst.consume(keyId).then(
            () => rateOf(none, false),
            () => rateOf(none, true),
          ),
      ),
  };
}

function rateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, limited: boolean): Rate {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return { limited, header: `"default";r=${remainingPoints};t=${seconds}`, retry_after_s: seconds };
}
