import type { ServerResponse } from 'node:http';
import { type Caller, Problem } from '@space/contracts/core';
import { MAX_CALL_QUEUE_MS, MAX_CONCURRENT_CALLS, MAX_QUEUED_CALLS } from '@space/contracts/platform';
import { metrics } from '@space/runtime';

/** Ends the use of a slot. */
export type LeaveSlot = () => void;

/** The calls that run concurrently in one gateway, bounded for each key and each Space. */
export interface CallSlots {
  /**
   * Takes a slot of the key and of its Space; a promise when others have to end first. Throws `limited` when too many calls
   * wait or the wait is too long. A call whose client has disconnected leaves the queue without a slot.
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
      const key = keys.of(caller.key_id);
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
  readonly response: ServerResponse;
  readonly timer: NodeJS.Timeout;
  readonly resolve: () => void;
  readonly reject: (problem: Problem) => void;
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
      clearTimeout(waiter.timer);
      waiters.delete(waiter);
    }

    function wait(response: ServerResponse): Promise<void> {
      if (waiters.size >= maxWaiting) throw tooManyCalls(owner, maxRunning);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(expire, MAX_CALL_QUEUE_MS);
      const waiter: Waiter = { response, timer, resolve, reject };
      function expire(): void {
        remove(waiter);
        reject(tooManyCalls(owner, maxRunning));
      }
      waiters.add(waiter);
      return promise;
    }

    function grantNext(): void {
      for (const waiter of waiters) {
        remove(waiter);
        if (waiter.response.destroyed) {
          waiter.reject(disconnected());
          continue;
        }
        running += 1;
        waiter.resolve();
        return;
      }
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

const disconnected = (): Problem => new Problem('timeout', 'The client disconnected before its call was started.');
