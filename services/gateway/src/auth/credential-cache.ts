import { deadlineFromNow } from '@space/bus';
import { MAX_CACHED_KEYS } from '@space/contracts/platform';
import { runInCallScope } from '@space/database';
import { HOUR_MS } from '@space/time';
import { LRUCache } from 'lru-cache';

/** The keys, or the access tokens, of the database in the memory of one gateway, by hash. An entry lives for five seconds. */
export interface CredentialCache<Credential extends object> {
  /**
   * Returns the credential, or undefined when it does not exist; a promise when Postgres has to be asked. `beforeLookUp` is called
   * before that for a hash that was not found in the last hour; it may throw.
   */
  find(hash: string, beforeLookUp: () => void): Credential | undefined | Promise<Credential | undefined>;
  /** Returns the Space of a credential that was found in the last hour, whether or not it is valid now. */
  knownSpace(hash: string): string | undefined;
  /** Forgets one entry, so that the next request asks Postgres. */
  forget(hash: string): void;
  /** Forgets all entries. */
  clear(): void;
}

const TTL_MS = 5_000;
const KNOWN_MS = HOUR_MS;
/** The look-ups take turns on the connections of Postgres under this name. */
const LOOK_UPS = 'key look-ups';

/** Creates a cache over a look-up by hash. Concurrent look-ups of one hash ask Postgres once. */
export function createCredentialCache<Credential extends object>(
  lookUp: (hash: string) => Promise<Credential | undefined>,
  spaceOf: (credential: Credential) => string,
): CredentialCache<Credential> {
  const found = new LRUCache<string, Credential | 'unknown'>({
    max: MAX_CACHED_KEYS,
    ttl: TTL_MS,
    // A revocation deletes a look-up in flight: its callers get the answer, later ones ask again.
    ignoreFetchAbort: true,
    async fetchMethod(hash) {
      const credential = await runInCallScope({ space_id: LOOK_UPS, deadline: deadlineFromNow() }, () => lookUp(hash));
      if (credential) known.set(hash, spaceOf(credential));
      return credential ?? 'unknown';
    },
  });
  const known = new LRUCache<string, string>({ max: MAX_CACHED_KEYS, ttl: KNOWN_MS });
  // A cache of their own, so that guessed credentials do not evict real ones.
  const unknown = new LRUCache<string, true>({ max: MAX_CACHED_KEYS, ttl: TTL_MS });

  async function load(hash: string): Promise<Credential | undefined> {
    const credential = await found.fetch(hash);
    if (credential !== 'unknown') return credential;
    if (found.delete(hash)) unknown.set(hash, true);
    return undefined;
  }

  return {
    find(hash, beforeLookUp) {
      const credential = found.get(hash);
      if (typeof credential === 'object') return credential;
      if (unknown.get(hash)) return undefined;
      if (!known.has(hash)) beforeLookUp();
      return load(hash);
    },
    knownSpace: (hash) => known.get(hash),
    forget(hash) {
      found.delete(hash);
      unknown.delete(hash);
    },
    clear: () => found.clear(),
  };
}
