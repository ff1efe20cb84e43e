import { type Caller, MAX_BODY_BYTES, Problem } from '@space/contracts/core';
import express, { type Request, type Response } from 'express';
import { onRequestEnd, waitForClient } from '../admission/connections.ts';
import type { BodyAccount, BodyBudget } from './body-budget.ts';

/**
 * A body above the limit is read to its end, so that its sender reads the answer. One that announces or has more than this
 * many times the limit is not read on, and its connection is closed.
 */
const MAX_DRAINED_LIMITS = 8;

const JSON_TYPE = 'application/json';

/** The fields of an error of the body parser. */
interface BodyError {
  readonly status?: number;
  readonly type?: string;
}

/** Reads the bytes of a JSON body, inflated; null when there is no body. `caller` is absent for a request without a valid key. */
export type ReadBody = (request: Request, response: Response, caller?: Caller) => Promise<Uint8Array | null>;

/** Creates readers of JSON bodies of at most `limit` bytes, default MAX_BODY_BYTES, or also of bodies of another media type. */
export type CreateBodyReader = (limit?: number, other?: string) => ReadBody;

/**
 * Returns the function that creates readers of JSON bodies. A reader throws `too_large`, `unsupported_media_type` and `invalid`
 * (contract, B6), and `unavailable` when `bodies` are too large together. While a body arrives, its request is not in progress.
 */
export const bodyReaders =
  (bodies: BodyBudget, networkOf: (request: Request) => string): CreateBodyReader =>
  (limit = MAX_BODY_BYTES, other) => {
    const inflate = inflater(limit);

    function read(request: Request, response: Response, account: BodyAccount): Promise<Uint8Array | null> {
      return new Promise((resolve, reject) => {
        if (request.headers['transfer-encoding'] !== undefined)
          afterBytes(request, limit * MAX_DRAINED_LIMITS, () => {
            response.shouldKeepAlive = false;
            reject(tooLarge(limit));
          });
        const bytes = isCompressed(request) ? inflate(request, response, account) : readPlain(request, limit, account);
        bytes.then(resolve, reject);
      });
    }

    return async function readBody(request, response, caller) {
      const { headers } = request;
      const announced = Number(headers['content-length'] ?? 0);
      if (announced > limit * MAX_DRAINED_LIMITS) {
        response.shouldKeepAlive = false;
        throw tooLarge(limit);
      }
      if (headers['transfer-encoding'] === undefined && announced === 0) return null;
      const type = headers['content-type'];
      const isAccepted = type === undefined || type === JSON_TYPE || isMediaType(type, JSON_TYPE) || (other && isMediaType(type, other));
      if (!isAccepted) throw wrongType(type, other);
      const account = caller ? bodies.open('key', caller.space_id) : bodies.open('keyless', networkOf(request));
      onRequestEnd(response, account.close);
      const bytes = await waitForClient(response, () => read(request, response, account));
      if (bytes && type === undefined) throw wrongType(type, other);
      return bytes;
    };
  };

const isCompressed = ({ headers }: Request): boolean => (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

/** Returns the function that inflates a body. It counts as `limit` bytes from the start, since a few bytes inflate to many. */
function inflater(limit: number) {
  const raw = express.raw({ limit, type: () => true });
  return async function inflate(request: Request, response: Response, account: BodyAccount): Promise<Uint8Array | null> {
    account.add(limit);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
    raw(request, response, (error?: unknown) => {
      if (error) reject(bodyProblem(error as BodyError, limit));
      else resolve(bytesOf(request.body));
    });
    return promise;
  };
}

/** Reads a body that is not compressed. A body above `limit` is read to its end and not held. */
function readPlain(request: Request, limit: number, account: BodyAccount): Promise<Uint8Array | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | null>();
  const chunks: Buffer[] = [];
  let size = 0;
  // A request whose client has left emits no further event.
  if (request.destroyed) return Promise.reject(endedEarly());
  function collect(chunk: Buffer): void {
    size += chunk.length;
    if (size > limit) return void chunks.splice(0);
    try {
      account.add(chunk.length);
      chunks.push(chunk);
    } catch (problem) {
      request.off('data', collect);
      chunks.length = 0;
      reject(problem);
    }
  }
  request.on('data', collect);
  request.once('end', () => (size > limit ? reject(tooLarge(limit)) : resolve(bytesOf(Buffer.concat(chunks)))));
  request.once('error', () => reject(endedEarly()));
  request.once('close', () => {
    if (!request.readableEnded) reject(endedEarly());
  });
  return promise;
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

/** Returns true if a Content-Type is this media type in UTF-8; other parameters are allowed. */
export function isMediaType(type: string, wanted: string): boolean {
  const [media, ...parameters] = type.toLowerCase().split(';');
  return media!.trim() === wanted && parameters.every((one) => !/^\s*charset=/.test(one) || /^\s*charset="?utf-?8"?\s*$/.test(one));
}

const bytesOf = (body: unknown): Uint8Array | null => (body instanceof Uint8Array && body.length > 0 ? body : null);

const wrongType = (type: string | undefined, other?: string): Problem =>
  new Problem(
    'unsupported_media_type',
    `A body must be ${other ? `JSON or ${other}` : 'JSON'} in UTF-8, sent with Content-Type: ${JSON_TYPE}${other ? ` or ${other}` : ''}${type ? `, not ${type.slice(0, 100)}` : ''}.`,
  );

const tooLarge = (limit: number): Problem => new Problem('too_large', `The body is larger than ${limit} bytes.`);

const endedEarly = (): Problem => new Problem('invalid', 'The body ended before its Content-Length.');

function bodyProblem({ status, type }: BodyError, limit: number): Problem {
  if (status === 413) return tooLarge(limit);
  if (status === 415)
    return new Problem('unsupported_media_type', 'The Content-Encoding of the body must be gzip, deflate, br, zstd or identity.');
  if (type === 'request.aborted' || type === 'request.size.invalid') return endedEarly();
  return new Problem('invalid', 'The body cannot be inflated as its Content-Encoding says.');
}
