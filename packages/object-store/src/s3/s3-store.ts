import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { assertRange, type ByteRange, resolveRange } from '../port/byte-range.ts';
import { guardedStream } from '../port/guarded-stream.ts';
import { measuredBody, storingBody } from '../port/measured-body.ts';
import { assertContentType, assertKey, assertPrefix } from '../port/object-key.ts';
import { MAX_LIST_LIMIT, type ObjectHead, type ObjectStore, PART_BYTES, pageLimit } from '../port/object-store.ts';
import { keyExists, ObjectStoreUnavailable } from '../port/object-store-error.ts';
import type { S3Bucket } from '../port/s3-bucket.ts';
import { unlessCompleted } from './lost-completion.ts';
import { putBody } from './multipart-put.ts';
import { createS3Client, type S3Limits } from './s3-client.ts';
import { onS3, s3Error, unlessNamed } from './s3-errors.ts';
import { removeS3Leftovers } from './s3-leftovers.ts';
import { s3Uploads } from './s3-uploads.ts';
import { AFTER_TAILS } from './tails.ts';

/** Bytes of the largest object that S3 copies in one request; a larger one is read and written. */
const MAX_COPY_BYTES = 5 * 1_024 ** 3;

/** Options that tests change. */
export interface S3Options {
  readonly limits?: S3Limits;
  readonly max_copy_bytes?: number;
}

/**
 * Opens a store in a bucket, which must exist. A body below 8 MiB is one request; a larger one is a multipart upload. A server that does not
 * support `If-None-Match` for those refuses an existing key too, except when two writers end within the same milliseconds. When the answer to a
 * put with `if_absent` is lost, its repetition may be refused with `exists` although it stored the object. `head` takes a bucket that does not
 * exist for an absent key, because the answer to HEAD has no body.
 */
export function createS3Store(s3: S3Bucket, { limits, max_copy_bytes = MAX_COPY_BYTES }: S3Options = {}): ObjectStore {
  const client = createS3Client(s3, limits);
  const Bucket = s3.bucket;

  async function headOf(key: string): Promise<ObjectHead | undefined> {
    const found = await client.send(new HeadObjectCommand({ Bucket, Key: key })).catch(unlessNamed(['NotFound', 'NoSuchKey'], undefined));
    return (
      found && {
        content_type: found.ContentType ?? '',
        size: found.ContentLength ?? 0,
        modified_at: found.LastModified!.getTime(),
      }
    );
  }

  /** Returns the range as the header of a request. Servers differ about a suffix that is longer than the object. */
  async function rangeHeader(key: string, range: ByteRange): Promise<string | undefined> {
    assertRange(range);
    if (!('suffix' in range)) return `bytes=${range.first}-${range.last ?? ''}`;
    const head = await headOf(key);
    if (!head) return undefined;
    const { first, last } = resolveRange(range, head.size);
    return `bytes=${first}-${last}`;
  }

  async function get(key: string, range?: ByteRange): ReturnType<ObjectStore['get']> {
    const Range = range && (await rangeHeader(key, range));
    const found = await client.send(new GetObjectCommand({ Bucket, Key: key, Range })).catch(unlessNamed(['NoSuchKey'], undefined));
    if (!found) return undefined;
    const length = found.ContentLength ?? 0;
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '') ?? [];
    return {
      content_type: found.ContentType ?? '',
      size: total === undefined ? length : Number(total),
      modified_at: found.LastModified!.getTime(),
      ...(first === undefined ? {} : { range: { first: Number(first), last: Number(last) } }),
      body: guardedStream(found.Body as Readable, s3Error),
    };
  }

  async function put(...[key, body, { content_type, if_absent = false, size }]: Parameters<ObjectStore['put']>): Promise<number> {
    const refuseExisting = async (bytes: number): Promise<void> => {
      if (if_absent && bytes >= PART_BYTES && (await headOf(key))) throw keyExists();
    };
    const measured = measuredBody(body, size, refuseExisting);
    return storingBody(measured, s3Error, async () => {
      assertKey(key);
      assertContentType(content_type);
      const target = { Bucket, Key: key, ContentType: content_type, ...(if_absent ? { IfNoneMatch: '*' } : {}) };
      const afterFailedEnd = unlessCompleted(
        () => headOf(key),
        () => measured.size,
      );
      await putBody(client, target, measured.chunks, afterFailedEnd);
      return measured.size;
    });
  }

  return {
    put,
    get: (key, { range } = {}) =>
      onS3(async () => {
        assertKey(key);
        return get(key, range);
      }),

    head: (key) =>
      onS3(async () => {
        assertKey(key);
        return headOf(key);
      }),

    move: (from, to) =>
      onS3(async () => {
        assertKey(from);
        assertKey(to);
        const head = await headOf(from);
        if (!head || from === to) return head !== undefined;
        if (head.size > max_copy_bytes) await put(to, (await get(from))!.body, head);
        else await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` }));
        await client.send(new DeleteObjectCommand({ Bucket, Key: from }));
        return true;
      }),

    remove: (keys) =>
      onS3(async () => {
        for (const key of keys) assertKey(key);
        for (let start = 0; start < keys.length; start += MAX_LIST_LIMIT) {
          const Objects = keys.slice(start, start + MAX_LIST_LIMIT).map((Key) => ({ Key }));
          const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
          const [error] = Errors;
          if (error) throw new ObjectStoreUnavailable('failed', `${Errors.length} keys were not removed: ${error.Code}`);
        }
      }),

    list: (prefix, { after, limit } = {}) =>
      onS3(async () => {
        assertPrefix(prefix);
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, StartAfter: after || AFTER_TAILS, MaxKeys: pageLimit(limit) }),
        );
        const objects = (page.Contents ?? []).map(({ Key, Size, LastModified }) => ({
          key: Key!,
          size: Size!,
          modified_at: LastModified!.getTime(),
        }));
        const next = page.IsTruncated ? objects.at(-1)?.key : undefined;
        return { objects, ...(next === undefined ? {} : { next }) };
      }),

    uploads: s3Uploads(client, Bucket, headOf),
    removeLeftovers: (before) => onS3(() => removeS3Leftovers(client, Bucket, before)),
    close: async () => client.destroy(),
  };
}
