import { MAX_KEY_GRANTS } from '@space/contracts/platform';
import { isoTime, newId } from '@space/database';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { GRANT_REVOKED } from '../auth/access-token-store.ts';
import { hashOfSecret } from '../auth/secret-token.ts';
import type { FormFields } from '../public/form-fields.ts';
import { revokeGrant } from '../settings/grants.queries.ts';
import { matchesChallenge, namedScopes } from './authorization-request.ts';
import { type CodeRow, lockCode, markCodeUsed } from './authorizations.queries.ts';
import { markClientUsed } from './clients.queries.ts';
import { extendGrant, insertGrant, lockRefreshToken, markTokenUsed, revokeOldGrants } from './grants.queries.ts';
import { issueTokens, refreshEnd, type TokenAnswer } from './issue-tokens.ts';
import { OauthError } from './oauth-error.ts';
import { assertResource, optionalField, requiredField } from './oauth-fields.ts';
import { authorizationCode, refreshToken } from './oauth-secrets.ts';

/** The outcome of a transaction. A refusal is returned and not thrown, since the revocation that it may cause must be stored. */
interface Outcome {
  readonly answer: TokenAnswer | OauthError;
  /** Grants that were revoked. */
  readonly revoked: readonly string[];
}

const createRefusal = (description: string, revoked: readonly string[] = []): Outcome => ({
  answer: new OauthError('invalid_grant', description),
  revoked,
});

/** Returns true if a key is active. */
const isActive = ({ key_revoked_at, key_expires_at }: Pick<CodeRow, 'key_revoked_at' | 'key_expires_at'>, now: number): boolean =>
  key_revoked_at === null && (key_expires_at === null || now < key_expires_at);

/** Exchanges codes and refresh tokens for tokens. Each method throws OauthError. */
export interface TokenGrants {
  exchangeCode(fields: FormFields): Promise<TokenAnswer>;
  refresh(fields: FormFields): Promise<TokenAnswer>;
}

/** Creates the exchanges. A code and a refresh token can be exchanged once: a second exchange revokes their grant (RFC 9700, 4.14). */
export function createTokenGrants({ database, bus, clock, log }: Ports, resource: string): TokenGrants {
  async function run(act: (tx: CommonQueryMethods) => Promise<Outcome>): Promise<TokenAnswer> {
    const { answer, revoked } = await database.transaction(act);
    for (const id of revoked) bus.publish(GRANT_REVOKED, Buffer.from(id));
    if (answer instanceof OauthError) throw answer;
    return answer;
  }

  /** Revokes a grant whose code or refresh token was used twice: one of the two users stole it. */
  async function refuseReuse(
    tx: CommonQueryMethods,
    what: string,
    { space_id, grant_id: grant }: { readonly space_id: string; readonly grant_id: string | null },
    now: number,
  ): Promise<Outcome> {
    const isEnded = grant !== null && (await revokeGrant(tx, space_id, grant, isoTime(now)))?.was_revoked === false;
    if (isEnded) log.warn({ grant_id: grant }, `${what} was used twice; its grant is revoked`);
    return createRefusal(`This ${what} was used before.`, isEnded ? [grant] : []);
  }

  return {
    exchangeCode(fields) {
      const code = requiredField(fields, 'code');
      const clientId = requiredField(fields, 'client_id');
      const verifier = requiredField(fields, 'code_verifier');
      const redirectUri = optionalField(fields, 'redirect_uri');
      assertResource(fields, resource);
      if (!authorizationCode.isWellFormed(code)) throw new OauthError('invalid_grant', 'This code is unknown.');
      const hash = hashOfSecret(code);
      const now = clock.now();
      return run(async function exchange(tx) {
        const row = await lockCode(tx, hash);
        if (!row) return createRefusal('This code is unknown.');
        if (row.used_at !== null) return refuseReuse(tx, 'code', row, now);
        const fault = faultOfExchange(row, { clientId, redirectUri, verifier, now });
        if (fault !== undefined) {
          await markCodeUsed(tx, hash, null, isoTime(now));
          return createRefusal(fault);
        }
        const { space_id, key_id, client_id, client_name, scopes, key_expires_at } = row;
        const id = newId('gra');
        const expires_at = isoTime(refreshEnd(now, key_expires_at));
        await insertGrant(tx, { id, space_id, key_id, client_id, client_name, scopes, expires_at }, isoTime(now));
        await markCodeUsed(tx, hash, id, isoTime(now));
        await markClientUsed(tx, client_id, isoTime(now));
        const revoked = await revokeOldGrants(tx, space_id, key_id, MAX_KEY_GRANTS, isoTime(now));
        const answer = await issueTokens(tx, { grant_id: id, granted: scopes, key_expires_at }, now);
        return { answer, revoked: revoked.map((one) => one.id) };
      });
    },

    refresh(fields) {
      const token = requiredField(fields, 'refresh_token');
      const clientId = requiredField(fields, 'client_id');
      const wanted = namedScopes(fields);
      assertResource(fields, resource);
      if (!refreshToken.isWellFormed(token)) throw new OauthError('invalid_grant', 'This refresh token is unknown.');
      const hash = hashOfSecret(token);
      const now = clock.now();
      return run(async function exchange(tx) {
        const row = await lockRefreshToken(tx, hash);
        if (!row || row.client_id !== clientId) return createRefusal('This refresh token is unknown.');
        if (row.used_at !== null) return refuseReuse(tx, 'refresh token', row, now);
        if (row.grant_revoked_at !== null) return createRefusal('This connection was revoked.');
        if (now >= row.expires_at) return createRefusal('This refresh token has expired.');
        if (!isActive(row, now)) return createRefusal('The Space API key of this connection is not active.');
        if (wanted?.some((scope) => !row.granted.includes(scope)))
          return { answer: new OauthError('invalid_scope', 'The connection does not have all of these scopes.'), revoked: [] };
        await markTokenUsed(tx, hash, isoTime(now));
        await extendGrant(tx, row.grant_id, isoTime(refreshEnd(now, row.key_expires_at)), isoTime(now));
        await markClientUsed(tx, row.client_id, isoTime(now));
        return { answer: await issueTokens(tx, { ...row, ...(wanted && { scopes: wanted }) }, now), revoked: [] };
      });
    },
  };
}

/** The fields with which a client exchanges a code. */
interface Exchange {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier: string;
  readonly now: number;
}

/** Returns why a code is not exchanged, or undefined. */
function faultOfExchange(row: CodeRow, { clientId, redirectUri, verifier, now }: Exchange): string | undefined {
  if (row.client_id !== clientId) return 'This code was issued to another client.';
  if (now >= row.expires_at) return 'This code has expired.';
  if (redirectUri !== undefined && redirectUri !== row.redirect_uri) return 'redirect_uri is not that of the authorization request.';
  if (!matchesChallenge(verifier, row.code_challenge)) return 'code_verifier does not belong to the code_challenge.';
  return isActive(row, now) ? undefined : 'The Space API key of this connection is not active.';
}
