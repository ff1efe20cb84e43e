import type { IncomingMessage } from 'node:http';
import { SESSION_DAYS } from '@space/contracts/people';
import { DAY_MS, SECOND_MS } from '@space/time';

/** The names of the cookie of a session: over https, and over plain http. No other origin of ours hands either one on. */
const SESSION_COOKIES = { https: '__Host-space', http: 'space_session' } as const;

/** The names of the cookie of a person who is at the identity provider: over https, and over plain http. */
export const PROVIDER_COOKIES = { https: '__Secure-space-provider', http: 'space_provider' } as const;

/** The cookie that holds the secret of a session. */
export interface SessionCookie {
  readonly name: string;
  /** Returns the value of `Set-Cookie` that stores a secret. */
  store(secret: string): string;
  /** The value of `Set-Cookie` that deletes the cookie. */
  readonly remove: string;
  /** Returns the secret that a request carries; undefined without one. */
  read(request: IncomingMessage): string | undefined;
}

/**
 * Returns the cookie of a console at this address. Scripts cannot read it, and a browser sends it with requests of the same site
 * only. Over https its name makes the browser refuse one that another host or an insecure page has set.
 */
export function sessionCookie(consoleUrl: string): SessionCookie {
  const isSecure = new URL(consoleUrl).protocol === 'https:';
  const name = isSecure ? SESSION_COOKIES.https : SESSION_COOKIES.http;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    name,
    store: (secret) => `${name}=${secret}; Max-Age=${(SESSION_DAYS * DAY_MS) / SECOND_MS}; ${attributes}`,
    remove: `${name}=; Max-Age=0; ${attributes}`,
    read: ({ headers }) => cookieValue(headers.cookie, name),
  };
}

/** Returns the value of the first cookie of this name. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined;
  }
  return undefined;
}

const ownNames: ReadonlySet<string> = new Set([...Object.values(SESSION_COOKIES), ...Object.values(PROVIDER_COOKIES)]);

/** Returns a `Cookie` header without the cookies of the console: cookies do not know ports, and no page of a visitor may get it. */
export function withoutSession(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const rest = header.split(';').filter((part) => !ownNames.has(part.slice(0, Math.max(0, part.indexOf('='))).trim()));
  return rest.length === 0 ? undefined : rest.join(';').trim();
}
