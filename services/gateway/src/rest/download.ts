import { once } from 'node:events';
import type { Reply } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import type { Operation, Problem } from '@space/contracts/core';
import type { Log } from '@space/runtime';
import type { Request } from 'express';
import type { RateLimit } from '../call/rate-limit.ts';
import type { Exchange } from '../http/request-context.ts';
import { finish, type Headers, headerList, headOf, PRIVATE } from '../http/respond.ts';

/** Asks for the page of a list at a cursor, or the first one. */
type ReadPage = (cursor: string | undefined) => Promise<Reply>;

/**
 * Sends all pages of an operation with `download` as one file. A refusal of the first page is answered by the caller, and
 * so it is returned; one in the middle ends the connection, so that nobody takes a part for the whole.
 */
export type Download = (exchange: Exchange, entry: CatalogEntry, headers: Headers, readPage: ReadPage) => Promise<Problem | undefined>;

/** Whether a client would rather have the file than the JSON; one that takes anything gets JSON. */
export const wantsDownload = ({ download }: Operation, request: Request): boolean =>
  download !== undefined && request.accepts(['application/json', download.media_type]) === download.media_type;

const extensions = { 'text/csv': 'csv', 'text/calendar': 'ics', 'application/octet-stream': 'bin' } as const;

/** The headers of the file: named after the contract, for saving rather than showing. */
export const fileHeaders = ({ contract, operation }: CatalogEntry): Headers => [
  ...PRIVATE,
  ...headerList({
    'Content-Type':
      operation.download!.media_type === 'application/octet-stream'
        ? 'application/octet-stream'
        : `${operation.download!.media_type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${contract.name}.${extensions[operation.download!.media_type]}"`,
    Vary: 'Accept',
  }),
];

/** The sender of files of one server. */
export const downloader =
  (log: Log, limit: RateLimit | undefined): Download =>
  async (exchange, { id, operation }, headers, readPage) => {
    const { request, response } = exchange;
    const field = operation.download!.field;
    let reply = await readPage(undefined);
    if (reply.problem) return reply.problem;
    const isText = operation.download!.media_type !== 'application/octet-stream';
    response.writeHead(200, headOf(exchange, isText ? headers : namedFile(headers, reply.body), limit));
    for (;;) {
      const page = pageOf(reply.body, field, isText ? 'utf8' : 'base64');
      const isTaken = response.write(page.bytes);
      if (page.next === null || request.method === 'HEAD') break;
      if (!isTaken) await drained(exchange);
      if (response.destroyed) break;
      reply = await readPage(page.next);
      if (!reply.problem) continue;
      log.warn({ err: reply.problem, operation: id, request_id: exchange.request_id }, 'a download broke off');
      response.destroy();
      break;
    }
    if (!response.destroyed) response.end();
    finish(log, exchange, 200);
    return undefined;
  };

/** The headers of a file that has a name of its own: to be saved under it, whatever it holds (RFC 6266). */
function namedFile(headers: Headers, body: Uint8Array): Headers {
  const { name } = JSON.parse(Buffer.from(body).toString()) as { name?: unknown };
  const plain = typeof name === 'string' ? name : 'file';
  const encoded = encodeURIComponent(plain).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const disposition = `attachment; filename="${plain.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encoded}`;
  const at = headers.indexOf('Content-Disposition');
  return headers.toSpliced(at + 1, 1, disposition);
}

function pageOf(body: Uint8Array, field: string, encoding: 'utf8' | 'base64'): { bytes: Buffer; next: string | null } {
  const page = JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>;
  return { bytes: Buffer.from(String(page[field] ?? ''), encoding), next: typeof page.next_cursor === 'string' ? page.next_cursor : null };
}

/** Waits until the client has taken what was written, or is gone. */
async function drained({ response }: Exchange): Promise<void> {
  const gone = new AbortController();
  const events = ['drain', 'close'].map((event) => once(response, event, { signal: gone.signal }));
  for (const event of events) event.catch(() => {});
  await Promise.race(events).catch(() => {});
  gone.abort();
}
