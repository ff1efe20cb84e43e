import { createHash } from 'node:crypto';
import type { ObjectBody } from '../port/object-store.ts';

const CHUNK_SIZE = 64 * 1_024;

/** Returns `size` bytes that differ with the seed and with the position. */
export async function* sampleBody(size: number, seed = 0): AsyncGenerator<Uint8Array, void> {
  for (let position = 0; position < size; position += CHUNK_SIZE) {
    const chunk = Buffer.alloc(Math.min(CHUNK_SIZE, size - position), (seed * 31 + position / CHUNK_SIZE) % 251);
    chunk.write(`${seed} ${position} `, 0, 'latin1');
    yield chunk;
  }
}

/** Returns the same bytes in chunks of at least `size` bytes, so that a process writes them in few steps. */
export async function* inChunksOf(size: number, body: ObjectBody): AsyncGenerator<Uint8Array, void> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < size) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/** Returns all bytes of a body. */
export async function bytesOf(body: ObjectBody | NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as ObjectBody) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns a body that also updates a hash, and the hash in hexadecimal digits when it was read. */
export function hashed(body: ObjectBody): { body: ObjectBody; digest(): string } {
  const hash = createHash('sha256');
  async function* read(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { body: read(), digest: () => hash.digest('hex') };
}

/** Returns the first bytes of a body, and then never ends; `stalled` is called when it waits. */
export async function* stallingBody(size: number, stalled: () => void): AsyncGenerator<Uint8Array, void> {
  yield* sampleBody(size);
  stalled();
  await new Promise(() => {});
}

/** Returns the first bytes of a body and then fails. */
export async function* failingBody(size: number, error: Error): AsyncGenerator<Uint8Array, void> {
  yield* sampleBody(size);
  throw error;
}
