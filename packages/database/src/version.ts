import { Problem } from '@space/contracts/core';

/** Throws `precondition_failed` if If-Match names versions and the current one is not among them. */
export function mustMatch(ifMatch: readonly number[] | null, version: number): void {
  if (ifMatch !== null && !ifMatch.includes(version))
    throw new Problem(
      'precondition_failed',
      'The resource was changed after you read it. Read it again and send the change with the new ETag.',
    );
}
