import { Problem } from '@space/contracts/core';
import type { StoredUpload } from '@space/contracts/uploads';
import { type ObjectStore, ObjectStoreRefusal } from '@space/object-store';
import { allowSlowBody } from '../http/arrival-limit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { BodyCut, BodyTooLong, receiveBytes } from './receive-bytes.ts';
import type { StoredUploads } from './stored-uploads.ts';
import type { UploadDigests } from './upload-digests.ts';
import { type BodyPlace, beyondSize } from './upload-headers.ts';
import type { UploadLease } from './upload-lease.ts';

/** The writer of uploads under their lease. */
export interface UploadReceiver {
  /**
   * Stores a body and returns the next offset; the lease is ended. A whole file replaces bytes that came before. Throws `conflict` at another
   * offset than the stored one, `too_large` for a body that is longer than the file, and `invalid` for one that was cut.
   */
  body(context: RequestContext, lease: UploadLease, place: BodyPlace & { readonly isWhole: boolean }): Promise<number>;
  /** Hands an upload whose bytes are all stored to library. */
  complete(lease: UploadLease): Promise<void>;
}

/** Creates the receiver of one gateway. */
export function createReceiver(objects: ObjectStore, uploads: StoredUploads, digests: UploadDigests): UploadReceiver {
  async function begin(lease: UploadLease, former: StoredUpload | null): Promise<StoredUpload> {
    const stored = await uploads.restart({ ...lease.upload, stored: former });
    await lease.recordStored(stored);
    return stored;
  }

  return {
    async body({ request }, lease, { offset, length = 0, isWhole }) {
      const { upload, signal } = lease;
      const { size } = upload;
      const there = isWhole ? 0 : await uploads.offset(upload);
      if (there !== offset) throw wrongOffset(there);
      const stored = upload.stored === null || there === 0 ? await begin(lease, upload.stored) : upload.stored;
      allowSlowBody(request);
      const digest = digests.take(stored, offset);
      let arrived = 0;
      const onBytes = (bytes: number): void => {
        arrived = bytes;
        lease.note(offset + bytes);
      };
      const bytes = receiveBytes(request, { limit: size - offset, digest, signal, onBytes });
      try {
        const next = await objects.uploads.append(stored, offset, bytes);
        if (next === size) await lease.finish(digest?.digest('hex') ?? null);
        else {
          if (digest) digests.put(stored, next, digest);
          await lease.release(next);
        }
        if (next < (isWhole ? size : offset + length)) throw incomplete(next, size);
        return next;
      } catch (error) {
        if (error instanceof ObjectStoreRefusal && error.code === 'wrong_offset') throw wrongOffset(await objects.uploads.offset(stored));
        if (error instanceof BodyTooLong) {
          await begin(lease, stored);
          throw beyondSize(size);
        }
        if (!(error instanceof BodyCut)) throw error;
        const next = await objects.uploads.offset(stored);
        if (digest && next === offset + arrived) digests.put(stored, next, digest);
        await lease.release(next);
        throw incomplete(next, size);
      }
    },

    async complete(lease) {
      const { upload } = lease;
      const stored = upload.stored ?? (await begin(lease, null));
      const digest = digests.take(stored, upload.size);
      await lease.finish(digest?.digest('hex') ?? null);
    },
  };
}

const wrongOffset = (there: number): Problem =>
  new Problem('conflict', `The upload has ${there} bytes; continue at that offset.`, { upload_offset: there });

const incomplete = (there: number, size: number): Problem =>
  new Problem('invalid', `The body ended after ${there} of ${size} bytes, which are stored; continue at that offset.`, {
    upload_offset: there,
  });
