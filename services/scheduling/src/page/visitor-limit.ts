import { isIPv6 } from 'node:net';
import type { Clock } from '@space/database';

const WINDOW_MS = 60_000;

/** Names that are remembered at most; the oldest are forgotten first. */
const KEPT = 50_000;

/** Counts what visitors send, in this process. */
export interface VisitorLimit {
  /** Counts one for a thing and a visitor; answers the seconds to wait when it is one too many, or 0. */
  take(thing: string, visitor: string): number;
}

/** A counter that lets each visitor send so much to one thing in a minute, and all visitors together so much. */
export function visitorLimit(clock: Clock, perVisitor: number, together: number): VisitorLimit {
  const windows = new Map<string, { since: number; count: number }>();

  const count = (name: string, most: number): number => {
    const now = clock.now();
    const before = windows.get(name);
    const window = before && now - before.since < WINDOW_MS ? before : { since: now, count: 0 };
    window.count += 1;
    windows.delete(name);
    windows.set(name, window);
    if (windows.size > KEPT) windows.delete(windows.keys().next().value!);
    return window.count > most ? Math.max(1, Math.ceil((window.since + WINDOW_MS - now) / 1_000)) : 0;
  };

  return {
    take: (thing, visitor) => {
      const alone = count(`${thing} ${networkOf(visitor)}`, perVisitor);
      // What is refused anyway does not use up what is there for all.
      return alone > 0 ? alone : count(thing, together);
    },
  };
}

/** One household has a whole network of IPv6 addresses: they count as one visitor. */
const networkOf = (visitor: string): string =>
  isIPv6(visitor) && !visitor.includes('.') && !visitor.startsWith('::') ? visitor.split(':').slice(0, 4).join(':') : visitor;
