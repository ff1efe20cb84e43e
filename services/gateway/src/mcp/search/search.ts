import type { Log } from '@space/runtime';
import type { CallableTool } from '../tools.ts';
import type { ByMeaning } from './by-meaning.ts';
import type { ByWords } from './by-words.ts';

/** The tools that fit a request, the best first. */
export type Search = (query: string) => Promise<CallableTool[]>;

/** A search waits no longer for the meaning of a request, in milliseconds; then it goes by words alone. */
const MEANING_MS = 1_500;

/** How much a place in the order of words counts against one in that of meaning. */
const WORDS_WEIGHT = 0.3;

/** Softens how much the first places count for more than the next (reciprocal rank fusion). */
const SOFTNESS = 10;

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
    const points = new Map<string, number>();
    const count = (found: readonly { readonly name: string }[], weight: number) => {
      for (const [place, { name }] of found.entries()) points.set(name, (points.get(name) ?? 0) + weight / (SOFTNESS + place));
    };
    const named = tools.get(
      query
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    );
    count(await meant(query), 1);
    count(byWords(query), WORDS_WEIGHT);
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
