import type { ObjectHead } from '../port/object-store.ts';
import { ObjectStoreUnavailable } from '../port/object-store-error.ts';

/**
 * Returns the handler of a failed completion of a multipart upload. When the answer to it is lost, the SDK repeats it, and the server then
 * knows the upload no more. So `NoSuchUpload` is a success if the object has the size of the upload.
 */
export const unlessCompleted =
  (headOf: () => Promise<ObjectHead | undefined>, size: () => number) =>
  async (error: Error): Promise<undefined> => {
    if (error.name !== 'NoSuchUpload') throw error;
    const head = await headOf();
    if (head?.size !== size()) throw new ObjectStoreUnavailable('failed', 'an upload was removed before its end', error);
  };
