import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveRange } from '../port/byte-range.ts';
import { guardedStream } from '../port/guarded-stream.ts';
import { type MeasuredBody, measuredBody, storingBody } from '../port/measured-body.ts';
import { assertContentType, assertKey, assertPrefix } from '../port/object-key.ts';
import { type ObjectStore, pageLimit } from '../port/object-store.ts';
import { ObjectStoreUnavailable } from '../port/object-store-error.ts';
import { folderError, onDisk, unless } from './folder-errors.ts';
import { pathOf, pathsOf } from './folder-paths.ts';
import { folderUploads } from './folder-uploads.ts';
import { listKeys } from './list-keys.ts';
import { gatherWrites, HEADER_BYTES, headerOf, publishFile, readHead, writeAll } from './object-file.ts';

/** Bytes of one read of a file. */
const READ_BYTES = 256 * 1_024;

/**
 * Opens a store in a folder, which is created. Each object is one file: a header of 256 bytes with the content type, and the body. A body is
 * written next to the objects, then to disk, and then renamed. The file system must have hard links, as those of Linux and macOS have, and
 * NFS. Throws ObjectStoreUnavailable for a folder that cannot be written. A disk that hangs hangs the call: it has no time limit.
 */
export async function createFolderStore(root: string): Promise<ObjectStore> {
  const paths = pathsOf(root);
  const { objects, incoming, uploads } = paths;
  await onDisk(async () => {
    for (const folder of [objects, incoming, uploads]) await mkdir(folder, { recursive: true });
    await assertLinks(incoming);
  });

  /** Writes a body to a new file that no reader sees, and returns its path. */
  async function writeIncoming(content_type: string, { chunks }: MeasuredBody): Promise<string> {
    const file = join(incoming, randomUUID());
    const handle = await open(file, 'wx');
    try {
      await writeAll(handle, headerOf(content_type), 0);
      const writes = gatherWrites(handle, HEADER_BYTES);
      try {
        for await (const chunk of chunks) await writes.add(chunk);
      } finally {
        await writes.end();
      }
      await handle.sync();
    } catch (error) {
      await unlink(file);
      throw error;
    } finally {
      await handle.close();
    }
    return file;
  }

  return {
    put(key, body, { content_type, if_absent = false, size }) {
      const measured = measuredBody(body, size);
      return storingBody(measured, folderError, async () => {
        assertKey(key);
        assertContentType(content_type);
        const file = await writeIncoming(content_type, measured);
        try {
          await publishFile(file, pathOf(objects, key), if_absent);
        } catch (error) {
          await unlink(file).catch(unless(['ENOENT'], undefined));
          throw error;
        }
        return measured.size;
      });
    },

    get: (key, { range } = {}) =>
      onDisk(async () => {
        assertKey(key);
        const handle = await open(pathOf(objects, key).file, 'r').catch(unless(['ENOENT', 'ENOTDIR'], undefined));
        if (!handle) return undefined;
        try {
          const head = await readHead(handle);
          const bytes = range && resolveRange(range, head.size);
          const [first, last] = [bytes?.first ?? 0, bytes?.last ?? head.size - 1];
          const source = handle.createReadStream({
            start: HEADER_BYTES + first,
            end: Math.max(HEADER_BYTES + last, HEADER_BYTES),
            highWaterMark: READ_BYTES,
          });
          return { ...head, ...(bytes ? { range: bytes } : {}), body: guardedStream(source, folderError) };
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),

    head: (key) =>
      onDisk(async () => {
        assertKey(key);
        const handle = await open(pathOf(objects, key).file, 'r').catch(unless(['ENOENT', 'ENOTDIR'], undefined));
        if (!handle) return undefined;
        try {
          return await readHead(handle);
        } finally {
          await handle.close();
        }
      }),

    move: (from, to) =>
      onDisk(async () => {
        assertKey(from);
        assertKey(to);
        const { file } = pathOf(objects, from);
        const now = Date.now() / 1_000;
        const isThere = await utimes(file, now, now).then(() => true, unless(['ENOENT', 'ENOTDIR'], false));
        if (isThere && from !== to) await publishFile(file, pathOf(objects, to));
        return isThere;
      }),

    remove: (keys) =>
      onDisk(async () => {
        for (const key of keys) assertKey(key);
        for (const key of keys) await unlink(pathOf(objects, key).file).catch(unless(['ENOENT', 'ENOTDIR'], undefined));
      }),

    list: (prefix, { after = '', limit } = {}) =>
      onDisk(async () => {
        assertPrefix(prefix);
        const found = [];
        for await (const key of listKeys(objects, '', { prefix, after })) {
          const state = await stat(pathOf(objects, key).file).catch(unless(['ENOENT'], undefined));
          if (!state) continue;
          if (found.length === pageLimit(limit)) return { objects: found, next: found.at(-1)!.key };
          found.push({ key, size: state.size - HEADER_BYTES, modified_at: Math.floor(state.mtimeMs) });
        }
        return { objects: found };
      }),

    uploads: folderUploads(paths),

    removeLeftovers: (before) =>
      onDisk(async () => {
        let removed = 0;
        for (const folder of [incoming, uploads])
          for (const name of await readdir(folder)) {
            const file = join(folder, name);
            const state = await stat(file).catch(unless(['ENOENT'], undefined));
            if (!state || state.mtimeMs >= before) continue;
            await unlink(file).catch(unless(['ENOENT'], undefined));
            removed += 1;
          }
        return removed;
      }),

    close: async () => {},
  };
}

/** Throws ObjectStoreUnavailable unless files can be written here and can have a second name, which `if_absent` needs. */
async function assertLinks(folder: string): Promise<void> {
  const [file, other] = [join(folder, randomUUID()), join(folder, randomUUID())];
  const handle = await open(file, 'wx');
  await handle.close();
  try {
    await link(file, other);
    await unlink(other);
  } catch (error) {
    throw new ObjectStoreUnavailable('failed', `${folder} is on a file system without hard links`, error);
  } finally {
    await unlink(file);
  }
}
