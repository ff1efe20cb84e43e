import { isUtf8 } from 'node:buffer';
import { type Operation, Problem } from '@space/contracts/core';
import type { Request } from 'express';
import { isMediaType } from '../http/body.ts';

/**
 * Returns the JSON of a body: the body itself, or an object with the text of the field that an upload has. Throws `invalid` for
 * a text that is not UTF-8.
 */
export function toJsonBody({ upload }: Operation, { headers }: Request, body: Uint8Array | null): Uint8Array | null {
  if (body === null || upload === undefined || !isMediaType(headers['content-type'] ?? '', upload.media_type)) return body;
  if (!isUtf8(body))
    throw new Problem('invalid', 'The body is not UTF-8; save the file as UTF-8 and send it again.', {
      errors: [{ path: upload.field, code: 'invalid_encoding', message: 'is not UTF-8; save the file as UTF-8' }],
    });
  return Buffer.from(JSON.stringify({ [upload.field]: Buffer.from(body).toString() }));
}
