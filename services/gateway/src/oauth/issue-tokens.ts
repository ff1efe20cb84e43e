import { ACCESS_TOKEN_MINUTES, MAX_ACCESS_TOKENS, MAX_REFRESH_TOKENS, REFRESH_TOKEN_DAYS } from '@space/contracts/platform';
import { isoTime } from '@space/database';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import { accessToken } from '../auth/access-token.ts';
import { hashOfSecret } from '../auth/secret-token.ts';
import { deleteOldTokens, insertTokens } from './grants.queries.ts';
import { refreshToken } from './oauth-secrets.ts';

/** The scope by which clients know that they may use a refresh token. Some use none without it. It allows nothing else. */
export const OFFLINE_ACCESS = 'offline_access';

/** The answer of the token endpoint (RFC 6749, 5.1). The tokens are shown in it only. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** The grant that tokens are issued for. */
interface TokenGrant {
  readonly grant_id: string;
  /** The scopes of the grant. */
  readonly granted: readonly string[];
  /** The scopes of the access token; default those of the grant. */
  readonly scopes?: readonly string[];
  /** In milliseconds since the epoch; null for a key that does not expire. */
  readonly key_expires_at: number | null;
}

/** Returns the end of a refresh token that is issued at `now`, in milliseconds: never after its key. */
export const refreshEnd = (now: number, keyExpiresAt: number | null): number =>
  Math.min(now + REFRESH_TOKEN_DAYS * DAY_MS, keyExpiresAt ?? Number.POSITIVE_INFINITY);

/** Stores a new access token and a new refresh token of a grant, and returns them. */
export async function issueTokens(tx: CommonQueryMethods, grant: TokenGrant, now: number): Promise<TokenAnswer> {
  const { grant_id, granted, scopes = granted, key_expires_at } = grant;
  const access_token = accessToken.generate();
  const refresh_token = refreshToken.generate();
  const accessEnd = Math.min(now + ACCESS_TOKEN_MINUTES * MINUTE_MS, key_expires_at ?? Number.POSITIVE_INFINITY);
  const row = (kind: 'access' | 'refresh', token: string, of: readonly string[], end: number) => ({
    hash: hashOfSecret(token),
    kind,
    grant_id,
    scopes: JSON.stringify(of),
    expires_at: isoTime(end),
  });
  const rows = [row('access', access_token, scopes, accessEnd), row('refresh', refresh_token, granted, refreshEnd(now, key_expires_at))];
  await insertTokens(tx, rows, isoTime(now));
  await deleteOldTokens(tx, grant_id, 'access', MAX_ACCESS_TOKENS);
  await deleteOldTokens(tx, grant_id, 'refresh', MAX_REFRESH_TOKENS);
  const expires_in = Math.floor((accessEnd - now) / SECOND_MS);
  return { access_token, token_type: 'Bearer', expires_in, refresh_token, scope: [...scopes, OFFLINE_ACCESS].join(' ') };
}
