import type { IncomingMessage } from 'node:http';
import { Problem } from '@space/contracts/core';

/**
 * Throws `forbidden` for a request that a page of another origin sent (CSRF). The cookie of a session goes along with requests of other
 * ports of the same host, so SameSite is not enough (ADR 27). Browsers name the sender in Sec-Fetch-Site; over plain http to another
 * host than localhost they do not, and then a change needs the Origin of the console. A read without both is answered: no page of another
 * origin can read the answer.
 */
export function assertSameOrigin({ method, headers }: IncomingMessage, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isRead = method === 'GET' || method === 'HEAD';
  const isOwn = site !== undefined ? site === 'same-origin' : headers.origin === undefined ? isRead : headers.origin === origin;
  if (!isOwn) throw new Problem('forbidden', 'This request did not come from the console itself. Open the console and try again there.');
}
