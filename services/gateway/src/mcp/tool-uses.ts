import { EVERYDAY_RECENCY_DAYS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import type { Log } from '@space/runtime';
import { LRUCache } from 'lru-cache';
import { latestUses, markToolUses } from './tool-uses.queries.ts';

/** Which tools a key called in the last 30 days, to the millisecond (spec, Limits). */
export interface ToolUses {
  /** Notes a call that reached the tool, refused by a rule or not. */
  note(keyId: string, tool: string): void;
  /** The tools called in the window, in alphabetical order. */
  recent(keyId: string): Promise<readonly string[]>;
  flush(): Promise<void>;
}

const WINDOW_MS = EVERYDAY_RECENCY_DAYS * 86_400_000;
const MAX_KEYS = 2_000;

/** How long what Postgres said of a key is believed, in milliseconds: calls over another gateway show after it. */
const BELIEVED_MS = 5_000;

/** Collects the uses of tools; they are written together now and then, best-effort. */
export function toolUses(database: Database, clock: Clock, log: Log): ToolUses {
  const known = new LRUCache<string, { readonly at: number; readonly last: Map<string, number> }>({ max: MAX_KEYS });
  let pending = new Map<string, readonly [key: string, tool: string, at: number]>();
  /** Uses on their way to Postgres, which may not show them yet. */
  let leaving: typeof pending = new Map();

  const load = async (keyId: string) => {
    const now = clock.now();
    const kept = known.get(keyId);
    if (kept && now - kept.at < BELIEVED_MS && now >= kept.at) return kept;
    const unwritten = [...leaving.values(), ...pending.values()];
    const last = new Map((await latestUses(database, keyId)).map(({ tool, last_called_at }) => [tool, last_called_at]));
    for (const [key, tool, at] of [...unwritten, ...pending.values()]) if (key === keyId) last.set(tool, Math.max(at, last.get(tool) ?? 0));
    const loaded = { at: now, last };
    known.set(keyId, loaded);
    return loaded;
  };

  return {
    note(keyId, tool) {
      const now = clock.now();
      known.get(keyId)?.last.set(tool, now);
      pending.set(`${keyId} ${tool}`, [keyId, tool, now]);
    },
    async recent(keyId) {
      const { last } = await load(keyId);
      const from = clock.now() - WINDOW_MS;
      return [...last]
        .filter(([, at]) => at >= from)
        .map(([tool]) => tool)
        .sort();
    },
    async flush() {
      if (pending.size === 0) return;
      const uses = [...pending.values()].sort().map(([key, tool, at]) => [key, tool, isoTime(at)] as const);
      leaving = pending;
      pending = new Map();
      await markToolUses(database, uses).catch((error: unknown) => log.warn({ err: error }, 'could not write which tools were called'));
      leaving = new Map();
    },
  };
}
