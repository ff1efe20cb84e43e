import type { Config, Log } from '@space/runtime';
import { z } from 'zod';
import type { CallableTool } from '../tools.ts';
import { type ByMeaning, nearness } from './semantic-search.ts';
import { sentencesOf } from './sentences.ts';

const Answer = z.object({ data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })) });

/** Sentences of one request. */
const BATCH = 100;
/** How long the sentences of the catalogue may take, a batch. */
const CATALOGUE_MS = 20_000;

/** How long a request may take: the local model answers behind it, within what a search waits in all (search.ts). */
const QUERY_MS = 700;

/**
 * Meaning by an OpenAI-compatible endpoint: the sentences of the catalogue are embedded once, when somebody first
 * searches; until then and whenever it does not answer, the model that comes with the system does.
 */
export function remoteMeaning(
  tools: readonly CallableTool[],
  { SPACE_EMBEDDINGS_URL: url, SPACE_EMBEDDINGS_KEY: key, SPACE_EMBEDDINGS_MODEL: model }: Config,
  local: ByMeaning,
  log: Log,
): ByMeaning {
  const embed = async (input: readonly string[], milliseconds: number): Promise<number[][]> => {
    const response = await fetch(`${url!.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify({ model, input }),
      signal: AbortSignal.timeout(milliseconds),
    });
    if (!response.ok) throw new Error(`The embeddings endpoint answered ${response.status}.`);
    const { data } = Answer.parse(await response.json());
    if (data.length !== input.length) throw new Error(`The embeddings endpoint answered ${data.length} vectors for ${input.length} texts.`);
    return data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => unit(embedding));
  };

  let documents: readonly { readonly name: string; readonly vectors: readonly (readonly number[])[] }[] | undefined;
  let isOpening = false;
  const open = async (): Promise<void> => {
    const sentences = tools.flatMap((tool) => sentencesOf(tool).map((text) => ({ name: tool.tool.name, text })));
    const made: { name: string; vector: number[] }[] = [];
    for (let at = 0; at < sentences.length; at += BATCH) {
      const some = sentences.slice(at, at + BATCH);
      const vectors = await embed(
        some.map(({ text }) => text),
        CATALOGUE_MS,
      );
      made.push(...some.map(({ name }, index) => ({ name, vector: vectors[index]! })));
    }
    documents = [...Map.groupBy(made, ({ name }) => name)].map(([name, some]) => ({ name, vectors: some.map(({ vector }) => vector) }));
  };

  return async (query) => {
    if (!documents) {
      if (!isOpening) {
        isOpening = true;
        void open()
          .catch((error: unknown) => log.warn({ err: error }, 'the embeddings endpoint cannot be used; tools are searched without it'))
          .finally(() => {
            isOpening = false;
          });
      }
      return local(query);
    }
    try {
      const [asked] = await embed([query], QUERY_MS);
      const closest = (vectors: readonly (readonly number[])[]) =>
        vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * asked![at]!, 0));
      return documents
        .map(({ name, vectors }) => ({ name, score: nearness(closest(vectors)) }))
        .sort((one, other) => other.score - one.score);
    } catch (error) {
      log.warn({ err: error }, 'the embeddings endpoint did not answer; the local model did');
      return local(query);
    }
  };
}

/** The same direction with length 1. */
function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
