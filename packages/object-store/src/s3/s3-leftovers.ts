import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import { unlessNamed } from './s3-errors.ts';
import { TAILS } from './tails.ts';

/** Aborts the multipart uploads that began before a time in milliseconds, and removes the tails that were written before it. */
export async function removeS3Leftovers(client: S3Client, Bucket: string, before: number): Promise<number> {
  const uploads = (await openUploads(client, Bucket)).filter(({ Initiated }) => Initiated!.getTime() < before);
  for (const { Key, UploadId } of uploads)
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unlessNamed(['NoSuchUpload'], undefined));
  return uploads.length + (await removeTails(client, Bucket, before));
}

async function openUploads(client: S3Client, Bucket: string): Promise<MultipartUpload[]> {
  const uploads: MultipartUpload[] = [];
  for (let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}; ; ) {
    const page: ListMultipartUploadsCommandOutput | undefined = await client
      .send(new ListMultipartUploadsCommand({ Bucket, ...marker }))
      // Some servers answer so for a bucket that never had an upload.
      .catch(unlessNamed(['NoSuchUpload'], undefined));
    uploads.push(...(page?.Uploads ?? []));
    if (!page?.IsTruncated) return uploads;
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function removeTails(client: S3Client, Bucket: string, before: number): Promise<number> {
  let removed = 0;
  for (let after: string | undefined; ; ) {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: TAILS, StartAfter: after }));
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (LastModified!.getTime() >= before) continue;
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      removed += 1;
    }
    if (!page.IsTruncated) return removed;
    after = page.Contents!.at(-1)!.Key;
  }
}
