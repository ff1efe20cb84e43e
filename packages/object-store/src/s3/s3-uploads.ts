import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type MeasuredBody, measuredBody, storingBody, tooLarge } from '../port/measured-body.ts';
import { assertContentType, assertKey } from '../port/object-key.ts';
import { MAX_OBJECT_BYTES, MAX_PARTS, type ObjectHead, type ObjectUpload, type ObjectUploads, PART_BYTES } from '../port/object-store.ts';
import { keyExists, ObjectStoreRefusal, uploadMissing, wrongOffset } from '../port/object-store-error.ts';
import { unlessCompleted } from './lost-completion.ts';
import { createPartBuffer } from './part-buffer.ts';
import { onS3, s3Error, unlessNamed } from './s3-errors.ts';
import { listParts, type StoredPart } from './stored-parts.ts';
import { tailKey } from './tails.ts';

/** Bytes that S3 requires of each part but the last. */
const MIN_PART_BYTES = 5 * 1_048_576;

/** The stored bytes of an upload. */
interface Stored {
  readonly parts: readonly StoredPart[];
  /** Bytes of all parts. */
  readonly part_bytes: number;
  /** Bytes of the tail. */
  readonly tail_bytes: number;
}

/** Returns the number of the last part, or 0. */
const numberOf = ({ parts }: Stored): number => parts.at(-1)?.PartNumber ?? 0;

/** Returns undefined for the error of an upload that has ended, and throws any other error. */
function unlessEnded(error: Error): undefined {
  const isEnded = error instanceof ObjectStoreRefusal ? error.code === 'upload_missing' : error.name === 'NoSuchUpload';
  if (!isEnded) throw error;
}

/** Creates the uploads of a bucket. An upload is a multipart upload of S3 and at most one tail. */
export function s3Uploads(client: S3Client, Bucket: string, headOf: (key: string) => Promise<ObjectHead | undefined>): ObjectUploads {
  async function stored(upload: ObjectUpload): Promise<Stored> {
    assertKey(upload.key);
    if (upload.upload_id === '') throw uploadMissing();
    const parts = await listParts(client, Bucket, upload);
    const part_bytes = parts.reduce((sum, { size }) => sum + size, 0);
    const tail = await client
      .send(new HeadObjectCommand({ Bucket, Key: tailKey(upload.upload_id, part_bytes) }))
      .catch(unlessNamed(['NotFound', 'NoSuchKey'], undefined));
    return { parts, part_bytes, tail_bytes: tail?.ContentLength ?? 0 };
  }

  async function readTail({ upload_id }: ObjectUpload, { part_bytes, tail_bytes }: Stored): Promise<Uint8Array> {
    if (tail_bytes === 0) return new Uint8Array(0);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: tailKey(upload_id, part_bytes) }));
    return Body!.transformToByteArray();
  }

  async function putPart({ key, upload_id }: ObjectUpload, PartNumber: number, Body: Uint8Array): Promise<StoredPart> {
    const command = new UploadPartCommand({ Bucket, Key: key, UploadId: upload_id, PartNumber, Body });
    const { ETag } = await client.send(command);
    return { PartNumber, ETag: ETag!, size: Body.byteLength };
  }

  const abortCommand = ({ key, upload_id }: ObjectUpload): AbortMultipartUploadCommand =>
    new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: upload_id });

  const removeTail = ({ upload_id }: ObjectUpload, { part_bytes, tail_bytes }: Stored): Promise<unknown> =>
    tail_bytes === 0 ? Promise.resolve() : client.send(new DeleteObjectCommand({ Bucket, Key: tailKey(upload_id, part_bytes) }));

  /** Adds a body after the tail: full parts as they arrive, and at its end, or when it fails, a part or a tail. */
  async function appendTo(upload: ObjectUpload, before: Stored, measured: MeasuredBody): Promise<void> {
    let number = numberOf(before);
    let part_bytes = before.part_bytes;
    const part = createPartBuffer(PART_BYTES);
    part.add(await readTail(upload, before));

    async function putWaiting(): Promise<void> {
      if (number >= MAX_PARTS) throw tooLarge();
      await putPart(upload, number + 1, part.bytes());
      if (part_bytes === before.part_bytes) await removeTail(upload, before);
      number += 1;
      part_bytes += part.size;
      part.clear();
    }

    try {
      for await (const chunk of measured.chunks) for (let rest = part.add(chunk); part.isFull; rest = part.add(rest)) await putWaiting();
    } catch (error) {
      if (!measured.failure) throw error;
    }
    const isTailStored = part_bytes === before.part_bytes && part.size === before.tail_bytes;
    if (part.size >= MIN_PART_BYTES) await putWaiting();
    else if (part.size > 0 && !isTailStored)
      await client.send(new PutObjectCommand({ Bucket, Key: tailKey(upload.upload_id, part_bytes), Body: part.bytes() }));
    if (measured.failure) throw measured.failure.error;
  }

  return {
    create: (key, { content_type }) =>
      onS3(async () => {
        assertKey(key);
        assertContentType(content_type);
        const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: content_type }));
        return { key, content_type, upload_id: UploadId! };
      }),

    offset: (upload) =>
      onS3(async () => {
        const { part_bytes, tail_bytes } = await stored(upload);
        return part_bytes + tail_bytes;
      }),

    append(upload, offset, body) {
      const measured = measuredBody(body);
      return storingBody(measured, s3Error, async () => {
        const before = await stored(upload);
        if (before.part_bytes + before.tail_bytes !== offset) throw wrongOffset(before.part_bytes + before.tail_bytes);
        if (offset > MAX_OBJECT_BYTES) throw tooLarge();
        await appendTo(upload, before, measured);
        return offset + measured.size;
      });
    },

    finish: (upload, { if_absent = false } = {}) =>
      onS3(async () => {
        const before = await stored(upload);
        if (if_absent && (await headOf(upload.key))) throw keyExists();
        const condition = if_absent ? { IfNoneMatch: '*' } : {};
        if (before.part_bytes + before.tail_bytes === 0) {
          // Some servers refuse a multipart upload without parts, and an empty part.
          await client.send(
            new PutObjectCommand({ Bucket, Key: upload.key, ContentType: upload.content_type, Body: '', ContentLength: 0, ...condition }),
          );
          await client.send(abortCommand(upload));
          return 0;
        }
        const last = before.tail_bytes > 0 ? [await putPart(upload, numberOf(before) + 1, await readTail(upload, before))] : [];
        const Parts = [...before.parts, ...last].map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
        const MultipartUpload = { Parts };
        const size = before.part_bytes + before.tail_bytes;
        await client
          .send(new CompleteMultipartUploadCommand({ Bucket, Key: upload.key, UploadId: upload.upload_id, MultipartUpload, ...condition }))
          .catch(
            unlessCompleted(
              () => headOf(upload.key),
              () => size,
            ),
          );
        await removeTail(upload, before);
        return size;
      }),

    abort: (upload) =>
      onS3(async () => {
        const before = await stored(upload).catch(unlessEnded);
        if (!before) return;
        await client.send(abortCommand(upload)).catch(unlessEnded);
        await removeTail(upload, before);
      }),
  };
}
