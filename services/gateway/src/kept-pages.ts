import type { Signals } from '@space/bus';
import { PUBLIC_CHANGED } from '@space/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ReadyAnswer } from './ready-answer.ts';

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

/** Answers of the second origin that are the same for everybody, by path. */
export interface KeptPages {
  /** The answer kept for a path, or else what `ask` answers: asked once, however many want it at once. */
  get(path: string, ask: () => Promise<SharedAnswer>): ReadyAnswer | Promise<ReadyAnswer>;
  /** Stops listening for broadcasts. */
  close(): void;
}

interface Question {
  /** Something changed while it was asked: what is answered may be from before, and is not kept. */
  overtaken: boolean;
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
    dispose: ({ tags }, path) => {
      for (const tag of tags) {
        const paths = byTag.get(tag);
        paths?.delete(path);
        if (paths?.size === 0) byTag.delete(tag);
      }
    },
  });
  const byTag = new Map<string, Set<string>>();
  const asking = new Map<string, Question>();

  const keep = (path: string, shared: SharedAnswer): void => {
    kept.set(path, shared);
    if (kept.peek(path) !== shared) return;
    for (const tag of shared.tags) byTag.getOrInsertComputed(tag, () => new Set()).add(path);
  };

  const put = async (path: string, question: Question, ask: () => Promise<SharedAnswer>): Promise<ReadyAnswer> => {
    try {
      const shared = await ask();
      if (!question.overtaken && shared.tags.length > 0) keep(path, shared);
      return shared.answer;
    } finally {
      if (asking.get(path) === question) asking.delete(path);
    }
  };

  const close = bus.subscribe(PUBLIC_CHANGED, (payload) => {
    for (const question of asking.values()) question.overtaken = true;
    asking.clear();
    for (const tag of Tags.parse(JSON.parse(Buffer.from(payload).toString())))
      for (const path of [...(byTag.get(tag) ?? [])]) kept.delete(path);
  });

  return {
    get(path, ask) {
      const found = kept.get(path);
      if (found) return found.answer;
      const before = asking.get(path);
      if (before) return before.answer;
      const question: Question = { overtaken: false, answer: undefined as never };
      asking.set(path, question);
      question.answer = put(path, question, ask);
      return question.answer;
    },
    close,
  };
}
