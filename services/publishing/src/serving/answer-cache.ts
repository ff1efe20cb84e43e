import type { PageAnswer } from '@space/contracts/core';
import type { Clock } from '@space/database';
import { LRUCache } from 'lru-cache';

/** The settings of a cache of answers. */
interface AnswerCacheOptions {
  readonly clock: Clock;
  readonly ttlMs: number;
  /** Characters of all cached bodies together. */
  readonly maxCharacters: number;
}

/** Returns the cached answer of a key, or the one that `render` returns. Concurrent calls for one key share one `render`. */
export type AnswerCache = (key: string, render: () => Promise<PageAnswer>) => Promise<PageAnswer>;

/** Returns a cache of answers with status 200 for a limited time; other answers and errors are not cached. */
export function createAnswerCache({ clock, ttlMs, maxCharacters }: AnswerCacheOptions): AnswerCache {
  const entries = new LRUCache<string, { readonly until: number; readonly answer: Promise<PageAnswer>; size: number }>({
    maxSize: maxCharacters,
    sizeCalculation: ({ size }) => size,
  });
  return async function getOrRender(key, render) {
    const cached = entries.get(key);
    if (cached && cached.until > clock.now()) return cached.answer;
    const entry = { until: clock.now() + ttlMs, answer: render(), size: 1 };
    entries.set(key, entry);
    try {
      const answer = await entry.answer;
      if (answer.status !== 200) entries.delete(key);
      else entries.set(key, { ...entry, size: answer.body.length + 1 });
      return answer;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}
