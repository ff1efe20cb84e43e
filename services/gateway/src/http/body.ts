import { MAX_BODY_BYTES, Problem } from '@space/contracts/core';
import express, { type Request, type Response } from 'express';

/**
 * A body above the limit is read to its end, so that its sender reads the answer. One that announces or has more than this
 * many times the limit is not read on, and its connection is closed.
 */
const MAX_DRAINED_LIMITS = 8;

/** The fields of an error of the body parser. */
interface BodyError {
  readonly status?: number;
  readonly type?: string;
}

/** Reads the bytes of a JSON body, inflated; null when there is no body. */
type ReadBody = (request: Request, response: Response) => Promise<Uint8Array | null>;

/**
 * Returns the reader of JSON bodies of at most `limit` bytes, inflated. It throws `too_large`, `unsupported_media_type` and
 * `invalid` (contract, B6).
 */
export function createBodyReader(limit: number = MAX_BODY_BYTES): ReadBody {
  const raw = express.raw({ limit, type: () => true });
  return function readBody(request, response) {
    const { headers } = request;
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > limit * MAX_DRAINED_LIMITS) {
      response.shouldKeepAlive = false;
      return Promise.reject(tooLarge(limit));
    }
    if (headers['transfer-encoding'] === undefined && announced === 0) return Promise.resolve(null);
    const type = headers['content-type'];
    if (type !== undefined && type !== 'application/json' && !isJson(type)) return Promise.reject(notJson(type));
    return new Promise((resolve, reject) => {
      if (headers['transfer-encoding'] !== undefined)
        afterBytes(request, limit * MAX_DRAINED_LIMITS, () => {
          response.shouldKeepAlive = false;
          reject(tooLarge(limit));
        });
      raw(request, response, (error?: unknown) => {
        const bytes = bytesOf(request.body);
        if (error) reject(bodyProblem(error as BodyError, limit));
        else if (bytes && type === undefined) reject(notJson(type));
        else resolve(bytes);
      });
    });
  };
}

/** Calls `onExceeded` when a body without a Content-Length has more bytes than this. */
function afterBytes(request: Request, bytes: number, onExceeded: () => void): void {
  let size = 0;
  request.on('data', function count(chunk: Uint8Array) {
    size += chunk.length;
    if (size <= bytes) return;
    request.off('data', count);
    onExceeded();
  });
}

/** Returns true if a Content-Type is JSON in UTF-8; other parameters are allowed. */
function isJson(type: string): boolean {
  const [media, ...parameters] = type.toLowerCase().split(';');
  return (
    media!.trim() === 'application/json' && parameters.every((one) => !/^\s*charset=/.test(one) || /^\s*charset="?utf-?8"?\s*$/.test(one))
  );
}

const bytesOf = (body: unknown): Uint8Array | null => (body instanceof Uint8Array && body.length > 0 ? body : null);

const notJson = (type: string | undefined): Problem =>
  new Problem(
    'unsupported_media_type',
    `A body must be JSON in UTF-8, sent with Content-Type: application/json${type ? `, not ${type.slice(0, 100)}` : ''}.`,
  );

const tooLarge = (limit: number): Problem => new Problem('too_large', `The body is larger than ${limit} bytes.`);

function bodyProblem({ status, type }: BodyError, limit: number): Problem {
  if (status === 413) return tooLarge(limit);
  if (status === 415)
    return new Problem('unsupported_media_type', 'The Content-Encoding of the body must be gzip, deflate, br, zstd or identity.');
  if (type === 'request.aborted' || type === 'request.size.invalid')
    return new Problem('invalid', 'The body ended before its Content-Length.');
  return new Problem('invalid', 'The body cannot be inflated as its Content-Encoding says.');
}
