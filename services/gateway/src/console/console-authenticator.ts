import type { IncomingMessage } from 'node:http';
import type { Clock } from '@space/database';
import type { Request } from 'express';
import type { NetworkLimits } from '../admission/network-limits.ts';
import { type ApiKey, Unauthorized } from '../auth/api-key.ts';
import type { SessionCookie } from '../people/session-cookie.ts';
import { apiKeyOfSession, assertSessionActive } from '../people/session-key.ts';
import { type SessionStore, sessionSecret } from '../people/session-store.ts';
import type { SessionRow } from '../people/sessions.queries.ts';
import { parseConsolePath } from './console-path.ts';
import { assertSameOrigin } from './same-origin.ts';

/** Authenticates the requests of people in the console by the cookie of their session. */
export interface ConsoleAuthenticator {
  /** Returns the session of a request. Throws Unauthorized, or rejects with it. */
  session(request: IncomingMessage): SessionRow | Promise<SessionRow>;
  /**
   * Returns the value that stands for a key in a call: the member of the Space in the path, or the person. Throws `forbidden` for a
   * request of another origin, Unauthorized without a session, `not_found` for a Space of others.
   */
  call(request: Request): Promise<ApiKey>;
  /** Like `call`, for a Space that is named. `isAgain` is true for a look at a request that goes on, which is no use of the session. */
  callIn(request: IncomingMessage, space_id: string, isAgain?: boolean): Promise<ApiKey>;
  /** Calls `onEnded` when the person of a call, their session or their membership changes. Returns the function that ends this. */
  watch(key: ApiKey, onEnded: () => void): () => void;
  /** Returns true if a request has a cookie of a session, valid or not. */
  hasCredential(request: IncomingMessage): boolean;
  /** Returns a name for the person of a request whose session was valid in the last hour. Never throws and never waits. */
  knownPerson(request: IncomingMessage): string | undefined;
}

/** Creates the authenticator of the console at an origin. */
export function createConsoleAuthenticator(
  sessions: SessionStore,
  cookie: SessionCookie,
  { clock, networks, origin }: { readonly clock: Clock; readonly networks: NetworkLimits; readonly origin: string },
): ConsoleAuthenticator {
  async function session(request: IncomingMessage, isAgain = false): Promise<SessionRow> {
    const secret = cookie.read(request);
    if (secret === undefined) throw new Unauthorized('missing', 'Sign in first.');
    try {
      if (!sessionSecret.isWellFormed(secret)) throw new Unauthorized('malformed', 'This session has ended; sign in again.');
      const now = clock.now();
      const found = assertSessionActive(await sessions.find(secret, () => networks.assertKeyless(request)), now);
      if (!isAgain) sessions.recordUse(found.id, now);
      return found;
    } catch (error) {
      if (error instanceof Unauthorized) networks.countKeyless(request);
      throw error;
    }
  }

  async function callIn(request: IncomingMessage, space_id: string | undefined, isAgain?: boolean): Promise<ApiKey> {
    assertSameOrigin(request, origin);
    return apiKeyOfSession(await session(request, isAgain), space_id);
  }

  return {
    session: (request) => session(request),
    call: (request) => callIn(request, parseConsolePath(request.originalUrl)?.space_id),
    callIn,
    watch: ({ caller }, onEnded) => sessions.watch(caller.person?.id ?? '', onEnded),
    hasCredential: (request) => cookie.read(request) !== undefined,
    knownPerson(request) {
      const secret = cookie.read(request);
      return secret !== undefined && sessionSecret.isWellFormed(secret) ? sessions.knownPerson(secret) : undefined;
    },
  };
}
