import { type Caller, Problem } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { KeyRow } from '../settings/keys.queries.ts';

/** A key that is known: who calls with it and what it may do. It may have expired or been revoked since. */
export interface SpaceKey {
  readonly caller: Caller;
  readonly scopes: ReadonlySet<string>;
  /** The scopes in order: what a cache that depends on them is keyed by. */
  readonly scope_set: string;
  readonly catalog_mode: 'every' | 'everyday';
  /** When it stops working, in milliseconds since the epoch. */
  readonly expires_at: number;
  readonly revoked: boolean;
}

/** What a row means for a call: an agent's own key acts as the agent, any other as itself (decisions, actor). */
export const spaceKeyOf = (row: KeyRow): SpaceKey => ({
  caller: {
    space_id: row.space_id,
    key_id: row.id,
    actor: row.agent_id ? { kind: 'agent', id: row.agent_id, name: row.agent_name ?? '' } : { kind: 'api_key', id: row.id, name: row.name },
  },
  scopes: new Set(row.scopes),
  scope_set: row.scopes.toSorted().join(' '),
  catalog_mode: row.catalog_mode,
  expires_at: row.expires_at ?? Number.POSITIVE_INFINITY,
  revoked: row.revoked_at !== null,
});

/** Why a request is refused with 401, as a metric label. */
export type Refusal = 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired' | 'ambiguous' | 'operator';

/** The text for a key that is missing, mistyped or of nobody (spec, Errors). */
const INVALID_KEY = 'Invalid Space API key';

/** A 401 with the reason that is counted; the texts are the spec's. */
export class Unauthorized extends Problem {
  readonly reason: Refusal;

  constructor(reason: Refusal, detail: string = INVALID_KEY) {
    super('unauthorized', detail);
    this.reason = reason;
  }

  /** RFC 6750: the error is named only when a credential was sent. */
  get challenge(): string {
    return this.reason === 'missing'
      ? 'Bearer realm="space"'
      : `Bearer realm="space", error="invalid_token", error_description="${this.message}"`;
  }
}

/** The key, unless it was revoked or its time is over. */
export function inForce(key: SpaceKey, now: number): SpaceKey {
  if (key.revoked) throw new Unauthorized('revoked', 'This Space API key was revoked.');
  if (now >= key.expires_at) throw new Unauthorized('expired', `This Space API key expired on ${isoTime(key.expires_at)}.`);
  return key;
}
