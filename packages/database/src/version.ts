import { Problem } from '@space/contracts/core';

/** Refuses a change whose If-Match names another version than the one that is there. */
export function mustMatch(wanted: readonly number[] | null, actual: number): void {
  if (wanted !== null && !wanted.includes(actual))
    throw new Problem('precondition_failed', 'It was changed since you read it; read it again and send the change with the new ETag.');
}
