import { useSyncExternalStore } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { readOffset, sendBytes } from './send-bytes.ts';
import { createUploadQueue, isOnItsWay, type UploadEntry } from './upload-queue.ts';

/** The uploads of this tab. Their addresses are in its memory alone. */
export const uploads = createUploadQueue({
  create: (space_id, request, idempotency_key) => spaceClient(space_id).asset_uploads.create(request, { idempotency_key }),
  read: (space_id, id) => spaceClient(space_id).asset_uploads.get({ id }),
  cancel: (space_id, id) => spaceClient(space_id).asset_uploads.cancel({ id }),
  offsetOf: readOffset,
  send: sendBytes,
});

const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

// Other screens of the console lose no bytes, so only the end of the tab is asked about.
uploads.subscribe(function guardTab() {
  if (uploads.entries().some(isOnItsWay)) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
});

/** Returns the uploads of this tab in a Space. */
export const useUploads = (space_id: string): readonly UploadEntry[] =>
  useSyncExternalStore(uploads.subscribe, uploads.entries).filter((entry) => entry.space_id === space_id);
