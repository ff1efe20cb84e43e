import { MAX_CACHED } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import { rateLimitKey } from './rate-limit-key.ts';

/** The rate limit of a public page. */
export interface VisitorLimiterOptions {
  /** Points that one visitor (an IPv4 address or an IPv6 /64) has for one subject in a window. */
  readonly points: number;
  /** Points that all visitors together have for one subject in a window; default without limit. */
  readonly sharedPoints?: number;
  /** Length of a window in seconds; default 60. */
  readonly seconds?: number;
}

/** Counts what visitors send, in the memory of one process. */
export interface VisitorLimiter {
  /**
   * Takes points of a visitor for a subject, such as a form or a share link. Returns 0 if they were left, otherwise the
   * seconds until the window ends. A rejected visitor takes no shared points.
   */
  take(subject: string, visitor: string, points?: number): number;
}

/** Returns a rate limiter for visitors without a key. Each process counts for itself. */
export function visitorLimiter({ points, sharedPoints, seconds = 60 }: VisitorLimiterOptions): VisitorLimiter {
  const own = windowCounter(points, seconds);
  const shared = sharedPoints === undefined ? undefined : windowCounter(sharedPoints, seconds);
  return {
    take(subject, visitor, amount = 1) {
      const wait = own(`${subject} ${rateLimitKey(visitor)}`, amount);
      return wait > 0 || !shared ? wait : shared(subject, amount);
    },
  };
}

/** The points that were taken in a window that ends at `ends`, by the monotonic clock in milliseconds. */
interface Window {
  taken: number;
  readonly ends: number;
}

/** Returns the function that takes points of a key: 0 if they were left in its window, otherwise the seconds until it ends. */
function windowCounter(points: number, seconds: number): (key: string, amount: number) => number {
  // An LRU cache takes the memory of all its entries when it is created, and most limiters of a process never count.
  let windows: LRUCache<string, Window> | undefined;
  return function take(key, amount) {
    windows ??= new LRUCache({ max: MAX_CACHED.visitors });
    const now = performance.now();
    let window = windows.get(key);
    if (!window || now >= window.ends) {
      if (amount === 0) return 0;
      window = { taken: 0, ends: now + seconds * 1_000 };
      windows.set(key, window);
    }
    window.taken += amount;
    return window.taken <= points ? 0 : Math.max(1, Math.ceil((window.ends - now) / 1_000));
  };
}
