import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@space/runtime';
import type { CallableTool } from '../tools/callable-tools.ts';
import type { KeywordSearch } from './keyword-search.ts';
import type { SemanticSearch } from './semantic-search.ts';

/** The result of a search. */
interface FoundTools {
  /** The tools that match a query, the best first. */
  readonly tools: readonly CallableTool[];
  /** False if no tool does what the query asks for; the tools are then the nearest ones. */
  readonly fits: boolean;
}

/** Searches the tools for a query. */
export type ToolSearch = (query: string) => Promise<FoundTools>;

/** The timeout of the semantic search; after it a search uses keywords alone. */
const SEMANTIC_TIMEOUT_MS = 1_500;

/**
 * The weight of the best keyword match against a similarity of 1; tuned by leave-one-out search with the examples of the
 * tools.
 */
const KEYWORD_WEIGHT = 0.2;

/** The parts of a search. */
export interface SearchParts {
  readonly byKeyword: KeywordSearch;
  readonly byMeaning: SemanticSearch;
}

/**
 * Creates the search that adds both scores. A tool whose name is the query comes first. Tools fit if their meaning is near and at least
 * one word of the query is known; without a measured model it is enough that something was found.
 */
export function createHybridSearch(tools: ReadonlyMap<string, CallableTool>, { byKeyword, byMeaning }: SearchParts, log: Log): ToolSearch {
  async function similarTools(query: string): ReturnType<SemanticSearch> {
    try {
      return await withTimeout(byMeaning(query), SEMANTIC_TIMEOUT_MS);
    } catch (error) {
      log.warn({ err: error }, 'semantic search failed; searching tools by keywords alone');
      return { tools: [] };
    }
  }

  return async function searchTools(query) {
    const { tools: similar, fits: isNear } = await similarTools(query);
    const scores = new Map(similar.map(({ name, score }) => [name, score]));
    const matches = byKeyword(query);
    for (const { name, score } of matches) scores.set(name, (scores.get(name) ?? 0) + (KEYWORD_WEIGHT * score) / matches[0]!.score);
    const named = tools.get(
      query
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    );
    const ordered = [...scores].sort((a, b) => b[1] - a[1]).map(([name]) => tools.get(name)!);
    const fits = isNear === undefined ? ordered.length > 0 : isNear && matches.length > 0;
    return { tools: named ? [named, ...ordered.filter((tool) => tool !== named)] : ordered, fits: named !== undefined || fits };
  };
}

async function withTimeout<T>(result: Promise<T>, milliseconds: number): Promise<T> {
  const done = new AbortController();
  const timeout = delay(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw new Error(`No result after ${milliseconds} ms.`);
  });
  timeout.catch(() => {});
  try {
    return await Promise.race([result, timeout]);
  } finally {
    done.abort();
  }
}
