import { fileURLToPath } from 'node:url';
import type { CallableTool } from '../tools.ts';
import { DIMENSIONS } from './dimensions.ts';
import type { Embedder } from './embedder.ts';
import type { Vectors } from './semantic-search.ts';
import { rounded, sentenceName } from './semantic-search.ts';
import { sentencesOf } from './sentences.ts';

/** Where the vectors of the catalogue's sentences are: made by `npm run vectors`, checked by `npm run check`. */
export const VECTORS_FILE = fileURLToPath(new URL('../../../model/sentences.bin', import.meta.url));

const NAME_BYTES = 8;
const RECORD_BYTES = NAME_BYTES + DIMENSIONS;

/** The vectors of a file: one record after the other, the name of its sentence and its numbers. */
export function readVectors(file: Uint8Array): Vectors {
  const vectors = new Map<string, Int8Array>();
  for (let at = 0; at + RECORD_BYTES <= file.length; at += RECORD_BYTES) {
    const name = Buffer.from(file.subarray(at, at + NAME_BYTES)).toString('hex');
    vectors.set(name, Int8Array.from(file.subarray(at + NAME_BYTES, at + RECORD_BYTES)));
  }
  return vectors;
}

/** The sentences of some tools, each once. */
export const allSentences = (tools: Iterable<CallableTool>): string[] => [...new Set([...tools].flatMap(sentencesOf))];

/** The file of vectors for some sentences, in the order of their names; vectors that are known already are not made again. */
export async function vectorsFile(sentences: readonly string[], known: Vectors, embedder: Pick<Embedder, 'embed'>): Promise<Uint8Array> {
  const records: Buffer[] = [];
  for (const sentence of sentences) {
    const name = sentenceName(sentence);
    const vector = known.get(name) ?? rounded(await embedder.embed(sentence));
    records.push(Buffer.concat([Buffer.from(name, 'hex'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]));
  }
  return Buffer.concat(records.sort(Buffer.compare));
}
