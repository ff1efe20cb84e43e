import type { Signals } from '@space/bus';
import { CACHE_INVALIDATED } from '@space/contracts/core';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ReadyAnswer } from './serialized-response.ts';

/** Answers that all together may be kept, in bytes, and the largest of them. */
const MAX_BYTES = 64 * 1_048_576;
const MAX_ANSWER_BYTES = 8 * 1_048_576;

/** What is kept is asked for again after this long, so that a lost broadcast does no more harm than that. */
const TTL_MS = 5_000;

/** What an entry costs beyond its body. */
const ENTRY_BYTES = 1_024;

/** An answer to a shared page, and under which tags it may be kept; none when it may not. */
export interface SharedAnswer {
  readonly answer: ReadyAnswer;
  readonly tags: readonly string[];
}

/** Answers of the second origin that are the same for everybody, by what they are. */
export interface KeptPages {
  /** The answer kept under a key, or else what `ask` answers: asked once, however many want it at once. */
  get(key: string, ask: () => Promise<SharedAnswer>): ReadyAnswer | Promise<ReadyAnswer>;
  /** Stops listening for broadcasts. */
  close(): void;
}

interface Question {
  /** Tags that changed while it was asked: what is answered under one of them may be from before, and is not kept. */
  readonly changed: Set<string>;
  answer: Promise<ReadyAnswer>;
}

const Tags = z.array(z.string());

/** Opens the store of one gateway. What changed is forgotten when the broadcast comes, and after five seconds if it never does. */
export function keptPages(bus: Signals): KeptPages {
  const kept = new LRUCache<string, SharedAnswer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: ({ answer }) => answer.body.length + ENTRY_BYTES,
    ttl: TTL_MS,
    dispose: ({ tags }, key) => {
      for (const tag of tags) {
        const keys = byTag.get(tag);
        keys?.delete(key);
        if (keys?.size === 0) byTag.delete(tag);
      }
    },
  });
  const byTag = new Map<string, Set<string>>();
  /** Those that whoever comes now may join, by key; and all that are not answered yet. */
  const asking = new Map<string, Question>();
  const unanswered = new Set<Question>();

  const keep = (key: string, shared: SharedAnswer): void => {
    kept.set(key, shared);
    if (kept.peek(key) !== shared) return;
    for (const tag of shared.tags) byTag.getOrInsertComputed(tag, () => new Set()).add(key);
  };

  const put = async (key: string, question: Question, ask: () => Promise<SharedAnswer>): Promise<ReadyAnswer> => {
    try {
      const shared = await ask();
      if (shared.tags.length > 0 && !shared.tags.some((tag) => question.changed.has(tag))) keep(key, shared);
      return shared.answer;
    } finally {
      unanswered.delete(question);
      if (asking.get(key) === question) asking.delete(key);
    }
  };

  const close = bus.subscribe(CACHE_INVALIDATED, (payload) => {
    const tags = Tags.parse(JSON.parse(Buffer.from(payload).toString()));
    // Nobody knows yet under which tags they are answered: who comes now asks anew.
    asking.clear();
    for (const { changed } of unanswered) for (const tag of tags) changed.add(tag);
    for (const tag of tags) for (const key of [...(byTag.get(tag) ?? [])]) kept.delete(key);
  });

  return {
    get(key, ask) {
      const found = kept.get(key);
      if (found) return found.answer;
      const before = asking.get(key);
      if (before) return before.answer;
      const question: Question = { changed: new Set(), answer: undefined as never };
      asking.set(key, question);
      unanswered.add(question);
      question.answer = put(key, question, ask);
      return question.answer;
    },
    close,
  };
}
