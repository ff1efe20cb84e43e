import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
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
  take(subject: string, visitor: string, points?: number): Promise<number>;
}

/** Returns a rate limiter for visitors without a key. Each process counts for itself. */
export function visitorLimiter({ points, sharedPoints, seconds = 60 }: VisitorLimiterOptions): VisitorLimiter {
  const own = new RateLimiterMemory({ keyPrefix: '', points, duration: seconds });
  const shared = sharedPoints === undefined ? undefined : new RateLimiterMemory({ keyPrefix: '', points: sharedPoints, duration: seconds });
  return {
    async take(subject, visitor, amount = 1) {
      const wait = await consume(own, `${subject} ${rateLimitKey(visitor)}`, amount);
      return wait > 0 || !shared ? wait : consume(shared, subject, amount);
    },
  };
}

const consume = (limiter: RateLimiterMemory, key: string, points: number): Promise<number> =>
  limiter.consume(key, points).then(
    () => 0,
    (refused: RateLimiterRes | Error) => {
      if (refused instanceof Error) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
    },
  );
