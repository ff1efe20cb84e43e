import { type PersonCaller, Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { replaceSessionHash } from './sessions.queries.ts';

/**
 * Gives the session of a call its next secret, in the transaction that changes how its person signs in: a copy of the cookie before
 * no longer works. Throws `unauthorized` when the session has ended. The caller announces that the person changed.
 */
export async function renewSession(tx: CommonQueryMethods, { id, session_id, next_hash }: PersonCaller): Promise<void> {
  if (next_hash === undefined || (await replaceSessionHash(tx, id, session_id, next_hash)) === 0)
    throw new Problem('unauthorized', 'This session has ended; sign in again.');
}
