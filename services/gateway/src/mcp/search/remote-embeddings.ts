import type { Config, Log } from '@space/runtime';
import { z } from 'zod';
import type { CallableTool } from '../tools/callable-tools.ts';
import { cosineSimilarity, type SemanticSearch, toolScore } from './semantic-search.ts';
import { sentencesOf } from './sentences.ts';

const Answer = z.object({ data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })) });

/** Sentences of one request. */
const BATCH = 100;
/** The timeout of one batch of the catalog's sentences. */
const CATALOG_TIMEOUT_MS = 20_000;

/** The timeout of a query. The local model answers after it, within the timeout of the whole search (hybrid-search.ts). */
const QUERY_TIMEOUT_MS = 700;

/**
 * Creates a semantic search on an OpenAI-compatible endpoint. It embeds the sentences of the catalog once, with the first
 * search. Until then, and when the endpoint does not answer, the search falls back to the local model.
 */
export function createRemoteSearch(
  tools: readonly CallableTool[],
  { SPACE_EMBEDDINGS_URL: url, SPACE_EMBEDDINGS_KEY: key, SPACE_EMBEDDINGS_MODEL: model }: Config,
  local: SemanticSearch,
  log: Log,
): SemanticSearch {
  async function embed(input: readonly string[], milliseconds: number): Promise<number[][]> {
    const response = await fetch(`${url!.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ model, input }),
      signal: AbortSignal.timeout(milliseconds),
    });
    if (!response.ok) throw new Error(`The embeddings endpoint answered ${response.status}.`);
    const { data } = Answer.parse(await response.json());
    if (data.length !== input.length) throw new Error(`The embeddings endpoint answered ${data.length} vectors for ${input.length} texts.`);
    return data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => normalize(embedding));
  }

  let documents: readonly { readonly name: string; readonly vectors: readonly (readonly number[])[] }[] | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    const sentences = tools.flatMap((tool) => sentencesOf(tool).map((text) => ({ name: tool.tool.name, text })));
    const embedded: { name: string; vector: number[] }[] = [];
    for (let at = 0; at < sentences.length; at += BATCH) {
      const batch = sentences.slice(at, at + BATCH);
      const vectors = await embed(
        batch.map(({ text }) => text),
        CATALOG_TIMEOUT_MS,
      );
      embedded.push(...batch.map(({ name }, index) => ({ name, vector: vectors[index]! })));
    }
    documents = [...Map.groupBy(embedded, ({ name }) => name)].map(([name, own]) => ({ name, vectors: own.map(({ vector }) => vector) }));
  }

  function startLoading(): void {
    if (isLoading) return;
    isLoading = true;
    void load()
      .catch((error: unknown) => log.warn({ err: error }, 'the embeddings endpoint failed; searching with the local model'))
      .finally(() => {
        isLoading = false;
      });
  }

  return async function searchByMeaning(query) {
    if (!documents) {
      startLoading();
      return local(query);
    }
    try {
      const [queryVector] = await embed([query], QUERY_TIMEOUT_MS);
      const scored = documents.map(({ name, vectors }) => ({
        name,
        score: toolScore(vectors.map((vector) => cosineSimilarity(vector, queryVector!))),
      }));
      return { tools: scored.sort((one, other) => other.score - one.score) };
    } catch (error) {
      log.warn({ err: error }, 'the embeddings endpoint did not answer; searching with the local model');
      return local(query);
    }
  };
}

/** Returns a vector of length 1 with the same direction. */
function normalize(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
