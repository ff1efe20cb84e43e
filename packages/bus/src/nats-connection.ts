import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  type Authenticator,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from 'nats';
import type { BusObserver } from './bus.ts';

/** The proof of identity of a client of NATS: a password, a token, the seed of an nkey, or the text of a credentials file. */
export type NatsLogin =
  | { readonly user: string; readonly password: string }
  | { readonly token: string }
  | { readonly nkeySeed: string }
  | { readonly credentials: string };

/** NATS servers as `host:port`, and the login to all of them. With `tls`, also an empty one, a server without TLS is refused. */
export interface NatsServer {
  readonly servers: readonly string[];
  readonly login?: NatsLogin;
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

const RECONNECT_MS = 250;

/** Connects, and retries without end; each new reason why this fails is observed once. An observer that throws ends the attempts. */
export async function connectToNats({ servers, login, tls }: NatsServer, name: string, observer: BusObserver): Promise<NatsConnection> {
  const options: ConnectionOptions = {
    servers: [...servers],
    name,
    ...(login ? { authenticator: authenticatorOf(login) } : {}),
    ...(tls ? { tls: { ...tls, ...identityCheck(servers) } } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    // A password that is changed on the servers first is refused for a while.
    ignoreAuthErrorAbort: true,
    // A stack trace per request costs more than sending the request.
    noAsyncTraces: true,
  };
  for (let reported = ''; ; await delay(RECONNECT_MS))
    try {
      return await connect(options);
    } catch (error) {
      const { message } = error as Error;
      // The error itself contains whole certificates.
      if (message !== reported) observer.failed?.('connect to NATS; retrying', new Error(message));
      reported = message;
    }
}

function authenticatorOf(login: NatsLogin): Authenticator {
  if ('user' in login) return usernamePasswordAuthenticator(login.user, login.password);
  if ('token' in login) return tokenAuthenticator(login.token);
  const encoder = new TextEncoder();
  return 'nkeySeed' in login ? nkeyAuthenticator(encoder.encode(login.nkeySeed)) : credsAuthenticator(encoder.encode(login.credentials));
}

/** The name that Node compares with a certificate when the client passes none: the nats client does so for an IP address. */
const NO_NAME = 'localhost';

/** Returns the check of a server's certificate: without a name it must be valid for one of the configured IP addresses. */
function identityCheck(servers: readonly string[]): { checkServerIdentity?: typeof checkServerIdentity } {
  const hosts = servers.map((server) => server.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
  const addresses = hosts.filter((host) => isIP(host));
  if (addresses.length === 0 || hosts.includes(NO_NAME)) return {};
  return {
    checkServerIdentity(name: string, certificate: PeerCertificate) {
      const errors = (name === NO_NAME ? addresses : [name]).map((each) => checkServerIdentity(each, certificate));
      return errors.includes(undefined) ? undefined : errors[0];
    },
  };
}
