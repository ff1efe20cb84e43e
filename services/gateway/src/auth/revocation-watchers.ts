/** Functions that wait for the revocation of a key or a grant. */
export interface RevocationWatchers {
  /** Calls `onRevoked` when the key or grant with this id is revoked. Returns the function that ends this. */
  watch(id: string, onRevoked: () => void): () => void;
  /** Calls the functions that wait for this id. */
  notify(id: string): void;
}

/** Creates an empty set of watchers. */
export function createRevocationWatchers(): RevocationWatchers {
  const watchers = new Map<string, Set<() => void>>();
  return {
    watch(id, onRevoked) {
      const ofId = watchers.getOrInsertComputed(id, () => new Set());
      ofId.add(onRevoked);
      return function unwatch() {
        ofId.delete(onRevoked);
        if (ofId.size === 0 && watchers.get(id) === ofId) watchers.delete(id);
      };
    },
    notify(id) {
      for (const onRevoked of [...(watchers.get(id) ?? [])]) onRevoked();
    },
  };
}
