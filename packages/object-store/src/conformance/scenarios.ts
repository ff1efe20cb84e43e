import type { ObjectStore, ObjectUpload } from '../port/object-store.ts';
import { inChunksOf, sampleBody } from './sample-body.ts';

/** The sizes of bodies: one part, and three parts of S3. */
export const SMALL_SIZE = 100_000;
export const LARGE_SIZE = 20 * 1_048_576;

/** The bytes of the first append of an upload; a part and a tail remain of them. */
export const FIRST_APPEND_SIZE = 9 * 1_048_576;

/** The bytes of an upload in two appends; the second one makes a part of the tail and a new tail. */
export const UPLOAD_SIZE = 17 * 1_048_576;

/** The bytes that a scenario writes in one step. */
const CHUNK_SIZE = 4 * 1_048_576;

const content_type = 'application/octet-stream';

/** The work of a process that is killed at one of its steps. */
export const scenarios = {
  'put of a small body': (store: ObjectStore, key: string) => store.put(key, sampleBody(SMALL_SIZE, 2), { content_type }),
  'put of a large body': (store: ObjectStore, key: string) =>
    store.put(key, inChunksOf(CHUNK_SIZE, sampleBody(LARGE_SIZE, 2)), { content_type }),
  'put of an absent key': (store: ObjectStore, key: string) => store.put(key, sampleBody(SMALL_SIZE, 2), { content_type, if_absent: true }),
  move: (store: ObjectStore, key: string) => store.move(`${key}.from`, key),
  async 'append and finish'(store: ObjectStore, key: string, upload_id: string) {
    const upload: ObjectUpload = { key, content_type, upload_id };
    await store.uploads.append(upload, FIRST_APPEND_SIZE, inChunksOf(CHUNK_SIZE, partOf(FIRST_APPEND_SIZE, UPLOAD_SIZE)));
    return store.uploads.finish(upload);
  },
} as const;

/** The name of a scenario. */
export type Scenario = keyof typeof scenarios;

/** Returns the bytes of the upload from one position to another one. */
export async function* partOf(from: number, to: number): AsyncGenerator<Uint8Array, void> {
  let position = 0;
  for await (const chunk of sampleBody(to, 3)) {
    const rest = chunk.subarray(Math.max(0, from - position));
    position += chunk.byteLength;
    if (rest.byteLength > 0) yield rest;
  }
}
