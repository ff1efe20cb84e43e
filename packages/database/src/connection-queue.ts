import { Problem } from '@space/contracts/core';
import {
  CONNECTION_SHARE_PERCENT,
  MAX_CONNECTION_WAIT_MS,
  MAX_CONNECTION_WAITERS,
  MAX_PROCESS_CONNECTION_WAITERS,
  MAX_VISITOR_CONNECTION_WAITERS,
} from '@space/contracts/platform';
import { type CallScope, currentCall } from './call-scope.ts';

/** The turns on the connections of a pool, in one process. */
export interface ConnectionQueue {
  /** The number of calls that wait. */
  readonly waiting: number;
  /**
   * Takes a turn; a promise when it has to be waited for. Throws `timeout` after the deadline of the call and `unavailable`
   * when too many calls wait or the wait is too long. The turn ends with `release` of the returned owner.
   */
  take(): Turn | Promise<Turn>;
}

/** The right to use one connection. */
export interface Turn {
  release(): void;
}

interface Waiter {
  readonly resolve: (turn: Turn) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** The work of the process, such as consumers and tasks: it is bounded where it is started, and may wait as long as it takes. */
const PROCESS = Symbol('process');

/**
 * The calls of the keys of one Space, the visitors of one Space, the visitors of one network whose Space is not known yet, or
 * the work of the process itself.
 */
interface Owner extends Turn {
  readonly name: string | typeof PROCESS;
  readonly isVisitor: boolean;
  readonly share: number;
  held: number;
  readonly waiters: Set<Waiter>;
}

/**
 * Creates the queue of a pool. A free connection goes to the owner that holds the fewest, so that no Space waits for the queue
 * of another one, and no visitor for those of another Space or network. The calls of one Space hold at most a share of all
 * connections, and so do all visitors together: one is left for the others even when their statements are slow. A call that is
 * past its deadline leaves the queue without a connection.
 */
export function createConnectionQueue(connections: number): ConnectionQueue {
  const share = Math.max(1, Math.min(connections - 1, Math.floor((connections * CONNECTION_SHARE_PERCENT) / 100)));
  const owners = new Map<Owner['name'], Owner>();
  // The owners with waiters, in turn.
  const queued = new Set<Owner>();
  let free = connections;
  let waiting = 0;
  const visitors = { held: 0, waiting: 0 };

  function ownerOf(call: CallScope | undefined): Owner {
    const name = call ? nameOf(call) : PROCESS;
    let owner = owners.get(name);
    if (!owner) {
      const created: Owner = {
        name,
        isVisitor: call?.visitor_network !== undefined,
        share: call ? share : connections,
        held: 0,
        waiters: new Set(),
        release: () => release(created),
      };
      owner = created;
      owners.set(name, owner);
    }
    return owner;
  }

  const mayHoldMore = ({ held, share: own, isVisitor }: Owner): boolean => held < own && !(isVisitor && visitors.held >= share);

  function grant(owner: Owner): Turn {
    free -= 1;
    owner.held += 1;
    if (owner.isVisitor) visitors.held += 1;
    return owner;
  }

  function release(owner: Owner): void {
    free += 1;
    owner.held -= 1;
    if (owner.isVisitor) visitors.held -= 1;
    if (queued.size > 0) grantNext();
    if (owner.held === 0 && owner.waiters.size === 0) owners.delete(owner.name);
  }

  function grantNext(): void {
    let next: Owner | undefined;
    for (const owner of queued) if (mayHoldMore(owner) && (!next || owner.held < next.held)) next = owner;
    const waiter = next?.waiters.values().next().value;
    if (!next || !waiter) return;
    leave(next, waiter);
    // The owner goes to the end of the line.
    if (queued.delete(next) && next.waiters.size > 0) queued.add(next);
    waiter.resolve(grant(next));
  }

  function leave(owner: Owner, waiter: Waiter): void {
    clearTimeout(waiter.timer);
    waiting -= 1;
    if (owner.isVisitor) visitors.waiting -= 1;
    owner.waiters.delete(waiter);
    if (owner.waiters.size === 0) queued.delete(owner);
  }

  function wait(owner: Owner, call: CallScope | undefined): Promise<Turn> {
    if (call && (owner.waiters.size >= MAX_CONNECTION_WAITERS || waiting >= MAX_PROCESS_CONNECTION_WAITERS)) throw busy();
    if (owner.isVisitor && visitors.waiting >= MAX_VISITOR_CONNECTION_WAITERS) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const limit = call && limitOf(call);
    const waiter: Waiter = { resolve, timer: limit && setTimeout(expire, limit.wait, limit.problem) };
    function expire(problem: () => Problem): void {
      leave(owner, waiter);
      if (owner.held === 0 && owner.waiters.size === 0) owners.delete(owner.name);
      reject(problem());
    }
    waiting += 1;
    if (owner.isVisitor) visitors.waiting += 1;
    owner.waiters.add(waiter);
    queued.add(owner);
    return promise;
  }

  return {
    get waiting() {
      return waiting;
    },
    take() {
      const call = currentCall();
      if (call && Date.now() >= call.deadline) throw late();
      const owner = ownerOf(call);
      return free > 0 && mayHoldMore(owner) && owner.waiters.size === 0 ? grant(owner) : wait(owner, call);
    },
  };
}

/** Returns the name under which a call takes turns. */
function nameOf({ space_id, visitor_network }: CallScope): string {
  if (visitor_network === undefined) return space_id;
  return space_id === '' ? `network ${visitor_network}` : `visitors of ${space_id}`;
}

/**
 * Returns how long a call waits, and the problem that ends the wait. It is chosen before the wait: a timer may end a millisecond
 * before the clock shows the deadline.
 */
function limitOf({ deadline }: CallScope): { readonly wait: number; readonly problem: () => Problem } {
  const left = Math.max(0, deadline - Date.now());
  return left <= MAX_CONNECTION_WAIT_MS ? { wait: left, problem: late } : { wait: MAX_CONNECTION_WAIT_MS, problem: busy };
}

const busy = (): Problem => new Problem('unavailable', 'Too many calls wait for the database; retry in a second.', { retry_after_s: 1 });

const late = (): Problem => new Problem('timeout', 'The call ended because its deadline had passed.');
