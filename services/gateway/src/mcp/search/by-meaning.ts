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

/** Searches by the nearest sentence of each tool: one of its examples says what the request says, in other words. */
export function byMeaning(tools: Iterable<CallableTool>, vectors: Vectors, embedder: Embedder): ByMeaning {
  const documents = [...tools].flatMap((tool) =>
    sentencesOf(tool).flatMap((sentence) => {
      const vector = vectors.get(sentenceName(sentence));
      return vector ? [{ name: tool.tool.name, vector }] : [];
    }),
  );
  return async (query) => {
    const asked = await embedder.embed(query);
    const best = new Map<string, number>();
    for (const { name, vector } of documents) {
      const score = closeness(asked, vector);
      if (score > (best.get(name) ?? -1)) best.set(name, score);
    }
    return [...best].map(([name, score]) => ({ name, score })).sort((a, b) => b.score - a.score);
  };
}

function closeness(asked: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < asked.length; at++) sum += asked[at]! * vector[at]!;
  return sum / 127;
}

/** A vector in 8-bit numbers. */
export const rounded = (vector: Float32Array): Int8Array => Int8Array.from(vector, (value) => Math.round(value * 127));
