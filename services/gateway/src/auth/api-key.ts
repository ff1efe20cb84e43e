import { hash, randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { type Caller, Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { KeyRow } from './api-key.queries.ts';

/*
 * A Space API key: `wks_live_`, 36 random base62 characters (214 bits) and 6 that are their checksum. Only its SHA-256 is
 * stored. It travels as a Bearer token, over MCP also as `x-api-key`. It is active until it is revoked or expires (contract, A1,
 * A2, A13).
 */

const PREFIX = 'wks_live_';
const RANDOM_CHARS = 36;
const CHECKSUM_CHARS = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UNCHECKED_CHARS = PREFIX.length + RANDOM_CHARS;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`);

/** Returns a new random key. */
export function generateKey(): string {
  let key = PREFIX;
  for (let n = 0; n < RANDOM_CHARS; n++) key += ALPHABET[randomInt(ALPHABET.length)];
  return key + checksumOf(key);
}

/** Returns true if a text has the shape and the checksum of a key, so that a typo or another secret costs no look-up. */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && text.slice(UNCHECKED_CHARS) === checksumOf(text.slice(0, UNCHECKED_CHARS));

/** Returns the SHA-256 of a key in hex, by which it is stored and found. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'hex');

/** Returns the part of a key that the settings show: enough to tell keys apart, too little to use. */
export const hintOfKey = (key: string): string => `${key.slice(0, 12)}…${key.slice(-4)}`;

/** Returns the CRC32 of a text in base62, padded to 6 characters: 62 to the power of 6 is larger than 2 to the power of 32. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM_CHARS; n++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** The reason of a 401, as a metric label. */
type AuthFailure = 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired' | 'ambiguous' | 'operator';

/** The error of a key that is missing, malformed or unknown (contract, E3). */
const INVALID_KEY = 'Invalid Space API key';

/** A 401 with the reason that is counted. */
export class Unauthorized extends Problem {
  readonly reason: AuthFailure;

  constructor(reason: AuthFailure, detail: string = INVALID_KEY) {
    super('unauthorized', detail);
    this.reason = reason;
  }

  /** The `WWW-Authenticate` header of RFC 6750. It names the error only when a credential was sent. */
  get challenge(): string {
    return this.reason === 'missing'
      ? 'Bearer realm="space"'
      : `Bearer realm="space", error="invalid_token", error_description="${this.message}"`;
  }
}

/** Returns true if a request has a header with a key, valid or not. */
export const hasCredential = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || headers['x-api-key'] !== undefined;

const BEARER = /^bearer +([^ ]+)$/i;

/** Returns the Bearer token of a request. Throws Unauthorized without the header, for another scheme and for two headers. */
export function bearerToken(request: IncomingMessage): string {
  const header = request.headers.authorization;
  if (header === undefined) throw new Unauthorized('missing');
  const token = BEARER.exec(header)?.[1];
  if (!token || countOf(request.rawHeaders, 'authorization') > 1) throw new Unauthorized('malformed');
  return token;
}

/** Returns the key of an MCP request: its Bearer token or its `x-api-key`. Throws Unauthorized when the two differ. */
export function mcpToken(request: IncomingMessage): string {
  const given = request.headers['x-api-key'];
  if (given === undefined) return bearerToken(request);
  if (typeof given !== 'string' || countOf(request.rawHeaders, 'x-api-key') > 1) throw new Unauthorized('malformed');
  if (request.headers.authorization !== undefined && bearerToken(request) !== given) throw new Unauthorized('ambiguous');
  return given;
}

/** Counts how many times a header was sent: Node drops all but the first of some. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const header = rawHeaders[n]!;
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}

/** A known key: its caller and its scopes. It may have expired or been revoked. */
export interface ApiKey {
  readonly caller: Caller;
  readonly scopes: ReadonlySet<string>;
  /** The scopes in order, joined: the cache key of everything that depends on them. */
  readonly scope_set: string;
  readonly catalog_mode: 'every' | 'everyday';
  /** The end of its validity, in milliseconds since the epoch. */
  readonly expires_at: number;
  readonly is_revoked: boolean;
}

/** Returns the key of a row. An agent's own key acts as the agent, any other key as itself (contract, A12). */
export const apiKeyOf = (row: KeyRow): ApiKey => ({
  caller: {
    space_id: row.space_id,
    key_id: row.id,
    actor: row.agent_id ? { kind: 'agent', id: row.agent_id, name: row.agent_name ?? '' } : { kind: 'api_key', id: row.id, name: row.name },
  },
  scopes: new Set(row.scopes),
  scope_set: row.scopes.toSorted().join(' '),
  catalog_mode: row.catalog_mode,
  expires_at: row.expires_at ?? Number.POSITIVE_INFINITY,
  is_revoked: row.revoked_at !== null,
});

/** Returns the key if it is active at `now`. Throws Unauthorized if it is revoked or expired (contract, E3). */
export function assertActive(key: ApiKey, now: number): ApiKey {
  if (key.is_revoked) throw new Unauthorized('revoked', 'This Space API key was revoked.');
  if (now >= key.expires_at) throw new Unauthorized('expired', `This Space API key expired on ${isoTime(key.expires_at)}.`);
  return key;
}
