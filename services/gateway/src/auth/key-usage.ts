import { type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { LRUCache } from 'lru-cache';
import { markUsed } from '../settings/keys.queries.ts';

/** When keys were last used, to the minute: noted in memory on each call, written together now and then, best-effort. */
export interface KeyUsage {
  note(keyId: string, now: number): void;
  flush(): Promise<void>;
}

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Collects the uses of keys; a key is written at most once a minute. */
export function keyUsage(database: Database, log: Log): KeyUsage {
  const written = new LRUCache<string, number>({ max: MAX_KEYS });
  let pending = new Map<string, number>();
  return {
    note(keyId, now) {
      const last = written.get(keyId);
      if (last !== undefined && now - last < MINUTE_MS) return;
      written.set(keyId, now);
      pending.set(keyId, now);
    },
    async flush() {
      if (pending.size === 0) return;
      const uses = [...pending].sort().map(([id, at]) => [id, isoTime(at)] as const);
      pending = new Map();
      await markUsed(database, uses).catch((error: unknown) => log.warn({ err: error }, 'could not write when keys were last used'));
    },
  };
}
