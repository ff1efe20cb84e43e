import type { IncomingMessage } from 'node:http';
import { Problem } from '@space/contracts/core';
import { rateLimitKey } from '@space/web';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** What one visitor may send to the second origin in a minute: a form is one, and each MiB of it five more. */
const POINTS = 600;
const POINTS_PER_MIB = 5;
const WINDOW_S = 60;

/** Counts the forms that visitors send, before anything of them is read. */
export interface FormRate {
  /** Counts a form by what it announces, at most `most` bytes; refuses it with `limited` when it is one too many. */
  take(headers: Pick<IncomingMessage['headers'], 'content-length'>, visitor: string, most: number): Promise<void>;
}

/** The counter of one gateway. What each page allows for itself its service counts; this one keeps bodies from being read in vain. */
export function formRate(): FormRate {
  const limiter = new RateLimiterMemory({ keyPrefix: '', points: POINTS, duration: WINDOW_S });
  return {
    async take(headers, visitor, most) {
      // Who does not say how long it is may send as much as anybody.
      const bytes = Math.min(most, Number(headers['content-length'] ?? most) || 0);
      await limiter.consume(rateLimitKey(visitor), 1 + Math.floor((bytes * POINTS_PER_MIB) / 1_048_576)).catch((none: RateLimiterRes) => {
        throw new Problem('limited', 'This visitor sends too many forms.', {
          retry_after_s: Math.max(1, Math.ceil(none.msBeforeNext / 1_000)),
        });
      });
    },
  };
}
