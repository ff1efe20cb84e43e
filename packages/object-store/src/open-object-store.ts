import { createFolderStore } from './folder/folder-store.ts';
import type { ObjectStore } from './port/object-store.ts';
import type { S3Bucket } from './port/s3-bucket.ts';

/** The place of a store: a folder of this machine, or a bucket. */
export type ObjectStoreSettings = { readonly folder: string } | S3Bucket;

/** Opens the store of these settings. The client of S3 is loaded for a bucket only. */
export async function openObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  if ('folder' in settings) return createFolderStore(settings.folder);
  const { createS3Store } = await import('./s3/s3-store.ts');
  return createS3Store(settings);
}
