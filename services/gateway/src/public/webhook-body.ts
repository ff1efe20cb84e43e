import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES, type Operation, Problem } from '@space/contracts/core';
import type { BodyAccount } from '../http/body-budget.ts';
import { boundedChunks } from './form-body.ts';

/*
 * Webhooks that other systems send to the public origin. Their signature is over the bytes of the body, so nothing here parses
 * them. The sender is unknown until the signature is verified, so a body is bounded while it is read.
 */

/** A webhook whose headers are checked and whose body is not read. */
export interface UnreadWebhook {
  /**
   * Reads the body and returns the JSON of the operation's input without its path parameters. Throws `too_large`, `invalid`, and
   * `unavailable` when the gateway has too many bodies in memory.
   */
  read(account: BodyAccount): Promise<Buffer>;
}

/** Returns the webhook of a request. Throws `too_large` for its Content-Length, and `unsupported_media_type` for an encoded body. */
export function unreadWebhookOf(request: IncomingMessage, operation: Pick<Operation, 'raw_headers' | 'max_body_bytes'>): UnreadWebhook {
  const limit = operation.max_body_bytes ?? MAX_BODY_BYTES;
  if (request.headers['content-encoding'] !== undefined)
    throw new Problem('unsupported_media_type', 'A webhook must not have a Content-Encoding.');
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Problem('too_large', `The body is larger than ${limit} bytes.`);
  return {
    async read(account) {
      const received: Buffer[] = [];
      for await (const chunk of boundedChunks(request, limit, account)) received.push(chunk);
      const raw_body = Buffer.concat(received).toString('base64');
      return Buffer.from(JSON.stringify({ headers: singleHeaders(request, operation.raw_headers ?? []), raw_body }));
    },
  };
}

/** Returns those of the named headers that the request has once. */
function singleHeaders({ headersDistinct }: IncomingMessage, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = headersDistinct[name];
      return values?.length === 1 ? [[name, values[0]!]] : [];
    }),
  );
}
