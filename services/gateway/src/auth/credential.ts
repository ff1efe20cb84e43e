import type { IncomingMessage } from 'node:http';
import { Unauthorized } from './api-key.ts';

const BEARER = /^bearer +([^ ]+)$/i;

/** The Bearer token of a request; no header, another scheme or two headers are refused. */
export function bearerToken(request: IncomingMessage): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new Unauthorized('missing');
  const token = BEARER.exec(header)?.[1];
  if (!token || countOf(request.rawHeaders, 'authorization') > 1) throw new Unauthorized('malformed');
  return token;
}

/** The key of an MCP request: Bearer or `x-api-key`. Both are welcome when they agree; nobody guesses when they do not. */
export function mcpToken(request: IncomingMessage): string {
  const given = request.headers['x-api-key'];
  if (given === undefined) return bearerToken(request);
  if (typeof given !== 'string' || countOf(request.rawHeaders, 'x-api-key') > 1) throw new Unauthorized('malformed');
  if (request.headers.authorization !== undefined && bearerToken(request) !== given) throw new Unauthorized('ambiguous');
  return given;
}

/** How often a header was sent: Node keeps only the first of some. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const header = rawHeaders[n]!;
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}
