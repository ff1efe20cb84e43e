import type { Signals } from '@space/bus';
import { SPACE_CHANGED } from '@space/contracts/core';
import type { Database } from '@space/database';
import type { Log } from '@space/runtime';
import { findKeyByHash, markUsed } from './api-key.queries.ts';
import { type ApiKey, apiKeyOf } from './api-key.ts';
import { type CredentialCache, createCredentialCache } from './credential-cache.ts';
import { createRevocationWatchers } from './revocation-watchers.ts';
import { createUseRecorder } from './use-recorder.ts';

/** The subject of the broadcast that follows the revocation and each change of a key. */
export const KEY_REVOKED = 'space.v1.key.revoked';

/** Announces to every gateway that a key was revoked or changed. The hashes are the SHA-256 of its secrets in hex. */
export function announceKeyChanged(bus: Signals, hashes: readonly (string | null)[], id: string): void {
  for (const hash of hashes) if (hash !== null) bus.publish(KEY_REVOKED, Buffer.from(`${hash} ${id}`));
}

/** Returns the id of the key in the payload of KEY_REVOKED, and the SHA-256 of its secret. */
export function parseKeyRevoked(payload: Uint8Array): { readonly hash: string; readonly id: string } {
  const [hash = '', id = ''] = Buffer.from(payload).toString().split(' ');
  return { hash, id };
}

/**
 * The keys of the database in the memory of one gateway: found by hash from a cache, the times of their last use collected
 * and stored later. A key that was revoked or changed leaves the cache with the broadcast, or after five seconds when the broadcast is
 * lost (contract, A7).
 */
export interface KeyStore extends Pick<CredentialCache<ApiKey>, 'find' | 'knownSpace'> {
  /** Calls `onChanged` when a key is revoked or changed. Returns the function that ends this. */
  watch(keyId: string, onChanged: () => void): () => void;
  /** Records a use of a key. It is stored by the next `flush`, at most once a minute for each key; a crash loses it. */
  recordUse(keyId: string, now: number): void;
  flush(): Promise<void>;
  /** Ends the subscription to broadcasts. */
  close(): void;
}

/** Creates the store. Concurrent look-ups of one key ask Postgres once. */
export function createKeyStore(database: Database, bus: Signals, log: Log): KeyStore {
  const keys = createCredentialCache<ApiKey>(
    async function lookUp(hash) {
      const row = await findKeyByHash(database, hash);
      return row ? apiKeyOf(row) : undefined;
    },
    ({ caller }) => caller.space_id,
  );
  const watchers = createRevocationWatchers();

  const unsubscribe = bus.subscribe(KEY_REVOKED, (payload) => {
    const { hash, id } = parseKeyRevoked(payload);
    keys.forget(hash);
    watchers.notify(id);
  });
  const unsubscribeSpaces = bus.subscribe(SPACE_CHANGED, keys.clear);

  const uses = createUseRecorder(async (recorded) => {
    await markUsed(database, recorded).catch((error: unknown) =>
      log.warn({ err: error, keys: recorded.length }, 'could not store the last use of keys; these uses are dropped'),
    );
  });

  return {
    find: keys.find,
    knownSpace: keys.knownSpace,
    watch: watchers.watch,
    recordUse: uses.record,
    flush: uses.flush,
    close() {
      unsubscribe();
      unsubscribeSpaces();
    },
  };
}
