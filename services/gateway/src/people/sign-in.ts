import type { IncomingMessage } from 'node:http';
import { emailAddress, Problem } from '@space/contracts/core';
import { type Clock, type Database, isoTime } from '@space/database';
import { type Log, metrics } from '@space/runtime';
import type { Passwords } from './passwords.ts';
import { findPersonByEmail, lockWithPassword } from './persons.queries.ts';
import { recordSignIn } from './record-sign-in.ts';
import { beginSession, browserOf } from './session-store.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Signs people in with their password. */
export interface SignIn {
  /**
   * Begins a session and returns its secret. Throws `unauthorized` with the same words, and after the same time, for a wrong password
   * and for an unknown address; `limited` after too many tries for one address or from one network.
   */
  withPassword(request: IncomingMessage, email: string, password: string): Promise<string>;
}

/** Creates the sign-in of one gateway. `networkOf` returns the network of a request. */
export function createSignIn(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Log },
  passwords: Passwords,
  limits: SignInLimits,
  networkOf: (request: IncomingMessage) => string,
): SignIn {
  /** Records a wrong password for the person. The answer does not wait for it: its time would tell that the address is known. */
  function recordRefusal({ headers }: IncomingMessage, personId: string): void {
    const happened = { kind: 'refused', method: 'password', user_agent: browserOf(headers) } as const;
    recordSignIn(database, personId, happened, isoTime(clock.now())).catch((error: unknown) =>
      log.warn({ err: error, person_id: personId }, 'could not record a refused sign-in; the list of the person lacks it'),
    );
  }

  return {
    async withPassword(request, email, password) {
      limits.count('network', networkOf(request));
      const address = emailAddress.safeParse(email.trim()).data;
      if (address !== undefined) limits.count('address', address.toLowerCase());
      const person = address === undefined ? null : await findPersonByEmail(database, address);
      if (!(await passwords.verify(password, person?.password_hash ?? null)) || !person) {
        if (person) recordRefusal(request, person.id);
        throw refused();
      }
      const now = clock.now();
      const secret = await database.transaction(async (tx) => {
        // The password may have been replaced while its hash was computed.
        if (!(await lockWithPassword(tx, person.id, person.password_hash!))) throw refused();
        return beginSession(tx, request, person.id, now, 'password');
      });
      metrics.signIns.inc({ method: 'password', outcome: 'ok' });
      log.info({ person_id: person.id, at: isoTime(now) }, 'a person signed in');
      return secret;
    },
  };
}

function refused(): Problem {
  metrics.signIns.inc({ method: 'password', outcome: 'refused' });
  return new Problem('unauthorized', 'This email address and password do not fit. Check both and try again.');
}
