import { isIPv6 } from 'node:net';
import type { Clock } from '@space/database';

/** Passwords that one visitor may try for one link in a minute. */
const TRIES_PER_MINUTE = 10;

const WINDOW_MS = 60_000;

/** Visitors that are remembered at most; the oldest are forgotten first. */
const KEPT = 50_000;

/** Counts the passwords that visitors try, in this process. */
export interface TryLimit {
  /** Counts one try; answers the seconds to wait when it is one too many, or 0. */
  take(link: string, visitor: string): number;
}

/** The counter of one process. */
export function tryLimit(clock: Clock): TryLimit {
  const tries = new Map<string, { since: number; count: number }>();
  return {
    take(link, visitor) {
      const name = `${link} ${networkOf(visitor)}`;
      const now = clock.now();
      const before = tries.get(name);
      const window = before && now - before.since < WINDOW_MS ? before : { since: now, count: 0 };
      window.count += 1;
      tries.delete(name);
      tries.set(name, window);
      if (tries.size > KEPT) tries.delete(tries.keys().next().value!);
      return window.count > TRIES_PER_MINUTE ? Math.max(1, Math.ceil((window.since + WINDOW_MS - now) / 1_000)) : 0;
    },
  };
}

/** One household has a whole network of IPv6 addresses: they count as one visitor. */
const networkOf = (visitor: string): string =>
  isIPv6(visitor) && !visitor.includes('.') && !visitor.startsWith('::') ? visitor.split(':').slice(0, 4).join(':') : visitor;
