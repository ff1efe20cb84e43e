import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@space/contracts/core';
import type { StoredContent } from '@space/contracts/uploads';
import { type ObjectContent, type ObjectStore, ObjectStoreUnavailable } from '@space/object-store';
import type { Log } from '@space/runtime';
import { waitForClient } from '../admission/connections.ts';
import { matchingEtag } from '../http/etag.ts';
import { type Headers, headerList } from '../http/headers.ts';
import { type Part, partOf } from './range-header.ts';

/** The answer to a request for bytes, before its first byte is sent. */
export interface ContentAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Headers;
  /** The bytes; undefined for HEAD and 304. */
  readonly body: ObjectContent['body'] | undefined;
  /** The ETag and the size of the whole file. */
  readonly etag: string;
  readonly size: number;
}

/**
 * Returns the answer to a GET or HEAD of stored bytes: 304 for a reader that has them, 206 for a part. Throws `range_not_satisfiable`, and
 * not_found if the bytes were removed meanwhile. `headers` are those of a success besides.
 */
export async function openContent(
  objects: ObjectStore,
  { method, headers: asked }: IncomingMessage,
  content: StoredContent,
  headers: Headers,
): Promise<ContentAnswer> {
  const etag = `"${content.etag}"`;
  const file = { etag, size: content.size };
  const common: Headers = [...headers, 'ETag', etag];
  if (matchingEtag(asked['if-none-match'], etag) !== undefined) return { ...file, status: 304, headers: common, body: undefined };
  const part = method === 'GET' && isCurrent(asked['if-range'], etag) ? partOf(asked.range, content.size) : undefined;
  if (part === 'outside') throw outside(content.size);
  const typed = [...common, 'Content-Type', content.content_type, 'Accept-Ranges', 'bytes', ...lengthHeaders(content.size, part)];
  const status = part ? 206 : 200;
  if (method === 'HEAD') return { ...file, status, headers: typed, body: undefined };
  const found = await objects.get(content.object_key, part ? { range: part } : {});
  if (!found) throw new Problem('not_found', 'The file was deleted a moment ago.');
  return { ...file, status, headers: typed, body: found.body };
}

/**
 * Sends an answer whose head says `head`, and returns when its client has read it or has left. When the store fails after the first byte, the
 * connection is closed, so that the reader does not take a part for the whole. While bytes are sent, the request does not count as one in progress.
 */
export async function sendContent(response: ServerResponse, { status, body }: ContentAnswer, head: Headers, log: Log): Promise<void> {
  if (response.destroyed) return void body?.destroy();
  response.writeHead(status, [...head]);
  if (!body) return void response.end();
  await waitForClient(response, () => pipeline(body, response)).catch((error: unknown) => {
    if (error instanceof ObjectStoreUnavailable)
      log.error({ err: error }, 'the object store failed while bytes were sent; the connection was closed');
    response.destroy();
  });
}

/** Returns true unless `If-Range` names another version: the whole file is sent then. A date is no version here. */
const isCurrent = (header: string | string[] | undefined, etag: string): boolean => header === undefined || header === etag;

const lengthHeaders = (size: number, part: Part | undefined): Headers =>
  headerList(
    part
      ? { 'Content-Length': String(part.last - part.first + 1), 'Content-Range': `bytes ${part.first}-${part.last}/${size}` }
      : { 'Content-Length': String(size) },
  );

const outside = (size: number): Problem =>
  new Problem('range_not_satisfiable', `The file has ${size} bytes; ask for a range within it.`, { size });

/** Returns the header that a 416 has besides. */
export const rangeProblemHeaders = ({ code, extras }: Problem): Headers =>
  code === 'range_not_satisfiable' ? ['Content-Range', `bytes */${String(extras.size)}`] : [];
