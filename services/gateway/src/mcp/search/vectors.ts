import { fileURLToPath } from 'node:url';
import type { CallableTool } from '../tools/callable-tools.ts';
import { DIMENSIONS } from './dimensions.ts';
import type { Embedder } from './embedder.ts';
import type { Vectors } from './semantic-search.ts';
import { quantize, sentenceHash } from './semantic-search.ts';
import { sentencesOf } from './sentences.ts';
import { unrelatedRequests } from './unrelated-requests.ts';

/** The file of the vectors of the catalog's sentences: written by `npm run vectors`, checked by `npm run check`. */
export const VECTORS_FILE = fileURLToPath(new URL('../../../model/sentences.bin', import.meta.url));

const HASH_BYTES = 8;
const RECORD_BYTES = HASH_BYTES + DIMENSIONS;

/** Parses a file of vectors: records of the hash of a sentence and its vector. */
export function readVectors(file: Uint8Array): Vectors {
  const vectors = new Map<string, Int8Array>();
  for (let at = 0; at + RECORD_BYTES <= file.length; at += RECORD_BYTES) {
    const hash = Buffer.from(file.subarray(at, at + HASH_BYTES)).toString('hex');
    vectors.set(hash, Int8Array.from(file.subarray(at + HASH_BYTES, at + RECORD_BYTES)));
  }
  return vectors;
}

/** Returns the sentences of some tools and the unrelated requests, each once. */
export const allSentences = (tools: Iterable<CallableTool>): string[] => [
  ...new Set([...[...tools].flatMap(sentencesOf), ...unrelatedRequests]),
];

/** Returns the file of vectors for some sentences, ordered by hash. It embeds only the sentences without a known vector. */
export async function createVectorsFile(
  sentences: readonly string[],
  known: Vectors,
  embedder: Pick<Embedder, 'embed'>,
): Promise<Uint8Array> {
  const records: Buffer[] = [];
  for (const sentence of sentences) {
    const hash = sentenceHash(sentence);
    const vector = known.get(hash) ?? quantize(await embedder.embed(sentence));
    records.push(Buffer.concat([Buffer.from(hash, 'hex'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]));
  }
  return Buffer.concat(records.sort(Buffer.compare));
}
