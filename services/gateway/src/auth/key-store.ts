import { deadlineFromNow, type Signals } from '@space/bus';
import { MAX_CACHED_KEYS } from '@space/contracts/platform';
import { type Database, isoTime, runInCallScope } from '@space/database';
import type { Log } from '@space/runtime';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { findKeyByHash, markUsed } from './api-key.queries.ts';
import { type ApiKey, apiKeyOf } from './api-key.ts';

/** The subject of the broadcast that follows the revocation of a key. */
export const KEY_REVOKED = 'space.v1.key.revoked';

/** Returns the payload of KEY_REVOKED: the SHA-256 of the key in hex, and its id. */
export const keyRevokedPayload = (hash: string, id: string): Uint8Array => Buffer.from(`${hash} ${id}`);

/**
 * The keys of the database in the memory of one gateway: found by hash from a cache, the times of their last use collected
 * and stored later. A revoked key leaves the cache with the broadcast, or after five seconds when the broadcast is lost
 * (contract, A7).
 */
export interface KeyStore {
  /**
   * Returns the key, or undefined when it does not exist; a promise when Postgres has to be asked. `beforeLookUp` is called
   * before that for a key that was not found in the last hour; it may throw.
   */
  find(hash: string, beforeLookUp: () => void): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** Returns the Space of a key that was found in the last hour, whether or not it is valid now. */
  knownSpace(hash: string): string | undefined;
  /** Calls `onRevoked` when a key is revoked. Returns the function that ends this. */
  watch(keyId: string, onRevoked: () => void): () => void;
  /** Records a use of a key. It is stored by the next `flush`, at most once a minute for each key; a crash loses it. */
  recordUse(keyId: string, now: number): void;
  flush(): Promise<void>;
  /** Ends the subscription to broadcasts. */
  close(): void;
}

const TTL_MS = 5_000;
const KNOWN_MS = HOUR_MS;
/** The key look-ups take turns on the connections of Postgres under this name. */
const LOOK_UPS = 'key look-ups';

/** Creates the store. Concurrent look-ups of one key ask Postgres once. */
export function createKeyStore(database: Database, bus: Signals, log: Log): KeyStore {
  const keys = new LRUCache<string, ApiKey | 'unknown'>({
    max: MAX_CACHED_KEYS,
    ttl: TTL_MS,
    // A revocation deletes a look-up in flight: its callers get the answer, later ones ask again.
    ignoreFetchAbort: true,
    async fetchMethod(hash) {
      const scope = { space_id: LOOK_UPS, deadline: deadlineFromNow() };
      const row = await runInCallScope(scope, () => findKeyByHash(database, hash));
      if (row) known.set(hash, row.space_id);
      return row ? apiKeyOf(row) : 'unknown';
    },
  });
  const known = new LRUCache<string, string>({ max: MAX_CACHED_KEYS, ttl: KNOWN_MS });
  const watchers = new Map<string, Set<() => void>>();
  // A cache of their own, so that guessed keys do not evict real ones.
  const unknownKeys = new LRUCache<string, true>({ max: MAX_CACHED_KEYS, ttl: TTL_MS });

  async function load(hash: string): Promise<ApiKey | undefined> {
    const key = await keys.fetch(hash);
    if (key !== 'unknown') return key;
    if (keys.delete(hash)) unknownKeys.set(hash, true);
    return undefined;
  }

  const unsubscribe = bus.subscribe(KEY_REVOKED, (payload) => {
    const [hash = '', id = ''] = Buffer.from(payload).toString().split(' ');
    keys.delete(hash);
    unknownKeys.delete(hash);
    for (const onRevoked of [...(watchers.get(id) ?? [])]) onRevoked();
  });

  const recorded = new LRUCache<string, number>({ max: MAX_CACHED_KEYS });
  let unflushed = new Map<string, number>();

  return {
    find(hash, beforeLookUp) {
      const key = keys.get(hash);
      if (typeof key === 'object') return key;
      if (unknownKeys.get(hash)) return undefined;
      if (!known.has(hash)) beforeLookUp();
      return load(hash);
    },
    knownSpace: (hash) => known.get(hash),
    watch(keyId, onRevoked) {
      const ofKey = watchers.getOrInsertComputed(keyId, () => new Set());
      ofKey.add(onRevoked);
      return function unwatch() {
        ofKey.delete(onRevoked);
        if (ofKey.size === 0 && watchers.get(keyId) === ofKey) watchers.delete(keyId);
      };
    },
    recordUse(keyId, now) {
      const last = recorded.get(keyId);
      if (last !== undefined && now - last < MINUTE_MS) return;
      recorded.set(keyId, now);
      unflushed.set(keyId, now);
    },
    async flush() {
      if (unflushed.size === 0) return;
      const uses = [...unflushed].sort().map(([id, at]) => ({ id, at: isoTime(at) }));
      unflushed = new Map();
      await markUsed(database, uses).catch((error: unknown) =>
        log.warn({ err: error, keys: uses.length }, 'could not store the last use of keys; these uses are dropped'),
      );
    },
    close: unsubscribe,
  };
}
