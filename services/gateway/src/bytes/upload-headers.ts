import type { IncomingHttpHeaders } from 'node:http';
import { invalidFields, Problem } from '@space/contracts/core';
import { COMMON_HEADERS, type Headers, headerList, PRIVATE } from '../http/headers.ts';

/** The version of tus that the byte door speaks. */
export const TUS_VERSION = '1.0.0';

/** Headers of every answer of the byte door. Scripts of any origin may send bytes and read how far an upload is. */
export const UPLOAD_HEADERS: Headers = withExposed(COMMON_HEADERS, [
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
]);

/** Headers that say how far an upload is. */
export const progressHeaders = (offset: number, size: number, expires_at: string): Headers => [
  ...PRIVATE,
  ...headerList({
    'Tus-Resumable': TUS_VERSION,
    'Upload-Offset': String(offset),
    'Upload-Length': String(size),
    'Upload-Expires': new Date(expires_at).toUTCString(),
  }),
];

/** The place of a body in its file. */
export interface BodyPlace {
  readonly offset: number;
  /** The bytes of the body; undefined if the request does not say. */
  readonly length: number | undefined;
}

/** Throws 412 for a version of tus that is not spoken here. A client that names none is welcome. */
export function assertTusVersion(headers: IncomingHttpHeaders): void {
  const version = headers['tus-resumable'];
  if (version !== undefined && version !== TUS_VERSION)
    throw new Problem('precondition_failed', `This server speaks version ${TUS_VERSION} of tus; send Tus-Resumable: ${TUS_VERSION}.`);
}

/** Returns the place of the body of a PATCH. Throws `unsupported_media_type` and `invalid`. */
export function patchPlace(headers: IncomingHttpHeaders): BodyPlace {
  assertPlain(headers);
  if (!/^application\/offset\+octet-stream\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'The body of a PATCH must have Content-Type: application/offset+octet-stream.');
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !isCount(offset))
    throw invalidHeader('Upload-Offset', 'must be the number of bytes that the upload has; HEAD returns it');
  return { offset: Number(offset), length: lengthOf(headers) };
}

/**
 * Returns the place of the body of a PUT: the whole file, or the rest of it by Content-Range, as `curl --continue-at` sends it. Throws `invalid`
 * for a body that is shorter than the file, and `too_large` for a longer one.
 */
export function putPlace(headers: IncomingHttpHeaders, size: number): BodyPlace {
  assertPlain(headers);
  const length = lengthOf(headers);
  const range = headers['content-range'];
  if (range === undefined) {
    if (length !== undefined) assertLength(length, size);
    return { offset: 0, length };
  }
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(range) ?? [];
  const rule = `must be "bytes <first>-<last>/${size}"`;
  if (first === undefined || Number(last) < Number(first)) throw invalidHeader('Content-Range', rule);
  if (total !== '*' && Number(total) !== size) throw invalidHeader('Content-Range', `${rule}: the upload was created for ${size} bytes`);
  if (length !== undefined && length !== Number(last) - Number(first) + 1)
    throw invalidHeader('Content-Range', `${rule}, and must name as many bytes as Content-Length`);
  return { offset: Number(first), length: Number(last) - Number(first) + 1 };
}

/** Throws `too_large` for a body that ends after the last byte of the file. */
export function assertFits({ offset, length = 0 }: BodyPlace, size: number): void {
  if (offset + length > size) throw beyondSize(size);
}

/** Returns the error for bytes after the last byte of the file. */
export const beyondSize = (size: number): Problem =>
  new Problem('too_large', `The upload was created for ${size} bytes, and the body has more; create an upload for the size of the file.`);

function assertLength(length: number, size: number): void {
  if (length > size) throw beyondSize(size);
  if (length < size)
    throw new Problem(
      'invalid',
      `The body has ${length} bytes, and the upload was created for ${size}; send the whole file, or a part with Content-Range or PATCH.`,
    );
}

/** Throws `unsupported_media_type` for a compressed body: its bytes would be stored as they are. */
function assertPlain(headers: IncomingHttpHeaders): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'Send the bytes of the file without a Content-Encoding.');
}

const lengthOf = (headers: IncomingHttpHeaders): number | undefined =>
  headers['content-length'] !== undefined ? Number(headers['content-length']) : headers['transfer-encoding'] === undefined ? 0 : undefined;

const isCount = (text: string): boolean => /^\d{1,15}$/.test(text);

const invalidHeader = (path: string, message: string): Problem => invalidFields([{ path, code: 'invalid_header', message }]);

function withExposed(headers: Headers, names: readonly string[]): Headers {
  const at = headers.indexOf('Access-Control-Expose-Headers') + 1;
  return headers.toSpliced(at, 1, [headers[at]!, ...names].join(', '));
}
