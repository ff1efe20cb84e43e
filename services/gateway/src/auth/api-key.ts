import type { IncomingMessage } from 'node:http';
import { type Caller, Problem } from '@space/contracts/core';
import type { ActivityClient, Approval } from '@space/contracts/platform';
import { isoTime } from '@space/database';
import type { KeyRow } from './api-key.queries.ts';
import { hashOfSecret, secretToken } from './secret-token.ts';

/*
 * A Space API key is a secret that begins with `wks_live_` (secret-token.ts). Only its SHA-256 is stored. It travels as a Bearer
 * token, over MCP also as `x-api-key`. It is active until it is revoked or expires (contract, A1, A2, A13).
 */

const apiKeyToken = secretToken('wks_live_');

/** Returns a new random key. */
export const generateKey = apiKeyToken.generate;

/** Returns true if a text has the shape and the checksum of a key, so that a typo or another secret costs no look-up. */
export const isWellFormedKey = apiKeyToken.isWellFormed;

/** Returns the SHA-256 of a key in hex, by which it is stored and found. */
export const hashOfKey = hashOfSecret;

/** Returns the part of a key that the settings show: enough to tell keys apart, too little to use. */
export const hintOfKey = (key: string): string => `${key.slice(0, 12)}…${key.slice(-4)}`;

/** The reason of a 401, as a metric label. */
type AuthFailure = 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired' | 'ambiguous' | 'operator' | 'closed';

/** The error of a key that is missing, malformed or unknown (contract, E3). */
const INVALID_KEY = 'Invalid Space API key';

/** A 401 with the reason that is counted. */
export class Unauthorized extends Problem {
  readonly reason: AuthFailure;
  /** The URL that tells a client where to get an access token (RFC 9728); undefined where keys are taken. */
  readonly resourceMetadata: string | undefined;

  constructor(reason: AuthFailure, detail: string = INVALID_KEY, resourceMetadata?: string) {
    super('unauthorized', detail);
    this.reason = reason;
    this.resourceMetadata = resourceMetadata;
  }

  /** The `WWW-Authenticate` header of RFC 6750. It names the error only when a credential was sent. */
  get challenge(): string {
    const parts = ['realm="space"'];
    if (this.reason !== 'missing') parts.push('error="invalid_token"', `error_description="${this.message}"`);
    if (this.resourceMetadata !== undefined) parts.push(`resource_metadata="${this.resourceMetadata}"`);
    return `Bearer ${parts.join(', ')}`;
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

/** A known key, or an access token or the session of a person that stands for one: its caller and its scopes. It may have expired or been revoked. */
export interface ApiKey {
  readonly caller: Caller;
  /** The client of OAuth that holds the access token; absent for the key itself. */
  readonly client?: ActivityClient;
  readonly scopes: ReadonlySet<string>;
  /** The scopes of the key that the person did not allow to the client of OAuth; absent for the key itself. */
  readonly withheld_scopes?: ReadonlySet<string>;
  /** The scopes in order, joined: the cache key of everything that depends on them. */
  readonly scope_set: string;
  readonly catalog_mode: 'every' | 'everyday';
  /** The MCP calls that a person must approve first. */
  readonly approval: Approval;
  /** The end of its validity, in milliseconds since the epoch. */
  readonly expires_at: number;
  readonly is_revoked: boolean;
  /** The time at which its Space is deleted, in milliseconds since the epoch; absent when it is not. */
  readonly space_delete_at?: number;
  /** The end of the validity of a secret that was replaced, in milliseconds since the epoch; absent for any other. */
  readonly secret_ends_at?: number;
  /**
   * The end of the time in which a person needs no confirmation, in milliseconds since the epoch; absent for a key. Its caller then is
   * the person of a session.
   */
  readonly confirmed_until?: number;
}

/** Returns the key of a row. An agent's own key acts as the agent, any other key as itself (contract, A12). */
export const apiKeyOf = (row: KeyRow & { readonly secret_ends_at?: number | null }): ApiKey => ({
  caller: {
    space_id: row.space_id,
    key_id: row.id,
    actor: row.agent_id ? { kind: 'agent', id: row.agent_id, name: row.agent_name ?? '' } : { kind: 'api_key', id: row.id, name: row.name },
  },
  scopes: new Set(row.scopes),
  scope_set: row.scopes.toSorted().join(' '),
  catalog_mode: row.catalog_mode,
  approval: row.approval,
  expires_at: row.expires_at ?? Number.POSITIVE_INFINITY,
  is_revoked: row.revoked_at !== null,
  ...(row.space_delete_at !== null && { space_delete_at: row.space_delete_at }),
  ...(row.secret_ends_at != null && { secret_ends_at: row.secret_ends_at }),
});

/** Returns the key if it is active at `now`. Throws Unauthorized if it is revoked or expired, or its secret was replaced (contract, E3). */
export function assertActive(key: ApiKey, now: number): ApiKey {
  if (key.is_revoked) throw new Unauthorized('revoked', 'This Space API key was revoked.');
  if (now >= key.expires_at) throw new Unauthorized('expired', `This Space API key expired on ${isoTime(key.expires_at)}.`);
  if (key.secret_ends_at !== undefined && now >= key.secret_ends_at)
    throw new Unauthorized('expired', `This secret was replaced and ended on ${isoTime(key.secret_ends_at)}; use the new one of its key.`);
  if (key.space_delete_at !== undefined) throw new Unauthorized('closed', closedSpace(key.space_delete_at));
  return key;
}

/** Returns the sentence about a Space that is being deleted. */
export const closedSpace = (deleteAt: number): string =>
  `This Space is closed, because it is being deleted; an owner can take that back in the console until ${isoTime(deleteAt)}.`;
