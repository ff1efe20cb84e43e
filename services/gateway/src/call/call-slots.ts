import type { ServerResponse } from 'node:http';
import { type Caller, callerId, Problem } from '@space/contracts/core';
import { MAX_CALL_QUEUE_MS, MAX_CONCURRENT_CALLS, MAX_QUEUED_CALLS } from '@space/contracts/platform';
import { metrics } from '@space/runtime';
import { onClientLeft } from '../admission/connections.ts';

/** Ends the use of a slot. */
export type LeaveSlot = () => void;

/** The calls that run concurrently in one gateway, bounded for each key and each Space. */
export interface CallSlots {
  /**
   * Takes a slot of the key and of its Space; a promise when others have to end first. Throws `limited` when too many calls
   * wait or the wait is too long. A call whose client disconnects leaves the queue; one that runs holds its slot until it ends.
   */
  take(caller: Caller, response: ServerResponse): LeaveSlot | Promise<LeaveSlot>;
  /** Returns the number of calls of a Space that run or wait. */
  callsOf(space: string): number;
  /** The number of Spaces with calls. */
  readonly spaces: number;
}

/** Creates the slots of one gateway. */
export function createCallSlots(): CallSlots {
  const keys = createSemaphores('key', MAX_CONCURRENT_CALLS.key, MAX_QUEUED_CALLS.key);
  const spaces = createSemaphores('Space', MAX_CONCURRENT_CALLS.space, MAX_QUEUED_CALLS.space);

  async function takeLater(caller: Caller, response: ServerResponse, key: Semaphore, ofKey: undefined | Promise<void>): Promise<LeaveSlot> {
    await ofKey;
    const space = spaces.of(caller.space_id);
    try {
      await space.take(response);
    } catch (error) {
      key.leave();
      throw error;
    }
    return leaveBoth(key, space);
  }

  return {
    take(caller, response) {
      if (response.destroyed) throw disconnected();
      const key = keys.of(callerId(caller));
      const ofKey = key.take(response);
      const space = spaces.of(caller.space_id);
      if (ofKey || !space.isFree()) return takeLater(caller, response, key, ofKey);
      space.take(response);
      return leaveBoth(key, space);
    },
    callsOf: (space) => spaces.callsOf(space),
    get spaces() {
      return spaces.count;
    },
  };
}

const leaveBoth = (key: Semaphore, space: Semaphore): LeaveSlot =>
  function leave() {
    space.leave();
    key.leave();
  };

interface Waiter {
  readonly resolve: () => void;
  /** Ends the timer of the wait and the watch on the client. */
  readonly unwatch: () => void;
}

interface Semaphore {
  isFree(): boolean;
  take(response: ServerResponse): undefined | Promise<void>;
  leave(): void;
}

/** Creates the semaphores of all keys or all Spaces. One that is not in use takes no memory. */
function createSemaphores(owner: 'key' | 'Space', maxRunning: number, maxWaiting: number) {
  const used = new Map<string, Semaphore & { calls(): number }>();

  function create(id: string): Semaphore & { calls(): number } {
    let running = 0;
    const waiters = new Set<Waiter>();

    function remove(waiter: Waiter): void {
      waiter.unwatch();
      waiters.delete(waiter);
    }

    function wait(response: ServerResponse): Promise<void> {
      if (response.destroyed) throw disconnected();
      if (waiters.size >= maxWaiting) throw tooManyCalls(owner, maxRunning);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      function leave(problem: Problem): void {
        remove(waiter);
        reject(problem);
      }
      const timer = setTimeout(() => leave(tooManyCalls(owner, maxRunning)), MAX_CALL_QUEUE_MS);
      const unwatchClient = onClientLeft(response, () => leave(disconnected()));
      const waiter: Waiter = {
        resolve,
        unwatch() {
          clearTimeout(timer);
          unwatchClient();
        },
      };
      waiters.add(waiter);
      return promise;
    }

    function grantNext(): void {
      const [waiter] = waiters;
      if (!waiter) return;
      remove(waiter);
      running += 1;
      waiter.resolve();
    }

    return {
      isFree: () => running < maxRunning,
      calls: () => running + waiters.size,
      take(response) {
        if (running >= maxRunning) return wait(response);
        if (running === 0) used.set(id, this);
        running += 1;
        return undefined;
      },
      leave() {
        running -= 1;
        grantNext();
        if (running === 0 && waiters.size === 0) used.delete(id);
      },
    };
  }

  return {
    of: (id: string): Semaphore => used.get(id) ?? create(id),
    callsOf: (id: string): number => used.get(id)?.calls() ?? 0,
    get count() {
      return used.size;
    },
  };
}

function tooManyCalls(owner: 'key' | 'Space', maxRunning: number): Problem {
  metrics.rateLimited.inc();
  return new Problem('limited', `This ${owner} has ${maxRunning} calls in progress; wait for some of them to end, then retry.`, {
    retry_after_s: 1,
  });
}

/** Returns the problem of a call whose client has left. No one reads it; it ends the request in the log and in the metrics. */
export const disconnected = (): Problem => new Problem('timeout', 'The client disconnected before its call was started.');
