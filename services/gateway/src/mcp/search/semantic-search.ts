import { createHash } from 'node:crypto';
import type { CallableTool } from '../tools.ts';
import type { Embedder } from './embedder.ts';
import { sentencesOf } from './sentences.ts';

/** Vectors of sentences: 8-bit numbers of a vector of length 127. */
export type Vectors = ReadonlyMap<string, Int8Array>;

/** Tools by what a request means, the best first, with how close each comes: 1 is the same. */
export type ByMeaning = (query: string) => Promise<{ readonly name: string; readonly score: number }[]>;

/** The name of a sentence among the vectors. */
export const sentenceName = (sentence: string): string => createHash('sha256').update(sentence).digest('hex').slice(0, 16);

/** How many of a tool's nearest sentences count: one alone may be near by chance. */
const NEAREST = 3;

/** Searches by the nearest sentences of each tool: some of its examples say what the request says, in other words. */
export function byMeaning(tools: Iterable<CallableTool>, vectors: Vectors, embedder: Pick<Embedder, 'embed'>): ByMeaning {
  const documents = [...tools].map((tool) => ({
    name: tool.tool.name,
    vectors: sentencesOf(tool).flatMap((sentence) => vectors.get(sentenceName(sentence)) ?? []),
  }));
  return async (query) => {
    const asked = await embedder.embed(query);
    return documents
      .map(({ name, vectors: sentences }) => ({ name, score: nearness(sentences.map((vector) => closeness(asked, vector))) }))
      .sort((one, other) => other.score - one.score);
  };
}

/** How near a tool comes by how near its sentences do: half the nearest, half the mean of the three nearest. */
export function nearness(closest: readonly number[]): number {
  const nearest = closest.toSorted((one, other) => other - one).slice(0, NEAREST);
  if (nearest.length === 0) return 0;
  return (nearest[0]! + nearest.reduce((sum, value) => sum + value, 0) / nearest.length) / 2;
}

function closeness(asked: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < asked.length; at++) sum += asked[at]! * vector[at]!;
  return sum / 127;
}

/** A vector in 8-bit numbers. */
export const rounded = (vector: Float32Array): Int8Array => Int8Array.from(vector, (value) => Math.round(value * 127));
