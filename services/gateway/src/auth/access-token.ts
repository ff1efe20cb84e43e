import { isoTime } from '@space/database';
import type { AccessTokenRow } from './access-token.queries.ts';
import { type ApiKey, apiKeyOf, closedSpace } from './api-key.ts';
import { secretToken } from './secret-token.ts';

/*
 * An access token stands for a key: its holder acts as the key, in the same Space, with those of its scopes that a person
 * allowed. It is valid at one path only (contract, A15). It ends by itself, with its grant, and with its key.
 */

/** The kind of secret that access tokens are. */
export const accessToken = secretToken('wks_access_');

/** The state of an access token and of what it stands for. */
export interface AccessToken {
  /** The key, with the scopes of the token. */
  readonly key: ApiKey & { readonly client: NonNullable<ApiKey['client']> };
  /** In milliseconds since the epoch. */
  readonly expires_at: number;
  readonly is_grant_revoked: boolean;
}

/** Returns the access token of a row. Scopes that the key has lost are left out. */
export function accessTokenOf(row: AccessTokenRow): AccessToken {
  const held = new Set(row.scopes);
  const granted = new Set(row.granted);
  const scopes = row.granted.filter((scope) => held.has(scope));
  const key = apiKeyOf({ ...row, scopes });
  return {
    key: {
      ...key,
      caller: { ...key.caller, grant_id: row.grant_id },
      client: { grant_id: row.grant_id, name: row.client_name },
      withheld_scopes: held.difference(granted),
    },
    expires_at: row.token_expires_at,
    is_grant_revoked: row.grant_revoked_at !== null,
  };
}

/** Returns why an access token is not active at `now`, with the label that is counted; undefined for an active one. */
export function faultOfAccessToken({ key, expires_at, is_grant_revoked }: AccessToken, now: number) {
  if (key.is_revoked) return { reason: 'revoked', detail: 'The Space API key of this connection was revoked.' } as const;
  if (now >= key.expires_at)
    return { reason: 'expired', detail: `The Space API key of this connection expired on ${isoTime(key.expires_at)}.` } as const;
  if (key.space_delete_at !== undefined) return { reason: 'closed', detail: closedSpace(key.space_delete_at) } as const;
  if (is_grant_revoked) return { reason: 'revoked', detail: 'This connection was revoked; connect again.' } as const;
  if (now >= expires_at) return { reason: 'expired', detail: 'This access token has expired; refresh it.' } as const;
  return undefined;
}
