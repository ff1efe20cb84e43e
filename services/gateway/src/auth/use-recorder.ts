import { MAX_CACHED_KEYS } from '@space/contracts/platform';
import { isoTime } from '@space/database';
import { MINUTE_MS } from '@space/time';
import { LRUCache } from 'lru-cache';

/** A use of a key or a session. */
export interface Use {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The times of last use in the memory of one gateway, collected and stored later. A crash loses those that are not stored. */
export interface UseRecorder {
  /** Records a use. It is stored by the next `flush`, at most once a minute for each id. */
  record(id: string, now: number): void;
  flush(): Promise<void>;
}

/** Creates a recorder; `store` must not reject. */
export function createUseRecorder(store: (uses: readonly Use[]) => Promise<void>): UseRecorder {
  const recorded = new LRUCache<string, number>({ max: MAX_CACHED_KEYS });
  let unflushed = new Map<string, number>();
  return {
    record(id, now) {
      const last = recorded.get(id);
      if (last !== undefined && now - last < MINUTE_MS) return;
      recorded.set(id, now);
      unflushed.set(id, now);
    },
    async flush() {
      if (unflushed.size === 0) return;
      const uses = [...unflushed].sort().map(([id, at]) => ({ id, at: isoTime(at) }));
      unflushed = new Map();
      await store(uses);
    },
  };
}
