import { Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import type { Passwords } from './passwords.ts';
import { getCredentials } from './persons.queries.ts';
import { announcePeopleChanged } from './session-store.ts';
import { confirmSession } from './sessions.queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** A session that is to be confirmed. */
interface OwnSession {
  readonly person_id: string;
  readonly session_id: string;
}

/**
 * Confirms a session with the password of its person. Returns the time of the confirmation in milliseconds since the epoch. Throws
 * `forbidden` for a wrong password, and `limited` after too many tries.
 */
export async function confirmPassword(
  { database, bus, clock }: Pick<Ports, 'database' | 'bus' | 'clock'>,
  { passwords, signInLimits }: { readonly passwords: Passwords; readonly signInLimits: SignInLimits },
  { person_id, session_id }: OwnSession,
  password: string,
): Promise<number> {
  signInLimits.count('person', person_id);
  const { password_hash } = await getCredentials(database, person_id);
  if (!(await passwords.verify(password, password_hash))) throw new Problem('forbidden', 'This is not your password; try again.');
  const now = clock.now();
  await confirmSession(database, person_id, session_id, isoTime(now));
  announcePeopleChanged(bus, person_id);
  return now;
}
