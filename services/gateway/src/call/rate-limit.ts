import { DEFAULT_RATE_LIMIT } from '@space/contracts/core';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Headers } from '../http/headers.ts';

/** The state of a key's limit after one call was counted. */
interface Rate {
  /** True if the call exceeds the limit. */
  readonly is_exceeded: boolean;
  /** `RateLimit-Policy` and `RateLimit`: the calls left in this window and the seconds until the next. */
  readonly headers: Headers;
  readonly retry_after_s: number;
}

/** Counts the calls of keys. */
export interface RateLimit {
  consume(keyId: string): Promise<Rate>;
}

const WINDOW_S = 1;

/** The size of a burst in relation to the calls of one second, in the proportion of the defaults. */
const BURST_SHARE = (DEFAULT_RATE_LIMIT.burst - DEFAULT_RATE_LIMIT.per_second) / DEFAULT_RATE_LIMIT.per_second;
/** A spent burst is available again after this time. */
const BURST_WINDOW_S = 10;

/**
 * Creates the limit of calls for each key: so many a second and a burst on top (contract, C4). Returns undefined when
 * `perSecond` is 0. Each gateway counts in its own memory, so with n gateways a key may make up to n times as many calls.
 */
export function createRateLimit(perSecond: number): RateLimit | undefined {
  if (perSecond === 0) return undefined;
  const steady = new RateLimiterMemory({ keyPrefix: '', points: perSecond, duration: WINDOW_S });
  const burst = new RateLimiterMemory({ keyPrefix: 'burst', points: Math.round(perSecond * BURST_SHARE), duration: BURST_WINDOW_S });
  const policy = `"default";q=${perSecond};w=${WINDOW_S}`;

  function rateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, is_exceeded: boolean): Rate {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
    return {
      is_exceeded,
      headers: ['RateLimit-Policy', policy, 'RateLimit', `"default";r=${remainingPoints};t=${seconds}`],
      retry_after_s: seconds,
    };
  }

  return {
    consume(keyId) {
      return steady.consume(keyId).then(
        (left) => rateOf(left, false),
        (exceeded: RateLimiterRes) =>
          burst.consume(keyId).then(
            () => rateOf(exceeded, false),
            () => rateOf(exceeded, true),
          ),
      );
    },
  };
}
