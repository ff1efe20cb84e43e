import type { NatsLogin, NatsServer } from '@space/bus';
import { type Config, ConfigError, required } from './config.ts';
import { certificatesOf, textOrFile } from './secret-text.ts';

const DEFAULT_PORT = 4222;
const SEED = /^\s*SU[A-Z2-7]{56}\s*$/;
const CREDENTIALS = /^-----BEGIN NATS USER JWT-----/m;

/**
 * Returns the servers, login and TLS in the settings `NATS_…`. Throws ConfigError for anything that would be ignored: a
 * scheme other than nats:// and tls://, a path or a parameter, two logins, or servers that differ in login or TLS.
 */
export function natsServer(config: Config): NatsServer {
  const urls = required(config, 'NATS_URL').split(',').map(parseServer);
  const [first] = urls;
  if (urls.some(({ username, password }) => username !== first!.username || password !== first!.password))
    throw new ConfigError('NATS_URL has servers with different credentials; give them the same ones.');
  if (urls.some(({ protocol }) => protocol !== first!.protocol))
    throw new ConfigError('NATS_URL mixes nats:// and tls://; use one of them.');
  const login = onlyLogin([...loginOfUrl(first!), ...loginsOf(config)]);
  const tls = certificatesOf(config, 'NATS') ?? (first!.protocol === 'tls:' ? {} : undefined);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    ...(login ? { login } : {}),
    ...(tls ? { tls } : {}),
  };
}

function parseServer(entry: string): URL {
  const text = entry.trim();
  const url = URL.parse(text.includes('://') ? text : `nats://${text}`);
  if (!url?.hostname) throw new ConfigError('NATS_URL must be comma-separated URLs such as nats://host:4222.');
  if (!/^(nats|tls):$/.test(url.protocol))
    throw new ConfigError(`NATS_URL has the scheme ${url.protocol.slice(0, -1)}, which is not supported; use nats:// or tls://.`);
  if (url.search || url.hash || !/^\/?$/.test(url.pathname))
    throw new ConfigError('NATS_URL has a path or a parameter, which NATS does not use; remove it.');
  return url;
}

type NamedLogin = readonly [name: string, login: NatsLogin];

/** Returns the login in a URL: a user and a password, or a token. */
function loginOfUrl({ username, password }: URL): NamedLogin[] {
  if (!username && !password) return [];
  const [first, second] = [decoded(username), decoded(password)];
  return [['NATS_URL', second ? { user: first, password: second } : { token: first }]];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ConfigError('NATS_URL has credentials that are not valid percent-encoding; write % as %25.');
  }
}

function loginsOf(config: Config): NamedLogin[] {
  const { NATS_USER: user, NATS_PASSWORD: password, NATS_TOKEN: token } = config;
  if ((user === undefined) !== (password === undefined))
    throw new ConfigError('NATS_USER and NATS_PASSWORD belong together: set both or none.');
  const nkeySeed = textOrFile('NATS_NKEY', config.NATS_NKEY, SEED)?.trim();
  const credentials = textOrFile('NATS_CREDS', config.NATS_CREDS, CREDENTIALS);
  return [
    ...(user === undefined ? [] : [['NATS_USER', { user, password: password! }] as const]),
    ...(token === undefined ? [] : [['NATS_TOKEN', { token }] as const]),
    ...(nkeySeed === undefined ? [] : [['NATS_NKEY', { nkeySeed }] as const]),
    ...(credentials === undefined ? [] : [['NATS_CREDS', { credentials }] as const]),
  ];
}

function onlyLogin(logins: readonly NamedLogin[]): NatsLogin | undefined {
  if (logins.length > 1) throw new ConfigError(`${logins.map(([name]) => name).join(' and ')} contain different logins for NATS; set one.`);
  return logins[0]?.[1];
}
