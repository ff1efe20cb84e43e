import type { Signals } from '@space/bus';
import { FEED_APPENDED, LONG_POLLS_RELEASED } from '@space/contracts/core';
import { MAX_WAITING_POLLS, MAX_WAITING_POLLS_PER_SPACE } from '@space/contracts/events';
import type { Task } from '@space/runtime';
import { decodeFeedAppended } from './feed-appended.ts';
import type { FeedScope } from './feed-cursor.ts';

/** The long polls of this process. */
export interface LongPolls extends Task {
  /** Opens a long poll for the events of a feed, or for all stored events of a Space. */
  open(scope: FeedScope): LongPollWaiter;
}

/** The result of a wait: `full` means that too many long polls are open. */
type WakeReason = 'appended' | 'released' | 'timeout' | 'full';

/** One open long poll. An event between `open` and `wait` is not missed. */
interface LongPollWaiter {
  /** Waits until events may have been appended or the time is over; returns immediately when released or full. */
  wait(milliseconds: number): Promise<WakeReason>;
  close(): void;
}

/** The shortest time between two wake-ups, so that the waiters of a busy Space do not read for each batch. */
const WAKE_INTERVAL_MS = 25;

interface Waiter {
  readonly feed: string | undefined;
  wake(reason: WakeReason): void;
}

/** Returns the long polls of this process, which the signals of consumers on the bus wake. */
export function createLongPolls(bus: Signals): LongPolls {
  const waitersBySpace = new Map<string, Set<Waiter>>();
  const unsubscribes: (() => void)[] = [];
  const wakeSoon = createWakeBatcher();
  let count = 0;
  let isStopped = false;

  function releaseAll(): void {
    for (const waiters of waitersBySpace.values()) for (const waiter of [...waiters]) waiter.wake('released');
  }

  function onAppended(payload: Uint8Array): void {
    for (const [space, feeds] of decodeFeedAppended(payload))
      for (const waiter of waitersBySpace.get(space) ?? []) if (waiter.feed === undefined || feeds.has(waiter.feed)) wakeSoon(waiter);
  }

  return {
    name: 'long-polls',
    async start() {
      unsubscribes.push(bus.subscribe(FEED_APPENDED, onAppended), bus.subscribe(LONG_POLLS_RELEASED, releaseAll));
    },
    async stop() {
      isStopped = true;
      for (const unsubscribe of unsubscribes) unsubscribe();
      releaseAll();
    },
    open({ space, feed }) {
      if (isStopped) return finishedWaiter('released');
      const ofSpace = waitersBySpace.get(space) ?? new Set();
      if (count >= MAX_WAITING_POLLS || ofSpace.size >= MAX_WAITING_POLLS_PER_SPACE) return finishedWaiter('full');
      let reason: WakeReason | undefined;
      let endWait = () => {};
      const waiter: Waiter = {
        feed,
        wake(why) {
          if (reason !== 'released') reason = why;
          endWait();
        },
      };
      waitersBySpace.set(space, ofSpace.add(waiter));
      count += 1;
      return {
        async wait(milliseconds) {
          if (reason === undefined) {
            const { promise, resolve } = Promise.withResolvers<void>();
            endWait = resolve;
            const timer = setTimeout(resolve, milliseconds);
            await promise;
            clearTimeout(timer);
          }
          const result = reason ?? 'timeout';
          reason = undefined;
          return result;
        },
        close() {
          count -= 1;
          ofSpace.delete(waiter);
          if (ofSpace.size === 0 && waitersBySpace.get(space) === ofSpace) waitersBySpace.delete(space);
        },
      };
    },
  };
}

/** Returns a waiter whose every wait ends immediately. */
const finishedWaiter = (reason: WakeReason): LongPollWaiter => ({ wait: async () => reason, close() {} });

/** Returns a function that wakes the first waiter immediately, and those of the next interval together at its end. */
function createWakeBatcher(): (waiter: Waiter) => void {
  const due = new Set<Waiter>();
  let isPausing = false;
  function wakeDue(): void {
    isPausing = due.size > 0;
    if (!isPausing) return;
    setTimeout(wakeDue, WAKE_INTERVAL_MS);
    for (const waiter of due) waiter.wake('appended');
    due.clear();
  }
  return function wakeSoon(waiter) {
    due.add(waiter);
    if (isPausing) return;
    isPausing = true;
    // All waiters of the same batch are woken together.
    setImmediate(wakeDue);
  };
}
