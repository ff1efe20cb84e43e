import { createHash, type Hash } from 'node:crypto';
import { MAX_UPLOAD_DIGESTS, type StoredUpload } from '@space/contracts/uploads';

/**
 * The SHA-256 of the bytes that one gateway has stored of each upload in the object store, so that it continues after a pause. A sender that
 * begins again, at any gateway, has another upload there, so a digest of the former bytes is never continued.
 */
export interface UploadDigests {
  /** Returns the digest of the first `offset` bytes of an upload; undefined if this gateway has not seen all of them. */
  take(upload: StoredUpload, offset: number): Hash | undefined;
  put(upload: StoredUpload, offset: number, digest: Hash): void;
}

/** Creates the digests of one gateway. Those of the longest unused uploads are forgotten. */
export function createUploadDigests(): UploadDigests {
  const digests = new Map<string, { readonly offset: number; readonly digest: Hash }>();
  return {
    take({ upload_id }, offset) {
      const found = digests.get(upload_id);
      digests.delete(upload_id);
      if (offset === 0) return createHash('sha256');
      return found?.offset === offset ? found.digest : undefined;
    },
    put({ upload_id }, offset, digest) {
      digests.delete(upload_id);
      digests.set(upload_id, { offset, digest });
      if (digests.size > MAX_UPLOAD_DIGESTS) digests.delete(digests.keys().next().value!);
    },
  };
}
