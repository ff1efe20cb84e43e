import type { Signals } from '@space/bus';
import type { Database } from '@space/database';
import { LRUCache } from 'lru-cache';
import { findKeyByHash } from '../settings/keys.queries.ts';
import { KEY_REVOKED } from '../settings/keys.ts';
import { type SpaceKey, spaceKeyOf } from './api-key.ts';

/** Keys by their hash. A revoked key is forgotten when the broadcast comes, and after five seconds if it never does. */
export interface KeyCache {
  /** The key, undefined when nobody has it, or a promise of either when Postgres has to be asked. */
  find(hash: string): SpaceKey | undefined | Promise<SpaceKey | undefined>;
  /** Stops listening for broadcasts. */
  close(): void;
}

const MAX_KEYS = 10_000;
const TTL_MS = 5_000;

interface Question {
  /** A broadcast came while Postgres was asked: what it answers may be from before, and is not kept. */
  overtaken: boolean;
  answer: Promise<SpaceKey | undefined>;
}

/** Opens the cache. However many ask for one key at once, Postgres is asked once. */
export function keyCache(database: Database, bus: Signals): KeyCache {
  const known = new LRUCache<string, SpaceKey>({ max: MAX_KEYS, ttl: TTL_MS });
  // Apart from the known ones, so that guesses do not drive real keys out.
  const unknown = new LRUCache<string, true>({ max: MAX_KEYS, ttl: TTL_MS });
  const asking = new Map<string, Question>();

  const ask = async (hash: string, question: Question): Promise<SpaceKey | undefined> => {
    try {
      const row = await findKeyByHash(database, hash);
      const key = row ? spaceKeyOf(row) : undefined;
      if (!question.overtaken) key ? known.set(hash, key) : unknown.set(hash, true);
      return key;
    } finally {
      if (asking.get(hash) === question) asking.delete(hash);
    }
  };

  const close = bus.subscribe(KEY_REVOKED, (payload) => {
    const hash = Buffer.from(payload).toString();
    const question = asking.get(hash);
    if (question) question.overtaken = true;
    asking.delete(hash);
    known.delete(hash);
    unknown.delete(hash);
  });

  return {
    find(hash) {
      const key = known.get(hash);
      if (key !== undefined || unknown.get(hash)) return key;
      const before = asking.get(hash);
      if (before) return before.answer;
      const question: Question = { overtaken: false, answer: Promise.resolve(undefined) };
      asking.set(hash, question);
      question.answer = ask(hash, question);
      return question.answer;
    },
    close,
  };
}
