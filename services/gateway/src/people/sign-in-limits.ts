import { Problem } from '@space/contracts/core';
import { MAX_SIGN_INS } from '@space/contracts/people';
import { type Config, metrics } from '@space/runtime';
import { visitorLimiter } from '@space/web';

const WINDOW_S = 60;

/** Counts tries to sign in, or to confirm, in one process: for one network, one email address or one person. */
export interface SignInLimits {
  /** Counts a try. Throws `limited` after too many in a minute. */
  count(subject: 'network' | 'address' | 'person', name: string): void;
}

/** Creates the limits. They count nothing when SPACE_RATE_LIMIT is 0. */
export function createSignInLimits({ SPACE_RATE_LIMIT }: Pick<Config, 'SPACE_RATE_LIMIT'>): SignInLimits {
  const limiter = SPACE_RATE_LIMIT > 0 ? visitorLimiter({ points: MAX_SIGN_INS, seconds: WINDOW_S }) : undefined;
  return {
    count(subject, name) {
      const wait_s = limiter?.take(subject, name) ?? 0;
      if (wait_s === 0) return;
      metrics.rateLimited.inc();
      const wait = wait_s === 1 ? 'a second' : `${wait_s} seconds`;
      throw new Problem('limited', `Too many tries; try again in ${wait}.`, { retry_after_s: wait_s });
    },
  };
}
