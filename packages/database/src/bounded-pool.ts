import type { DatabasePool } from 'slonik';
import { createConnectionQueue, type Turn } from './connection-queue.ts';

/** Returns a pool whose callers take turns on its connections, so that no caller waits in the queue of the pool itself. */
export function boundedPool(pool: DatabasePool, connections: number): DatabasePool {
  const queue = createConnectionQueue(connections);

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    try {
      const turn = queue.take();
      return turn instanceof Promise ? turn.then((taken) => useTurn(taken, act)) : useTurn(turn, act);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  const bounded: DatabasePool = Object.create(pool, {});
  return Object.assign(bounded, {
    any: (query) => inTurn(() => pool.any(query)),
    anyFirst: (query) => inTurn(() => pool.anyFirst(query)),
    exists: (query) => inTurn(() => pool.exists(query)),
    many: (query) => inTurn(() => pool.many(query)),
    manyFirst: (query) => inTurn(() => pool.manyFirst(query)),
    maybeOne: (query) => inTurn(() => pool.maybeOne(query)),
    maybeOneFirst: (query) => inTurn(() => pool.maybeOneFirst(query)),
    one: (query) => inTurn(() => pool.one(query)),
    oneFirst: (query) => inTurn(() => pool.oneFirst(query)),
    query: (query) => inTurn(() => pool.query(query)),
    record: (query) => inTurn(() => pool.record(query)),
    stream: (query, handler) => inTurn(() => pool.stream(query, handler)),
    connect: (handler) => inTurn(() => pool.connect(handler)),
    transaction: (handler, retries) => inTurn(() => pool.transaction(handler, retries)),
    state: () => ({ ...pool.state(), waitingClients: pool.state().waitingClients + queue.waiting }),
  } satisfies Partial<DatabasePool>);
}

function useTurn<T>(turn: Turn, act: () => Promise<T>): Promise<T> {
  const result = act();
  const release = () => turn.release();
  result.then(release, release);
  return result;
}
