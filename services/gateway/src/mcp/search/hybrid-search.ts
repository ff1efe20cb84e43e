import type { Log } from '@space/runtime';
import type { CallableTool } from '../tools.ts';
import type { ByWords } from './keyword-search.ts';
import type { ByMeaning } from './semantic-search.ts';

/** The tools that fit a request, the best first. */
export type Search = (query: string) => Promise<CallableTool[]>;

/** A search waits no longer for the meaning of a request, in milliseconds; then it goes by words alone. */
const MEANING_MS = 1_500;

/** How much the best by words counts against a meaning that is the same; found by leaving out examples and searching with them. */
const WORDS_WEIGHT = 0.2;

/** Joins both orders: a tool that is named comes first, then what means the same, with the words as a second opinion. */
export function searchBoth(tools: ReadonlyMap<string, CallableTool>, byWords: ByWords, byMeaning: ByMeaning, log: Log): Search {
  const meant = async (query: string) => {
    try {
      return await within(MEANING_MS, byMeaning(query));
    } catch (error) {
      log.warn({ err: error }, 'tools were searched by words alone');
      return [];
    }
  };
  return async (query) => {
    const points = new Map((await meant(query)).map(({ name, score }) => [name, score]));
    const spelt = byWords(query);
    for (const { name, score } of spelt) points.set(name, (points.get(name) ?? 0) + (WORDS_WEIGHT * score) / spelt[0]!.score);
    const named = tools.get(
      query
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    );
    const ordered = [...points].sort((a, b) => b[1] - a[1]).map(([name]) => tools.get(name)!);
    return named ? [named, ...ordered.filter((tool) => tool !== named)] : ordered;
  };
}

async function within<T>(milliseconds: number, act: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The meaning of a request was not known after ${milliseconds} ms.`)), milliseconds);
  });
  try {
    return await Promise.race([act, late]);
  } finally {
    clearTimeout(timer);
  }
}
