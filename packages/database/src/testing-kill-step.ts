import type { CommonQueryMethods } from 'slonik';
import type { Database } from './database.ts';

/** A place at which a process dies: before or after a statement, or around the commit of a transaction that had the statement. */
export interface KillStep {
  readonly statement: RegExp;
  readonly when: 'before' | 'after' | 'before commit' | 'after commit';
}

const queries = ['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'] as const;

/** Returns a database that calls `die` at a step, which kills the process of a test. */
export function withKillStep(database: Database, { statement, when }: KillStep, die: () => void): Database {
  /** Returns the methods of a connection; `seen` is called with each statement. */
  function watched<C extends CommonQueryMethods>(connection: C, seen: (text: string) => void): C {
    const methods = queries.map((method) => [
      method,
      async (query: { readonly sql: string }) => {
        seen(query.sql);
        if (when === 'before' && statement.test(query.sql)) die();
        const result = await (connection[method] as (query: unknown) => Promise<unknown>)(query);
        if (when === 'after' && statement.test(query.sql)) die();
        return result;
      },
    ]);
    return Object.assign(Object.create(connection), Object.fromEntries(methods)) as C;
  }

  const transaction: Database['transaction'] = async (act, retries) => {
    let isReached = false;
    const result = await database.transaction(async (tx) => {
      isReached = false;
      const done = await act(
        watched(tx, (text) => {
          isReached ||= statement.test(text);
        }),
      );
      if (when === 'before commit' && isReached) die();
      return done;
    }, retries);
    if (when === 'after commit' && isReached) die();
    return result;
  };
  return Object.assign(
    watched(database, () => {}),
    { transaction },
  );
}
