import type { Database } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { tryLock, unlock } from './outbox.queries.ts';

/** One open connection with its advisory locks. Readers share it and take turns. */
interface SessionConnection {
  /** Runs queries; calls run one after the other. Rejects once the connection is closed. */
  run<T>(act: (connection: CommonQueryMethods) => Promise<T>): Promise<T>;
  /** Takes an advisory lock; returns false if another connection or another reader of this one holds it. */
  lock(name: string): Promise<boolean>;
  /** Releases an advisory lock. Closes the connection if that fails, which releases all its locks. */
  unlock(name: string): Promise<void>;
}

/** The connection of all readers of one outbox in this process. */
export interface OutboxSession {
  /** Returns the open connection; opens one if there is none or the last one was lost. */
  connection(): Promise<SessionConnection>;
  /** Closes the connection; to be called when all readers have stopped. */
  close(): Promise<void>;
}

/** Creates a session that holds one connection of the pool from its first use until it is closed. */
export function createOutboxSession(database: Database): OutboxSession {
  let current: { readonly opened: Promise<SessionConnection>; readonly ended: Promise<void>; close(): void } | undefined;

  function open() {
    const opened = Promise.withResolvers<SessionConnection>();
    const closing = Promise.withResolvers<void>();
    let isOpen = true;
    // slonik destroys a connection whose function rejects, and returns it to the pool if the function resolves.
    const ended = database
      .connect(async (connection) => {
        opened.resolve(sharedConnection(connection, () => isOpen, closing.reject));
        await closing.promise;
      })
      .catch(opened.reject)
      .finally(() => {
        isOpen = false;
        if (current === entry) current = undefined;
      });
    const entry = { opened: opened.promise, ended, close: closing.resolve };
    // The callers that wait for the connection receive its error; this handler keeps it from being unhandled.
    opened.promise.catch(() => {});
    return entry;
  }

  return {
    connection() {
      current ??= open();
      return current.opened;
    },
    async close() {
      current?.close();
      await current?.ended;
    },
  };
}

function sharedConnection(connection: CommonQueryMethods, isOpen: () => boolean, destroy: (error: unknown) => void): SessionConnection {
  /** Postgres grants a session a lock that it holds already, so a second reader of this process is refused here. */
  const locks = new Set<string>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  function run<T>(act: (connection: CommonQueryMethods) => Promise<T>): Promise<T> {
    const turn = lastTurn.then(() => {
      if (!isOpen()) throw new Error('The connection to Postgres was lost.');
      return act(connection);
    });
    lastTurn = turn.catch(() => {});
    return turn;
  }

  return {
    run,
    async lock(name) {
      if (locks.has(name)) return false;
      locks.add(name);
      const isLocked = await run((connection) => tryLock(connection, name)).catch((error) => {
        locks.delete(name);
        throw error;
      });
      if (!isLocked) locks.delete(name);
      return isLocked;
    },
    async unlock(name) {
      await run((connection) => unlock(connection, name)).catch(destroy);
      locks.delete(name);
    },
  };
}
