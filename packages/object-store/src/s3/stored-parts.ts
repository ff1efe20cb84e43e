import { ListPartsCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ObjectUpload } from '../port/object-store.ts';

/** A part of an upload; `size` in bytes. */
export interface StoredPart {
  readonly PartNumber: number;
  readonly ETag: string;
  readonly size: number;
}

/** Returns the parts of an upload, in their order. */
export async function listParts(client: S3Client, Bucket: string, { key, upload_id }: ObjectUpload): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  for (let PartNumberMarker: string | undefined; ; ) {
    const page = await client.send(new ListPartsCommand({ Bucket, Key: key, UploadId: upload_id, PartNumberMarker }));
    for (const { PartNumber, ETag, Size } of page.Parts ?? []) parts.push({ PartNumber: PartNumber!, ETag: ETag!, size: Size! });
    if (!page.IsTruncated) return parts;
    PartNumberMarker = page.NextPartNumberMarker;
  }
}
