import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { MAX_CACHED_PAGE_BYTES, MAX_PAGE_CACHE_BYTES } from '@space/contracts/platform';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SerializedResponse } from './serialized-response.ts';

/** Bounds how long a page is stale when a broadcast is lost. */
const TTL_MS = 5_000;

/** The cost of an entry besides its body. */
const ENTRY_BYTES = 1_024;

/** A shared page and the tags that invalidate it. A page without tags is not cached. */
export interface CacheableResponse {
  readonly response: SerializedResponse;
  readonly tags: readonly string[];
}

/** A cache of pages that are the same for every visitor, with single-flight: concurrent requests for one page render it once. */
export interface PageCache {
  /** Returns the cached page, or the page that `render` returns. */
  get(key: string, render: () => Promise<CacheableResponse>): SerializedResponse | Promise<SerializedResponse>;
  /** Returns what is cached under a key; undefined without it. */
  find(key: string): SerializedResponse | undefined;
  /** Begins an answer of which it is known only later whether it is cached. */
  begin(): Making;
  /** Ends the subscription to broadcasts. */
  close(): void;
}

/** An answer that is being made. */
interface Making {
  /** Caches the answer, unless one of its tags was invalidated since the beginning. */
  store(key: string, page: CacheableResponse): void;
  /** Ends the work, whether its answer was cached or not. */
  end(): void;
}

interface PendingRender {
  /** Tags invalidated since the render started: its page may be older than the change, so it is not cached under one of them. */
  readonly invalidated: Set<string>;
  response?: Promise<SerializedResponse>;
}

const Tags = z.array(z.string());

/**
 * Creates the cache of one gateway. A page leaves it when one of its tags is invalidated by broadcast, and after five seconds.
 */
export function createPageCache(bus: Signals): PageCache {
  const cache = new LRUCache<string, CacheableResponse>({
    maxSize: MAX_PAGE_CACHE_BYTES,
    // A compressible page counts twice: its compressed forms are together at most as large as the page.
    sizeCalculation: ({ response }) => response.body.length * (response.is_compressible ? 2 : 1) + ENTRY_BYTES,
    ttl: TTL_MS,
    dispose({ tags }, key) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag);
        keys?.delete(key);
        if (keys?.size === 0) keysByTag.delete(tag);
      }
    },
  });
  const keysByTag = new Map<string, Set<string>>();
  // Not the cache's own fetch: an invalidation must end joining for every render, but drop only pages with its tags, which
  // are known when a render ends.
  const joinable = new Map<string, PendingRender>();
  const pending = new Set<PendingRender>();

  function store(key: string, page: CacheableResponse, { invalidated }: PendingRender): void {
    if (page.tags.length === 0 || page.tags.some((tag) => invalidated.has(tag))) return;
    if (page.response.body.length + ENTRY_BYTES > MAX_CACHED_PAGE_BYTES) return;
    cache.set(key, page);
    if (cache.peek(key) !== page) return;
    for (const tag of page.tags) keysByTag.getOrInsertComputed(tag, () => new Set()).add(key);
  }

  async function finish(key: string, render: PendingRender, page: Promise<CacheableResponse>): Promise<SerializedResponse> {
    try {
      const made = await page;
      store(key, made, render);
      return made.response;
    } finally {
      pending.delete(render);
      if (joinable.get(key) === render) joinable.delete(key);
    }
  }

  const unsubscribe = bus.subscribe(CACHE_INVALIDATED, function invalidate(payload) {
    const tags = Tags.parse(JSON.parse(Buffer.from(payload).toString()));
    joinable.clear();
    for (const { invalidated } of pending) for (const tag of tags) invalidated.add(tag);
    for (const tag of tags) for (const key of [...(keysByTag.get(tag) ?? [])]) cache.delete(key);
  });

  return {
    get(key, render) {
      const cached = cache.get(key);
      if (cached) return cached.response;
      const joined = joinable.get(key);
      if (joined) return joined.response!;
      const started: PendingRender = { invalidated: new Set() };
      joinable.set(key, started);
      pending.add(started);
      started.response = finish(key, started, render());
      return started.response;
    },
    find: (key) => cache.get(key)?.response,
    begin() {
      const started: PendingRender = { invalidated: new Set() };
      pending.add(started);
      return { store: (key, page) => store(key, page, started), end: () => void pending.delete(started) };
    },
    close: unsubscribe,
  };
}
