import { type CallRate, DEFAULT_RATE_LIMIT, FORGIVEN_REFUSALS_SHARE } from '@space/contracts/core';
import { MAX_CACHED_KEYS } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import type { RateState } from '../http/request-context.ts';

/** The state of a key's limit after one call was counted. */
interface Rate extends RateState {
  /** True if the call exceeds the limit. */
  readonly is_exceeded: boolean;
  /** True if more calls of the key were refused lately than it may make in a second. Their answers are delayed. */
  readonly is_flood: boolean;
}

/** Counts the calls of keys. */
export interface RateLimit {
  consume(keyId: string): Rate;
  /** Returns the calls that a key may make now; it counts none. */
  read(keyId: string): CallRate;
}

/** The calls that a key may make now, and the refused calls that still count. */
interface Bucket {
  tokens: number;
  refused: number;
  /** The time of the last call by the monotonic clock, in milliseconds. */
  at: number;
}

/** The calls of a burst in relation to those of one second, in the proportion of the defaults. */
const BURST_FACTOR = DEFAULT_RATE_LIMIT.burst / DEFAULT_RATE_LIMIT.per_second;

/** There is a new token after this time, since a limit is at least one call a second. */
const RETRY_AFTER_S = 1;

/**
 * Creates the limit of calls for each key: a token bucket of the size of a burst, which fills evenly with so many tokens a
 * second (contract, C4). So a key that sends as fast as it is answered is served evenly, not only at the start of each second. Returns undefined when `perSecond` is 0. Each gateway counts in its own memory, so with n gateways a key may make up
 * to n times as many calls.
 */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): RateLimit | undefined {
  if (perSecond === 0) return undefined;
  const burst = Math.round(perSecond * BURST_FACTOR);
  const buckets = new LRUCache<string, Bucket>({ max: MAX_CACHED_KEYS });
  const policy = `"default";q=${perSecond};w=1`;

  function bucketOf(keyId: string): Bucket {
    const at = now();
    const bucket = buckets.get(keyId);
    if (!bucket) {
      const full = { tokens: burst, refused: 0, at };
      buckets.set(keyId, full);
      return full;
    }
    const filled = ((at - bucket.at) / 1_000) * perSecond;
    bucket.tokens = Math.min(burst, bucket.tokens + filled);
    bucket.refused = Math.max(0, bucket.refused - FORGIVEN_REFUSALS_SHARE * filled);
    bucket.at = at;
    return bucket;
  }

  return {
    read: (keyId) => ({ per_second: perSecond, burst, left: Math.floor(bucketOf(keyId).tokens) }),
    consume(keyId) {
      const bucket = bucketOf(keyId);
      const is_exceeded = bucket.tokens < 1;
      if (is_exceeded) bucket.refused += 1;
      else bucket.tokens -= 1;
      const left = Math.max(0, Math.floor(bucket.tokens - (burst - perSecond)));
      return {
        is_exceeded,
        is_flood: is_exceeded && bucket.refused > perSecond,
        remaining: left,
        headers: ['RateLimit-Policy', policy, 'RateLimit', `"default";r=${left};t=${RETRY_AFTER_S}`],
        retry_after_s: RETRY_AFTER_S,
      };
    },
  };
}
