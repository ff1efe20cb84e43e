import type { Clock } from '@space/database';
import { rateLimitKey } from '@space/web';

const MINUTE_MS = 60_000;

/** Names that are remembered at most; the oldest are forgotten first. */
const CACHE_MAX_ENTRIES = 50_000;

/** Counts what visitors send, in this process. */
export interface VisitorLimit {
  /** Counts one, or so many, for a thing and a visitor; answers the seconds to wait when it is too much, or 0. */
  take(thing: string, visitor: string, amount?: number): number;
}

/** A counter that lets each visitor send so much to one thing in a minute, or another time, and all visitors together so much. */
export function createVisitorLimit(clock: Clock, perVisitor: number, together: number, windowMs = MINUTE_MS): VisitorLimit {
  const windows = new Map<string, { since: number; count: number }>();

  const count = (name: string, most: number, amount: number): number => {
    const now = clock.now();
    const before = windows.get(name);
    const window = before && now - before.since < windowMs ? before : { since: now, count: 0 };
    window.count += amount;
    windows.delete(name);
    windows.set(name, window);
    if (windows.size > CACHE_MAX_ENTRIES) windows.delete(windows.keys().next().value!);
    return window.count > most ? Math.max(1, Math.ceil((window.since + windowMs - now) / 1_000)) : 0;
  };

  return {
    take: (thing, visitor, amount = 1) => {
      const alone = count(`${thing} ${rateLimitKey(visitor)}`, perVisitor, amount);
      // What is refused anyway does not use up what is there for all.
      return alone > 0 ? alone : count(thing, together, amount);
    },
  };
}
