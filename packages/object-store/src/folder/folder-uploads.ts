import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { measuredBody, storingBody, tooLarge } from '../port/measured-body.ts';
import { assertContentType, assertKey } from '../port/object-key.ts';
import { MAX_OBJECT_BYTES, type ObjectUpload, type ObjectUploads } from '../port/object-store.ts';
import { uploadMissing, wrongOffset } from '../port/object-store-error.ts';
import { folderError, onDisk, unless } from './folder-errors.ts';
import { type FolderPaths, pathOf } from './folder-paths.ts';
import { gatherWrites, HEADER_BYTES, headerOf, publishFile, syncFolder, writeAll } from './object-file.ts';

const UPLOAD_ID = /^[0-9a-f-]{36}$/;

/** Creates the uploads of a store in a folder. An upload is one file that grows and at its end is renamed. */
export function folderUploads({ objects, uploads }: FolderPaths): ObjectUploads {
  /** Opens the file of an upload, passes it on with its number of bytes, and closes it. */
  async function withUpload<T>(
    { upload_id }: ObjectUpload,
    work: (handle: FileHandle, size: number, file: string) => Promise<T>,
  ): Promise<T> {
    const file = fileOf(upload_id);
    const handle = await open(file, 'r+').catch(unless(['ENOENT'], undefined));
    if (!handle) throw uploadMissing();
    try {
      return await work(handle, (await handle.stat()).size - HEADER_BYTES, file);
    } finally {
      await handle.close();
    }
  }

  function fileOf(upload_id: string): string {
    if (!UPLOAD_ID.test(upload_id)) throw uploadMissing();
    return join(uploads, upload_id);
  }

  return {
    create: (key, { content_type }) =>
      onDisk(async () => {
        assertKey(key);
        assertContentType(content_type);
        const upload_id = randomUUID();
        const handle = await open(fileOf(upload_id), 'wx');
        try {
          await writeAll(handle, headerOf(content_type), 0);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await syncFolder(uploads);
        return { key, content_type, upload_id };
      }),

    offset: (upload) => onDisk(() => withUpload(upload, async (_handle, size) => size)),

    append(upload, offset, body) {
      const measured = measuredBody(body);
      return storingBody(measured, folderError, () =>
        withUpload(upload, async (handle, size) => {
          if (size !== offset) throw wrongOffset(size);
          const writes = gatherWrites(handle, HEADER_BYTES + offset);
          try {
            for await (const chunk of measured.chunks) {
              if (offset + measured.size > MAX_OBJECT_BYTES) throw tooLarge();
              await writes.add(chunk);
            }
          } finally {
            // What arrived of a body that broke off is stored, too.
            await writes.end().finally(() => handle.sync());
          }
          return offset + measured.size;
        }),
      );
    },

    finish: (upload, { if_absent = false } = {}) =>
      onDisk(() =>
        withUpload(upload, async (handle, size, file) => {
          assertKey(upload.key);
          await handle.sync();
          await publishFile(file, pathOf(objects, upload.key), if_absent);
          return size;
        }),
      ),

    abort: ({ upload_id }) =>
      onDisk(async () => {
        if (UPLOAD_ID.test(upload_id)) await unlink(fileOf(upload_id)).catch(unless(['ENOENT'], undefined));
      }),
  };
}
