import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import type { Problem } from '@space/contracts/core';
import { MAX_DOWNLOAD_WAIT_SECONDS } from '@space/contracts/platform';
import { SECOND_MS } from '@space/time';
import type { Request, Response } from 'express';
import { endRequest, waitForClient } from '../admission/connections.ts';
import type { Gateway } from '../call/gateway.ts';
import { preferredType } from '../http/accept.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { type Headers, headerList, PRIVATE } from '../http/headers.ts';
import { finishRequest, type RequestContext } from '../http/request-context.ts';

/** Reads the page of a list at a cursor, or the first page. */
type ReadPage = (cursor: string | undefined) => Promise<Reply>;

/** The download of one operation: all pages of its list as one file. */
export interface Download {
  /** Returns true if the client prefers the file to JSON. A client that accepts anything gets JSON. */
  isPreferred(request: Request): boolean;
  /**
   * Sends all pages as one file. Returns the problem of the first page, which the caller answers. A later page whose problem says
   * when to try again is read again; any other problem closes the connection, so that the client does not take a part for the
   * whole file.
   */
  send(context: RequestContext, readPage: ReadPage): Promise<Problem | undefined>;
}

/** The answer with a part of the file. */
type FileBody = Readonly<Record<string, unknown>>;

/** A part of the file, and the cursor of the next one. */
interface Page {
  readonly bytes: Buffer;
  readonly next: string | null;
}

type WaitToRetry = (problem: Problem) => Promise<boolean>;

const extensions = { 'text/csv': 'csv', 'text/calendar': 'ics', 'application/octet-stream': 'bin' } as const;

/** Creates the download of an operation with `download`. */
export function createDownload({ id, contract, operation }: CatalogEntry, { ports: { log }, openFileStream }: Gateway): Download {
  const { field, media_type, encoding_field } = operation.download!;
  const isText = media_type !== 'application/octet-stream';
  const headers: Headers = [
    ...PRIVATE,
    ...headerList({
      'Content-Type': isText ? `${media_type}; charset=utf-8` : media_type,
      'Content-Disposition': `attachment; filename="${contract.name}.${extensions[media_type]}"`,
      Vary: 'Accept',
    }),
  ];
  const encodingOf = (body: FileBody) => (isText || (encoding_field !== undefined && body[encoding_field] === 'utf8') ? 'utf8' : 'base64');

  /** Reads a page after the first one. Returns undefined when the client has left, or must not take a part for the whole file. */
  async function nextPage({ response, request_id }: RequestContext, wait: WaitToRetry, read: () => Promise<Reply>) {
    let reply = await read();
    while (reply.problem && !response.destroyed && (await wait(reply.problem))) reply = await read();
    if (response.destroyed) return undefined;
    if (!reply.problem) return pageOf(reply.body, field, encodingOf);
    log.warn({ err: reply.problem, operation: id, request_id }, 'a download failed; closing its connection');
    response.destroy();
    return undefined;
  }

  return {
    isPreferred(request) {
      return preferredType(request.headers.accept, ['application/json', media_type]) === media_type;
    },
    async send(context, readPage) {
      const { request, response } = context;
      const first = await readPage(undefined);
      if (first.problem) return first.problem;
      let page: Page | undefined = pageOf(first.body, field, encodingOf);
      const size = page.next === null ? page.bytes.length : Number.POSITIVE_INFINITY;
      const stream = openFileStream(context, isText ? headers : withFileName(headers, first.body), size);
      const wait = createRetryWait();
      while (page && !response.destroyed) {
        const { bytes, next }: Page = page;
        const isAccepted = stream.write(bytes);
        if (next === null || request.method === 'HEAD') break;
        if (!isAccepted) await waitForClient(response, () => drained(stream, response));
        page = response.destroyed ? undefined : await nextPage(context, wait, () => readPage(next));
      }
      if (!response.destroyed) stream.end();
      endRequest(response);
      finishRequest(log, context, 200);
      return undefined;
    },
  };
}

/**
 * Returns a function that waits until a page may be read again, and returns true; false if its problem does not say when, or the
 * download has waited for `MAX_DOWNLOAD_WAIT_SECONDS`.
 */
function createRetryWait(): WaitToRetry {
  let waited = 0;
  return async function waitToRetry({ extras: { retry_after_s } }) {
    if (retry_after_s === undefined || waited + retry_after_s > MAX_DOWNLOAD_WAIT_SECONDS) return false;
    waited += retry_after_s;
    await delay(retry_after_s * SECOND_MS);
    return true;
  };
}

/** Returns the headers with the file name in the body (RFC 6266). Always an attachment: a file may hold anything. */
function withFileName(headers: Headers, body: Uint8Array): Headers {
  const { name } = JSON.parse(Buffer.from(body).toString()) as { name?: unknown };
  const disposition = contentDisposition('attachment', typeof name === 'string' ? name : 'file');
  const at = headers.indexOf('Content-Disposition');
  return headers.toSpliced(at + 1, 1, disposition);
}

function pageOf(body: Uint8Array, field: string, encodingOf: (body: FileBody) => 'utf8' | 'base64'): Page {
  const page = JSON.parse(Buffer.from(body).toString()) as FileBody;
  return {
    bytes: Buffer.from(String(page[field] ?? ''), encodingOf(page)),
    next: typeof page.next_cursor === 'string' ? page.next_cursor : null,
  };
}

/** Resolves when the client has read what was written, or has disconnected. */
async function drained(stream: Writable, response: Response): Promise<void> {
  const done = new AbortController();
  const events = [once(stream, 'drain', { signal: done.signal }), once(response, 'close', { signal: done.signal })];
  for (const event of events) event.catch(() => {});
  await Promise.race(events).catch(() => {});
  done.abort();
}
