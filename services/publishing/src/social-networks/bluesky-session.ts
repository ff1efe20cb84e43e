import type { Clock } from '@space/database';
import { z } from 'zod';
import { type Credentials, NetworkError } from './network.ts';
import type { NetworkClient, NetworkRequest, NetworkResponse } from './network-client.ts';
import { errorForResponse } from './network-errors.ts';

const Session = z.object({ accessJwt: z.string(), refreshJwt: z.string() });
type Session = z.output<typeof Session>;

const CreatedSession = Session.extend({ did: z.string().max(300), handle: z.string().max(253) });

/** Sends requests to a server of the AT Protocol as one account. */
export interface BlueskySession {
  readonly host: string;
  /** Calls a method with the present access token; refreshes the session first when the token has expired. */
  send(method: string, request?: Partial<NetworkRequest>): Promise<NetworkResponse>;
}

/** Creates and refreshes sessions. */
export interface BlueskySessions {
  /** Exchanges an app password for a session (com.atproto.server.createSession). */
  create(server: string, identifier: string, password: string): Promise<{ did: string; handle: string; session: string }>;
  /** Returns the session of an account. */
  of(account: Credentials): BlueskySession;
}

/**
 * Returns the sessions of the AT Protocol. An app password creates a session. Its access token is valid for minutes or
 * hours, and its refresh token, which is valid for one use, returns the next session. A session that cannot be refreshed
 * is created again, so that two processes that refresh at the same time do not lock each other out.
 */
export function createBlueskySessions(client: NetworkClient, clock: Clock): BlueskySessions {
  const call = (server: string, method: string, token: string | undefined, request: Partial<NetworkRequest> = {}) =>
    client.send({
      ...request,
      url: new URL(`/xrpc/${method}`, server).href,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...request.headers },
    });

  async function create(server: string, identifier: string, password: string) {
    const response = await call(server, 'com.atproto.server.createSession', undefined, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier, password }),
    });
    if (response.status !== 200) throw errorForResponse(response, new URL(server).host, clock.now());
    const created = CreatedSession.safeParse(response.json);
    if (!created.success) throw new NetworkError('rejected', `${new URL(server).host} does not answer like a server of the AT Protocol.`);
    const { did, handle, accessJwt, refreshJwt } = created.data;
    return { did, handle, session: JSON.stringify({ accessJwt, refreshJwt }) };
  }

  async function refresh({ server }: Credentials, refreshJwt: string): Promise<Session | undefined> {
    const response = await call(server, 'com.atproto.server.refreshSession', refreshJwt, { method: 'POST' });
    const session = response.status === 200 ? Session.safeParse(response.json) : undefined;
    return session?.success ? session.data : undefined;
  }

  async function renew(account: Credentials, expired: Session | undefined): Promise<Session> {
    const refreshed = expired && (await refresh(account, expired.refreshJwt));
    const session = refreshed ? JSON.stringify(refreshed) : (await create(account.server, account.remote_id, account.secret)).session;
    await account.saveSession(session);
    return parseSession(session)!;
  }

  return {
    create,
    of(account) {
      let session = parseSession(account.session);
      const { host } = new URL(account.server);
      return {
        host,
        async send(method, request) {
          session ??= await renew(account, undefined);
          const response = await call(account.server, method, session.accessJwt, request);
          if (!isExpired(response)) return response;
          session = await renew(account, session);
          return call(account.server, method, session.accessJwt, request);
        },
      };
    },
  };
}

const parseSession = (session: string | null): Session | undefined => {
  if (session === null) return undefined;
  const parsed = Session.safeParse(JSON.parse(session));
  return parsed.success ? parsed.data : undefined;
};

/** Returns true for the response to an expired access token: a 400 with its own error, or a 401 of a server that forgot the token. */
const isExpired = ({ status, json }: NetworkResponse): boolean =>
  status === 401 || (status === 400 && (json.error === 'ExpiredToken' || json.error === 'InvalidToken'));
