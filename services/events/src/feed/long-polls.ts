import type { Signals } from '@space/bus';
import { FEED_APPENDED, LONG_POLLS_RELEASED } from '@space/contracts/core';
import type { Task } from '@space/runtime';
import { decodeFeedAppended } from './feed-appended.ts';
import type { FeedScope } from './feed-cursor.ts';

/** Wakes whoever waits for events. */
export interface LongPolls extends Task {
  /** Begins to listen for events of a feed, or for all that a Space keeps. */
  open(pulled: FeedScope): LongPollWaiter;
}

/** Why a wait is over: events came, somebody stops, nothing happened, or too many wait already. */
type WakeReason = 'grew' | 'ended' | 'quiet' | 'full';

/** One who waits. What comes between `open` and `wait` is not missed. */
interface LongPollWaiter {
  /** Waits until events may have come or the time is over; at once when somebody stops, or when too many wait. */
  wait(milliseconds: number): Promise<WakeReason>;
  close(): void;
}

/** Calls that wait in one process, for one Space and for all of them. */
const MAX_WAITING_PER_SPACE = 200;
const MAX_WAITING = 2_000;
/** After some were woken others are woken together this much later, so that a busy Space does not ask for each batch. */
const PAUSE_MS = 25;

interface Waiting {
  readonly feed: string | undefined;
  wake(why: WakeReason): void;
}

/** The waits of this process, woken by what consumers say on the bus. */
export function createLongPolls(bus: Signals): LongPolls {
  const waiting = new Map<string, Set<Waiting>>();
  const endings: (() => void)[] = [];
  const wakeSoon = together();
  let count = 0;
  let stopped = false;

  const wakeAll = (): void => {
    for (const ears of waiting.values()) for (const ear of [...ears]) ear.wake('ended');
  };

  const grew = (payload: Uint8Array): void => {
    for (const [space, feeds] of decodeFeedAppended(payload))
      for (const ear of waiting.get(space) ?? []) if (ear.feed === undefined || feeds.has(ear.feed)) wakeSoon(ear);
  };

  return {
    name: 'feed-watch',
    async start() {
      endings.push(bus.subscribe(FEED_APPENDED, grew), bus.subscribe(LONG_POLLS_RELEASED, wakeAll));
    },
    async stop() {
      stopped = true;
      for (const end of endings) end();
      wakeAll();
    },
    open({ space, feed }) {
      if (stopped) return deaf('ended');
      const others = waiting.get(space) ?? new Set();
      if (count >= MAX_WAITING || others.size >= MAX_WAITING_PER_SPACE) return deaf('full');
      let woken: WakeReason | undefined;
      let heard = () => {};
      const own: Waiting = {
        feed,
        wake(why) {
          if (woken !== 'ended') woken = why;
          heard();
        },
      };
      waiting.set(space, others.add(own));
      count += 1;
      return {
        async wait(milliseconds) {
          if (woken === undefined) {
            const { promise, resolve } = Promise.withResolvers<void>();
            heard = resolve;
            const timer = setTimeout(resolve, milliseconds);
            await promise;
            clearTimeout(timer);
          }
          const why = woken ?? 'quiet';
          woken = undefined;
          return why;
        },
        close() {
          count -= 1;
          others.delete(own);
          if (others.size === 0 && waiting.get(space) === others) waiting.delete(space);
        },
      };
    },
  };
}

/** An ear of which every wait is over at once. */
const deaf = (why: WakeReason): LongPollWaiter => ({ wait: async () => why, close() {} });

/** Wakes the first at once, and all who follow within the pause together at its end. */
function together(): (ear: Waiting) => void {
  const due = new Set<Waiting>();
  let isPausing = false;
  const wake = (): void => {
    isPausing = due.size > 0;
    if (!isPausing) return;
    setTimeout(wake, PAUSE_MS);
    for (const ear of due) ear.wake('grew');
    due.clear();
  };
  return (ear) => {
    due.add(ear);
    if (isPausing) return;
    isPausing = true;
    // The others whom the same batch concerns are woken with it.
    setImmediate(wake);
  };
}
