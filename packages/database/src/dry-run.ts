import type { DatabaseTransactionConnection } from 'slonik';
import type { Database } from './database.ts';

/** Carries a result out of a transaction: slonik rolls back only if the function of the transaction throws. */
class DryRunRollback<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The transaction of a dry run is rolled back.');
    this.name = 'DryRunRollback';
    this.result = result;
  }
}

/** Runs `act` in a transaction, rolls it back, and returns the result of `act`. Errors of `act` pass unchanged. */
export async function runAndRollBack<T>(database: Database, act: (tx: DatabaseTransactionConnection) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx) => {
      throw new DryRunRollback(await act(tx));
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result;
    throw error;
  }
}
