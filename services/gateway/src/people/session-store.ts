import type { IncomingMessage } from 'node:http';
import type { Signals } from '@space/bus';
import { SPACE_CHANGED } from '@space/contracts/core';
import { MAX_SESSIONS, SESSION_DAYS, SESSION_IDLE_DAYS, type SignInMethod } from '@space/contracts/people';
import { type Database, isoTime, newId } from '@space/database';
import type { Log } from '@space/runtime';
import { DAY_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { createCredentialCache } from '../auth/credential-cache.ts';
import { createRevocationWatchers } from '../auth/revocation-watchers.ts';
import { hashOfSecret, secretToken } from '../auth/secret-token.ts';
import { createUseRecorder } from '../auth/use-recorder.ts';
import { recordSignIn } from './record-sign-in.ts';
import { deleteOldestSessions, findSessionByHash, insertSession, markSessionsUsed, type SessionRow } from './sessions.queries.ts';

/** The secret of a session, which its cookie holds. Only its SHA-256 is stored. */
export const sessionSecret = secretToken('wks_session_');

/** Returns the secret of a session and its SHA-256 in hex. */
export function newSessionSecret(): { readonly secret: string; readonly hash: string } {
  const secret = sessionSecret.generate();
  return { secret, hash: hashOfSecret(secret) };
}

/** The subject of the broadcast that follows a change of a person, their sessions or their membership; the payload is the person's id. */
const PEOPLE_CHANGED = 'space.v1.people.changed';

/** Announces to every gateway that a person, their sessions or their membership changed. */
export const announcePeopleChanged = (bus: Signals, personId: string): void => bus.publish(PEOPLE_CHANGED, Buffer.from(personId));

/** Characters of the name of a browser that are stored. */
const MAX_USER_AGENT_CHARACTERS = 300;

/**
 * The sessions of the database in the memory of one gateway. A session that has ended, and a role that has changed, count with the
 * broadcast, or after five seconds when the broadcast is lost.
 */
export interface SessionStore {
  /** Returns the session with this secret, whether or not it has ended; `beforeLookUp` may throw. */
  find(secret: string, beforeLookUp: () => void): SessionRow | undefined | Promise<SessionRow | undefined>;
  /** Returns the person of a secret that was found in the last hour. */
  knownPerson(secret: string): string | undefined;
  /** Calls `onChanged` when the person, their sessions or their membership change. Returns the function that ends this. */
  watch(personId: string, onChanged: () => void): () => void;
  /** Records a use of a session, which puts off its end. */
  recordUse(id: string, now: number): void;
  flush(): Promise<void>;
  /** Ends the subscription to broadcasts. */
  close(): void;
}

/** Creates the store. Concurrent look-ups of one session ask Postgres once. */
export function createSessionStore(database: Database, bus: Signals, log: Log): SessionStore {
  const sessions = createCredentialCache<SessionRow>(
    async (hash) => (await findSessionByHash(database, hash)) ?? undefined,
    ({ person_id }) => person_id,
  );
  const watchers = createRevocationWatchers();
  const uses = createUseRecorder(async (recorded) => {
    await markSessionsUsed(database, recorded).catch((error: unknown) =>
      log.warn({ err: error, sessions: recorded.length }, 'could not store the last use of sessions; these uses are dropped'),
    );
  });
  const unsubscribe = bus.subscribe(PEOPLE_CHANGED, (payload) => {
    sessions.clear();
    watchers.notify(Buffer.from(payload).toString());
  });
  // Sessions have the names of their Spaces, and whether they are closed.
  const unsubscribeSpaces = bus.subscribe(SPACE_CHANGED, sessions.clear);
  return {
    find: (secret, beforeLookUp) => sessions.find(hashOfSecret(secret), beforeLookUp),
    knownPerson: (secret) => sessions.knownSpace(hashOfSecret(secret)),
    watch: watchers.watch,
    recordUse: uses.record,
    flush: uses.flush,
    close() {
      unsubscribe();
      unsubscribeSpaces();
    },
  };
}

/** Returns the name of the browser of a request, as it is stored. */
export const browserOf = (headers: IncomingMessage['headers']): string => (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_CHARACTERS);

/** Returns the time at which a session ends, in milliseconds since the epoch. */
export const endOfSession = ({ ends_at, last_used_at }: Pick<SessionRow, 'ends_at' | 'last_used_at'>): number =>
  Math.min(ends_at, last_used_at + SESSION_IDLE_DAYS * DAY_MS);

/** Begins a session of a person in the browser of a request, records it, and returns its secret. One session too many ends the oldest. */
export async function beginSession(
  tx: CommonQueryMethods,
  { headers }: IncomingMessage,
  personId: string,
  now: number,
  method: SignInMethod,
): Promise<string> {
  const { secret, hash } = newSessionSecret();
  const user_agent = browserOf(headers);
  const row = {
    id: newId('ses'),
    person_id: personId,
    hash,
    user_agent,
    ends_at: isoTime(now + SESSION_DAYS * DAY_MS),
  };
  await insertSession(tx, row, isoTime(now));
  await deleteOldestSessions(tx, personId, MAX_SESSIONS);
  await recordSignIn(tx, personId, { kind: 'signed_in', method, user_agent }, isoTime(now));
  return secret;
}
