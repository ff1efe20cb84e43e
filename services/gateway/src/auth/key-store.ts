import type { Signals } from '@space/bus';
import { type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { findKeyByHash, markUsed } from './api-key.queries.ts';
import { type ApiKey, apiKeyOf } from './api-key.ts';

/** The subject of the broadcast that follows the revocation of a key; its payload is the SHA-256 of the key in hex. */
export const KEY_REVOKED = 'space.v1.key.revoked';

/**
 * The keys of the database in the memory of one gateway: found by hash from a cache, the times of their last use collected
 * and stored later. A revoked key leaves the cache with the broadcast, or after five seconds when the broadcast is lost
 * (contract, A7).
 */
export interface KeyStore {
  /** Returns the key, or undefined when it does not exist; a promise when Postgres has to be asked. */
  find(hash: string): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** Records a use of a key. It is stored by the next `flush`, at most once a minute for each key; a crash loses it. */
  recordUse(keyId: string, now: number): void;
  flush(): Promise<void>;
  /** Ends the subscription to broadcasts. */
  close(): void;
}

const MAX_KEYS = 10_000;
const TTL_MS = 5_000;

/** Creates the store. Concurrent look-ups of one key ask Postgres once. */
export function createKeyStore(database: Database, bus: Signals, log: Log): KeyStore {
  const keys = new LRUCache<string, ApiKey | 'unknown'>({
    max: MAX_KEYS,
    ttl: TTL_MS,
    // A revocation deletes a look-up in flight: its callers get the answer, later ones ask again.
    ignoreFetchAbort: true,
    async fetchMethod(hash) {
      const row = await findKeyByHash(database, hash);
      return row ? apiKeyOf(row) : 'unknown';
    },
  });
  // A cache of their own, so that guessed keys do not evict real ones.
  const unknownKeys = new LRUCache<string, true>({ max: MAX_KEYS, ttl: TTL_MS });

  async function load(hash: string): Promise<ApiKey | undefined> {
    const key = await keys.fetch(hash);
    if (key !== 'unknown') return key;
    if (keys.delete(hash)) unknownKeys.set(hash, true);
    return undefined;
  }

  const unsubscribe = bus.subscribe(KEY_REVOKED, (payload) => {
    const hash = Buffer.from(payload).toString();
    keys.delete(hash);
    unknownKeys.delete(hash);
  });

  const recorded = new LRUCache<string, number>({ max: MAX_KEYS });
  let unflushed = new Map<string, number>();

  return {
    find(hash) {
      const key = keys.get(hash);
      if (typeof key === 'object') return key;
      return unknownKeys.get(hash) ? undefined : load(hash);
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
