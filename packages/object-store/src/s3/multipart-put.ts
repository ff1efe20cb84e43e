import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { tooLarge } from '../port/measured-body.ts';
import { MAX_PARTS, PART_BYTES } from '../port/object-store.ts';
import { createPartBuffer } from './part-buffer.ts';

/** The object that a body becomes. */
export interface PutTarget {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  readonly IfNoneMatch?: string;
}

/**
 * Puts a body: below the size of a part in one request, otherwise as a multipart upload, one part after the other. A body of any size needs the
 * memory of one part; the package of AWS for this needs twice as much at least. A body that fails leaves no upload. `afterFailedEnd` takes
 * the error of the completion.
 */
export async function putBody(
  client: S3Client,
  target: PutTarget,
  chunks: AsyncIterable<Uint8Array>,
  afterFailedEnd: (error: Error) => Promise<undefined>,
): Promise<void> {
  const { Bucket, Key, ContentType, ...condition } = target;
  const part = createPartBuffer(PART_BYTES);
  const Parts: CompletedPart[] = [];
  let UploadId: string | undefined;

  async function sendPart(): Promise<void> {
    if (Parts.length >= MAX_PARTS) throw tooLarge();
    UploadId ??= (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }))).UploadId;
    const PartNumber = Parts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: part.bytes() }));
    Parts.push({ PartNumber, ETag });
    part.clear();
  }

  try {
    for await (const chunk of chunks) for (let rest = part.add(chunk); part.isFull; rest = part.add(rest)) await sendPart();
    if (UploadId === undefined) {
      await client.send(new PutObjectCommand({ ...target, Body: part.bytes(), ContentLength: part.size }));
      return;
    }
    if (part.size > 0) await sendPart();
    const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...condition });
    await client.send(command).catch(afterFailedEnd);
  } catch (error) {
    if (UploadId !== undefined) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}
