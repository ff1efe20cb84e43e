import type { Problem } from '@space/contracts/core';
import { brokenConstraint, sqlState } from './failure.ts';

const UNIQUE_VIOLATION = '23505';

/** The problem to throw for each unique constraint or index, by its name. It may read the database to name the other row. */
export type UniqueViolations = Readonly<Record<string, () => Problem | Promise<Problem>>>;

/**
 * Runs `act`. If it breaks one of the named unique constraints, throws that constraint's problem; any other error passes
 * unchanged. `act` must contain the whole transaction: inside a failed one nothing more can be read.
 */
export async function withUniqueViolation<T>(violations: UniqueViolations, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const constraint = sqlState(error) === UNIQUE_VIOLATION ? brokenConstraint(error) : undefined;
    const problem = constraint === undefined || !Object.hasOwn(violations, constraint) ? undefined : violations[constraint];
    throw problem ? await problem() : error;
  }
}
