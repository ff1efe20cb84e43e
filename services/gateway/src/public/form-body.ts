import type { IncomingMessage } from 'node:http';
import { MAX_FORM_BYTES, MAX_FORM_VALUES, Problem } from '@space/contracts/core';
import { MAX_FORM_FILE_MB } from '@space/contracts/scheduling';
import type { BodyAccount } from '../http/body-budget.ts';
import { createFormValues, type FormBody, tooManyValues } from './form-values.ts';
import { readMultipart } from './multipart.ts';

/*
 * The forms that visitors send. Their sender is unknown, so a form is bounded while it is read: its bytes, the number of its
 * values and of its files. The headers are checked before a byte is read. A form that is refused is not read to its end; its
 * connection is closed.
 */

/** The largest form of a page that takes files, in bytes. */
const MAX_MULTIPART_BYTES = MAX_FORM_FILE_MB * 1_048_576 + MAX_FORM_BYTES;

/** A form whose headers are checked and whose body is not read. */
export interface UnreadForm {
  readonly max_bytes: number;
  /**
   * Reads the form, and counts its bytes. Throws `too_large` for one that is too long, `invalid` for one that is malformed, and
   * `unavailable` when the gateway has too many bodies in memory.
   */
  read(account: BodyAccount): Promise<FormBody>;
}

/** Returns the form of a request. Throws `unsupported_media_type`, and `too_large` for its Content-Length. */
export function unreadFormOf(request: IncomingMessage, takesFiles: boolean): UnreadForm {
  const { headers } = request;
  const type = headers['content-type'] ?? '';
  const media = type.split(';', 1)[0]!.trim().toLowerCase();
  const isMultipart = takesFiles && media === 'multipart/form-data';
  if ((!isMultipart && media !== 'application/x-www-form-urlencoded') || headers['content-encoding'] !== undefined)
    throw new Problem('unsupported_media_type', 'A form must be application/x-www-form-urlencoded.');
  const max_bytes = takesFiles ? MAX_MULTIPART_BYTES : MAX_FORM_BYTES;
  const limit = isMultipart ? max_bytes : MAX_FORM_BYTES;
  if (Number(headers['content-length'] ?? 0) > limit) throw tooManyBytes(limit);
  return {
    max_bytes,
    read(account) {
      const chunks = boundedChunks(request, limit, account);
      return isMultipart ? readMultipart(chunks, type) : readUrlEncoded(chunks);
    },
  };
}

async function readUrlEncoded(chunks: AsyncIterable<Buffer>): Promise<FormBody> {
  const received: Buffer[] = [];
  for await (const chunk of chunks) received.push(chunk);
  const body = Buffer.concat(received);
  // Counted before parsing: 32,000 empty names fit into the largest form.
  let values = 1;
  for (const byte of body) if (byte === AMPERSAND) values += 1;
  if (values > MAX_FORM_VALUES) throw tooManyValues();
  const { values: form, add } = createFormValues();
  for (const [name, value] of new URLSearchParams(body.toString())) add(name, value);
  return { form };
}

const AMPERSAND = 0x26;

/** Yields the chunks of a body. Throws `too_large` after `limit` bytes, and leaves the request open so that it can be answered. */
export async function* boundedChunks(request: IncomingMessage, limit: number, account: BodyAccount): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > limit) throw tooManyBytes(limit);
      account.add((chunk as Buffer).length);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid', 'The form ended before its Content-Length.');
  }
}

const tooManyBytes = (limit: number): Problem => new Problem('too_large', `The form is larger than ${limit} bytes.`);
