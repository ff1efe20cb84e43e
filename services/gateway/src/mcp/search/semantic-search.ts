import { createHash } from 'node:crypto';
import type { CallableTool } from '../tools/callable-tools.ts';
import type { Embedder } from './embedder.ts';
import { sentencesOf } from './sentences.ts';
import { unrelatedRequests } from './unrelated-requests.ts';

/** Vectors of sentences by their hash: unit vectors quantized to 8-bit integers from -127 to 127. */
export type Vectors = ReadonlyMap<string, Int8Array>;

/** The tools that are similar to a query. */
interface SimilarTools {
  /** The best first, with a similarity of at most 1. */
  readonly tools: readonly { readonly name: string; readonly score: number }[];
  /** False if no tool does what the query asks for; undefined for a model whose similarities are not measured. */
  readonly fits?: boolean;
}

/** Returns tools by the meaning of a query. */
export type SemanticSearch = (query: string) => Promise<SimilarTools>;

/** Returns the hash of a sentence, by which its vector is found. */
export const sentenceHash = (sentence: string): string => createHash('sha256').update(sentence).digest('hex').slice(0, 16);

/** The least score of a tool that fits a request. */
const LEAST_SIMILARITY = 0.34;

/** The most by which an unrelated request may be nearer to a query than a tool that fits. */
const NEARER_UNRELATED = 0.02;

/** Sentences of a tool that count: a single one may be similar by chance. */
const NEAREST = 3;

/** Creates the search over the vectors of the tools' sentences. */
export function createSemanticSearch(tools: Iterable<CallableTool>, vectors: Vectors, embedder: Pick<Embedder, 'embed'>): SemanticSearch {
  const documents = [...tools].map((tool) => ({
    name: tool.tool.name,
    vectors: sentencesOf(tool).flatMap((sentence) => vectors.get(sentenceHash(sentence)) ?? []),
  }));
  const unrelated = unrelatedRequests.flatMap((sentence) => vectors.get(sentenceHash(sentence)) ?? []);
  return async function searchByMeaning(query) {
    const queryVector = await embedder.embed(query);
    const similarityOf = (vector: Int8Array) => cosineSimilarity(queryVector, vector) / QUANTIZED_LENGTH;
    const scored = documents
      .map((document) => ({ name: document.name, score: toolScore(document.vectors.map(similarityOf)) }))
      .sort((one, other) => other.score - one.score);
    const best = scored[0]?.score ?? 0;
    return { tools: scored, fits: best >= LEAST_SIMILARITY && Math.max(0, ...unrelated.map(similarityOf)) < best + NEARER_UNRELATED };
  };
}

/**
 * Returns the score of a tool by the similarity of its sentences: the mean of the nearest and of the mean of the three
 * nearest.
 */
export function toolScore(similarities: readonly number[]): number {
  const nearest = similarities.toSorted((one, other) => other - one).slice(0, NEAREST);
  if (nearest.length === 0) return 0;
  return (nearest[0]! + nearest.reduce((sum, value) => sum + value, 0) / nearest.length) / 2;
}

/** Returns the cosine similarity of two unit vectors. */
export function cosineSimilarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

/** The length of a quantized unit vector. */
const QUANTIZED_LENGTH = 127;

/** Returns a unit vector in 8-bit integers. */
export const quantize = (vector: Float32Array): Int8Array => Int8Array.from(vector, (value) => Math.round(value * QUANTIZED_LENGTH));
