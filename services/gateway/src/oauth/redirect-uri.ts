import { MAX_CLIENT_URL_CHARACTERS } from '@space/contracts/platform';
import type { Labels } from '@space/web';

/*
 * Redirect URIs are compared as text, character by character. Only the port of a loopback address may differ (RFC 8252, 7.3),
 * because a program on the person's machine listens on any free port. `https` and loopback `http` are allowed, and private
 * schemes of native apps with a dot, such as `com.example.app` (RFC 8252, 7.1). Schemes without a dot open parts of the browser
 * and of the operating system, such as `javascript`, `file` and `ms-msdt`.
 */

const PRINTABLE = /^[\x21-\x7e]+$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/i;

/** Schemes without a dot of programs that are known to connect with them. */
const APP_SCHEMES: ReadonlySet<string> = new Set(['cursor:']);

/** Returns true if a client may be sent back to this URI. */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_CLIENT_URL_CHARACTERS || !PRINTABLE.test(text) || /[#\\]/.test(text)) return false;
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return /^https:\/\/[^/?]/i.test(text);
  if (url.protocol === 'http:') return LOOPBACK.test(url.hostname) && LOOPBACK_PORT.test(text);
  return url.protocol.includes('.') || APP_SCHEMES.has(url.protocol);
}

/** Returns true if one of the redirect URIs of a client is this one. */
export const matchesRedirectUri = (registered: readonly string[], given: string): boolean =>
  registered.some((uri) => uri === given || (LOOPBACK_PORT.test(uri) && withoutPort(uri) === withoutPort(given)));

const withoutPort = (uri: string): string => uri.replace(LOOPBACK_PORT, '$1');

/** Returns the destination of a redirect as people read it: a host, or the kind of app. */
export function destinationOf(redirectUri: string, labels: Labels['connect']): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (LOOPBACK.test(hostname)) return labels.program_on_device;
  return protocol === 'https:' ? host : labels.app_on_device(protocol);
}

/** Returns a redirect URI with these parameters added to its query. */
export function withParameters(redirectUri: string, parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
