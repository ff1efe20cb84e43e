import { EVERYDAY_RECENCY_DAYS, MAX_CACHED } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { LRUCache } from 'lru-cache';
import { latestUses, markToolUses } from './tool-uses.queries.ts';

/** The tools that each key called in the last 30 days. */
export interface ToolUses {
  /** Records a call that reached the tool, also a refused one. It is stored by the next `flush`; a crash loses it. */
  record(keyId: string, tool: string): void;
  /** Returns the tools that a key called in the window, the latest first. */
  recent(keyId: string): Promise<readonly string[]>;
  flush(): Promise<void>;
}

const WINDOW_MS = EVERYDAY_RECENCY_DAYS * DAY_MS;
/** The stored uses of a key are cached for this long; calls over another gateway show after it. */
const TTL_MS = 5_000;

type Use = readonly [key: string, tool: string, at: number];

/** Creates the collector. Recent calls of this gateway show without a delay. */
export function createToolUses(database: Database, clock: Clock, log: Log): ToolUses {
  const cache = new LRUCache<string, { readonly loaded_at: number; readonly lastCalls: Map<string, number> }>({
    max: MAX_CACHED.tool_uses,
  });
  let unflushed = new Map<string, Use>();
  /** Uses of the flush in progress, which Postgres may not return yet. */
  let flushing = new Map<string, Use>();

  async function lastCallsOf(keyId: string): Promise<ReadonlyMap<string, number>> {
    const now = clock.now();
    const cached = cache.get(keyId);
    if (cached && now - cached.loaded_at < TTL_MS && now >= cached.loaded_at) return cached.lastCalls;
    const unstored = [...flushing.values(), ...unflushed.values()];
    const lastCalls = new Map((await latestUses(database, keyId)).map(({ tool, last_called_at }) => [tool, last_called_at]));
    for (const [key, tool, at] of [...unstored, ...unflushed.values()])
      if (key === keyId) lastCalls.set(tool, Math.max(at, lastCalls.get(tool) ?? 0));
    cache.set(keyId, { loaded_at: now, lastCalls });
    return lastCalls;
  }

  return {
    record(keyId, tool) {
      const now = clock.now();
      cache.get(keyId)?.lastCalls.set(tool, now);
      unflushed.set(`${keyId} ${tool}`, [keyId, tool, now]);
    },
    async recent(keyId) {
      const lastCalls = await lastCallsOf(keyId);
      const from = clock.now() - WINDOW_MS;
      return [...lastCalls]
        .filter(([, at]) => at >= from)
        .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
        .map(([tool]) => tool);
    },
    async flush() {
      if (unflushed.size === 0) return;
      const uses = [...unflushed.values()].sort().map(([key_id, tool, at]) => ({ key_id, tool, at: isoTime(at) }));
      flushing = unflushed;
      unflushed = new Map();
      await markToolUses(database, uses).catch((error: unknown) =>
        log.warn({ err: error, uses: uses.length }, 'could not store calls of tools; these calls are dropped'),
      );
      flushing = new Map();
    },
  };
}
