import type { Signals } from '@space/bus';
import { SPACE_CHANGED } from '@space/contracts/core';
import type { Database } from '@space/database';
import { findAccessToken } from './access-token.queries.ts';
import { type AccessToken, accessTokenOf } from './access-token.ts';
import { type CredentialCache, createCredentialCache } from './credential-cache.ts';
import { KEY_REVOKED, parseKeyRevoked } from './key-store.ts';
import { createRevocationWatchers } from './revocation-watchers.ts';

/** The subject of the broadcast that follows the revocation of grants. Its payload is the id of one grant. */
export const GRANT_REVOKED = 'space.v1.grant.revoked';

/**
 * The access tokens of the database in the memory of one gateway. A revoked grant or key leaves it with the broadcast, or after
 * five seconds when the broadcast is lost (contract, A7).
 */
export interface AccessTokenStore extends CredentialCache<AccessToken> {
  /** Calls `onChanged` when a grant is revoked, or a key is revoked or changed. Returns the function that ends this. */
  watch(grantOrKeyId: string, onChanged: () => void): () => void;
  /** Ends the subscriptions to broadcasts. */
  close(): void;
}

/** Creates the store. */
export function createAccessTokenStore(database: Database, bus: Signals): AccessTokenStore {
  const tokens = createCredentialCache(async function lookUp(hash) {
    const row = await findAccessToken(database, hash);
    return row ? accessTokenOf(row) : undefined;
  }, spaceOf);
  const watchers = createRevocationWatchers();
  // Revocations are rare, and a token is found again by one look-up.
  const unsubscribeKeys = bus.subscribe(KEY_REVOKED, (payload) => {
    tokens.clear();
    watchers.notify(parseKeyRevoked(payload).id);
  });
  const unsubscribeGrants = bus.subscribe(GRANT_REVOKED, (payload) => {
    tokens.clear();
    watchers.notify(Buffer.from(payload).toString());
  });
  const unsubscribeSpaces = bus.subscribe(SPACE_CHANGED, tokens.clear);
  return {
    ...tokens,
    watch: watchers.watch,
    close() {
      unsubscribeKeys();
      unsubscribeGrants();
      unsubscribeSpaces();
    },
  };
}

const spaceOf = ({ key }: AccessToken): string => key.caller.space_id;
