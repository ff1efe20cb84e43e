import type { Clock } from '@space/database';
import { z } from 'zod';
import { type Credentials, NetworkError } from './network.ts';
import { errorForResponse, type NetworkClient, type NetworkRequest, type NetworkResponse } from './network-client.ts';

const Session = z.object({ accessJwt: z.string(), refreshJwt: z.string() });
const Opened = Session.extend({ did: z.string().max(300), handle: z.string().max(253) });

/** Asks a server of the AT Protocol as one account. */
export interface BlueskySession {
  readonly host: string;
  /** Asks with the present token; one that is over is replaced first. */
  send(method: string, question?: Partial<NetworkRequest>): Promise<NetworkResponse>;
}

/** Opens sessions and keeps them open. */
export interface BlueskySessions {
  /** Gives an app password for a session (com.atproto.server.createSession). */
  open(server: string, identifier: string, password: string): Promise<{ did: string; handle: string; session: string }>;
  of(account: Credentials): BlueskySession;
}

/**
 * Sessions of the AT Protocol: an app password opens one, its access token is good for some minutes or hours, and its
 * refresh token, good for one use, brings the next. What cannot be refreshed is opened anew, so that two processes that
 * refresh at once do not lock each other out.
 */
export function createBlueskySessions(client: NetworkClient, clock: Clock): BlueskySessions {
  const call = (server: string, method: string, token: string | undefined, question: Partial<NetworkRequest> = {}) =>
    client.send({
      ...question,
      url: new URL(`/xrpc/${method}`, server).href,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...question.headers },
    });

  const open = async (server: string, identifier: string, password: string) => {
    const answer = await call(server, 'com.atproto.server.createSession', undefined, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier, password }),
    });
    if (answer.status !== 200) throw errorForResponse(answer, new URL(server).host, clock.now());
    const opened = Opened.safeParse(answer.json);
    if (!opened.success) throw new NetworkError('rejected', `${new URL(server).host} does not answer like a server of the AT Protocol.`);
    const { did, handle, accessJwt, refreshJwt } = opened.data;
    return { did, handle, session: JSON.stringify({ accessJwt, refreshJwt }) };
  };

  const refresh = async ({ server }: Credentials, refreshJwt: string) => {
    const answer = await call(server, 'com.atproto.server.refreshSession', refreshJwt, { method: 'POST' });
    const session = answer.status === 200 ? Session.safeParse(answer.json) : undefined;
    return session?.success ? session.data : undefined;
  };

  const renew = async (account: Credentials, before: z.output<typeof Session> | undefined): Promise<string> => {
    const refreshed = before && (await refresh(account, before.refreshJwt));
    const session = refreshed ? JSON.stringify(refreshed) : (await open(account.server, account.remote_id, account.secret)).session;
    await account.saveSession(session);
    return session;
  };

  return {
    open,
    of(account) {
      let kept = read(account.session);
      const { host } = new URL(account.server);
      return {
        host,
        async send(method, question) {
          if (!kept) kept = read(await renew(account, undefined))!;
          const answer = await call(account.server, method, kept.accessJwt, question);
          if (!isExpired(answer)) return answer;
          kept = read(await renew(account, kept))!;
          return call(account.server, method, kept.accessJwt, question);
        },
      };
    },
  };
}

const read = (session: string | null): z.output<typeof Session> | undefined => {
  if (session === null) return undefined;
  const parsed = Session.safeParse(JSON.parse(session));
  return parsed.success ? parsed.data : undefined;
};

/** An access token that is over is a 400 with a name of its own, and a 401 where a server forgot it. */
const isExpired = ({ status, json }: NetworkResponse): boolean =>
  status === 401 || (status === 400 && (json.error === 'ExpiredToken' || json.error === 'InvalidToken'));
