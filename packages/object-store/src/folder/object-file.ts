import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { keyExists, ObjectStoreUnavailable } from '../port/object-store-error.ts';
import { unless } from './folder-errors.ts';

/** The bytes before the body of each file: its content type as JSON, filled up with blanks. */
export const HEADER_BYTES = 256;

/** Returns the bytes before the body of a file. */
export const headerOf = (content_type: string): Buffer => Buffer.from(`${JSON.stringify({ content_type }).padEnd(HEADER_BYTES - 1)}\n`);

/** Returns the content type, the size of the body in bytes and the time of the last write of an open file. */
export async function readHead(handle: FileHandle): Promise<{ content_type: string; size: number; modified_at: number }> {
  const [{ size, mtimeMs }, { buffer, bytesRead }] = await Promise.all([
    handle.stat(),
    handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0),
  ]);
  return { content_type: contentTypeIn(buffer.subarray(0, bytesRead)), size: size - HEADER_BYTES, modified_at: Math.floor(mtimeMs) };
}

function contentTypeIn(header: Buffer): string {
  try {
    if (header.length < HEADER_BYTES) throw new Error('the header is cut');
    return (JSON.parse(header.toString('latin1')) as { content_type: string }).content_type;
  } catch (error) {
    throw new ObjectStoreUnavailable('failed', 'a file is not an object of this store', error);
  }
}

/** Writes all bytes at a position. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength; )
    written += (await handle.write(bytes, written, bytes.byteLength - written, position + written)).bytesWritten;
}

/** Writes buffers of `size` bytes together at a position, without a copy unless the system takes only some of them. */
async function writeParts(handle: FileHandle, parts: readonly Uint8Array[], size: number, position: number): Promise<void> {
  const { bytesWritten } = await handle.writev(parts, position);
  if (bytesWritten < size) await writeAll(handle, Buffer.concat(parts).subarray(bytesWritten), position + bytesWritten);
}

/** Writes to a file while further chunks arrive. */
export interface GatheredWrites {
  /** Takes a chunk, and returns when there is room for another one. Throws the error of an earlier write. */
  add(chunk: Uint8Array): Promise<void>;
  /** Returns when all chunks are written. Throws the error of a write. */
  end(): Promise<void>;
}

/** Bytes that wait for the write before them. */
const MAX_GATHERED_BYTES = 1_048_576;

/** Returns the writes of chunks one after the other from a position on. Those that arrive during a write are written together. */
export function gatherWrites(handle: FileHandle, position: number): GatheredWrites {
  let next = position;
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let running: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  /** Writes all that waits. It never rejects: the next call throws its failure. */
  async function run(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const [part, size] = [waiting, bytes];
        [waiting, bytes] = [[], 0];
        await writeParts(handle, part, size, next);
        next += size;
      }
    } catch (error) {
      failure = { error };
    }
    running = undefined;
  }

  function throwFailure(): void {
    if (failure) throw failure.error;
  }

  return {
    async add(chunk) {
      throwFailure();
      waiting.push(chunk);
      bytes += chunk.byteLength;
      running ??= run();
      if (bytes < MAX_GATHERED_BYTES) return;
      await running;
      throwFailure();
    },
    async end() {
      await running;
      throwFailure();
    },
  };
}

/**
 * Makes a complete file visible under its final path: the file is on disk before its name, and the name before this returns. With `if_absent`
 * throws `exists` and leaves the file where it is.
 */
export async function publishFile(source: string, target: { folder: string; file: string }, if_absent = false): Promise<void> {
  await makeFolder(target.folder);
  if (if_absent) {
    const isLinked = await link(source, target.file).then(() => true, unless(['EEXIST'], false));
    if (!isLinked) throw keyExists();
    await syncFolder(target.folder);
    await unlink(source);
  } else {
    await rename(source, target.file);
    await syncFolder(target.folder);
  }
}

/** Creates a folder and those above it, and writes their names to disk. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let parent = dirname(folder); parent.length >= dirname(first).length; parent = dirname(parent)) await syncFolder(parent);
}

/** Writes the names in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
