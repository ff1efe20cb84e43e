import type { OpenUpload, StoredUpload } from '@space/contracts/uploads';
import { type ObjectStore, ObjectStoreRefusal } from '@space/object-store';

/** Uploads in the object store, as the byte door uses them. */
export interface StoredUploads {
  /** Returns the number of bytes that are stored: 0 before the first byte, and for an upload that the store no longer has. */
  offset(upload: Pick<OpenUpload, 'stored'>): Promise<number>;
  /** Creates an upload in place of the former one, if there is one. */
  restart(upload: OpenUpload): Promise<StoredUpload>;
}

/** Creates the access to uploads in the object store. */
export function storedUploads({ uploads }: ObjectStore): StoredUploads {
  return {
    offset: async ({ stored }) => (stored === null ? 0 : uploads.offset(stored).catch(unlessMissing)),
    async restart({ upload_id, content_type, stored }) {
      if (stored !== null) await uploads.abort(stored);
      return uploads.create(uploadKey(upload_id), { content_type });
    },
  };
}

/**
 * Returns the key at which the bytes of an upload become an object, before they get the key of their content. It has no segment of its own: the
 * object store in a folder would keep the folders of each.
 */
const uploadKey = (upload_id: string): string => `u/${upload_id}`;

function unlessMissing(error: unknown): number {
  if (error instanceof ObjectStoreRefusal && error.code === 'upload_missing') return 0;
  throw error;
}
