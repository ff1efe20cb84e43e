import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '@space/contracts/core';
import { MAX_SESSIONS, MAX_SIGN_INS } from '@space/contracts/people';
import { type Clock, type Database, isoTime } from '@space/database';
import { type Log, metrics } from '@space/runtime';
import { visitorLimiter } from '@space/web';
import type { Passwords } from './passwords.ts';
import { findPersonByEmail } from './persons.queries.ts';
import { beginSession } from './session-store.ts';

const WINDOW_S = 60;

/** Signs people in with their password. */
export interface SignIn {
  /**
   * Begins a session and returns its secret. Throws `unauthorized` with the same words, and after the same time, for a wrong password
   * and for an unknown address; `limited` after too many tries for one address or from one network.
   */
  withPassword(request: IncomingMessage, email: string, password: string): Promise<string>;
  /** Throws `limited` when a network has tried too often. Counts a try. */
  countTry(request: IncomingMessage): void;
}

/** Creates the sign-in of one gateway. `networkOf` returns the network of a request. */
export function createSignIn(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Log },
  passwords: Passwords,
  networkOf: (request: IncomingMessage) => string,
): SignIn {
  const networks = visitorLimiter({ points: MAX_SIGN_INS, seconds: WINDOW_S });
  const addresses = visitorLimiter({ points: MAX_SIGN_INS, seconds: WINDOW_S });

  function assertLeft(wait_s: number): void {
    if (wait_s === 0) return;
    metrics.rateLimited.inc();
    throw new Problem('limited', `Too many tries to sign in; try again in ${wait_s === 1 ? 'a second' : `${wait_s} seconds`}.`, {
      retry_after_s: wait_s,
    });
  }

  const countTry = (request: IncomingMessage): void => assertLeft(networks.take('sign-in', networkOf(request)));

  return {
    countTry,
    async withPassword(request, email, password) {
      countTry(request);
      // The address is counted by its hash, so that it is in no memory dump of the limiter longer than needed.
      assertLeft(addresses.take('sign-in', hash('sha256', email.trim().toLowerCase(), 'hex')));
      const person = await findPersonByEmail(database, email.trim());
      if (!(await passwords.verify(password, person?.password_hash ?? null)) || !person) {
        metrics.signIns.inc({ method: 'password', outcome: 'refused' });
        throw new Problem('unauthorized', 'This email address and password do not fit. Check both and try again.');
      }
      const now = clock.now();
      const secret = await database.transaction((tx) => beginSession(tx, request, person.id, now, MAX_SESSIONS));
      metrics.signIns.inc({ method: 'password', outcome: 'ok' });
      log.info({ person_id: person.id, at: isoTime(now) }, 'a person signed in');
      return secret;
    },
  };
}
