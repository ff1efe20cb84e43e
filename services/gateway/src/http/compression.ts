import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { MAX_CONCURRENT_COMPRESSIONS, MIN_COMPRESSED_BYTES } from '@space/contracts/platform';
import { acceptedCodings, type Log } from '@space/runtime';
import type { Headers } from './headers.ts';

/*
 * Compression of answers with brotli or gzip (ADR 23). zlib works in the threads of libuv, so the event loop goes on. At most
 * MAX_CONCURRENT_COMPRESSIONS answers are compressed at a time; the others are sent as they are, so no answer waits for a
 * thread. An answer that shows a secret once is never compressed.
 */

/** A content coding that the gateway can apply. */
export type Coding = 'br' | 'gzip';

const codings: readonly Coding[] = ['br', 'gzip'];

/** Returns the best coding that an Accept-Encoding header accepts, or undefined. A coding must be named: `*` is not enough. */
export function codingOf(acceptEncoding: string | string[] | undefined): Coding | undefined {
  const accepted = acceptedCodings(acceptEncoding);
  return codings.find((coding) => accepted.has(coding));
}

/** Levels of the codings: for an answer that is made for one request, and for a file that is compressed once. */
const LEVELS = { answer: { br: 3, gzip: 2 }, file: { br: 9, gzip: 9 } } as const;

/** Compresses bytes. Resolves to undefined when the bytes are to be sent as they are. Never rejects. */
export type Compress = (bytes: Uint8Array, coding: Coding, effort: keyof typeof LEVELS) => Promise<Buffer | undefined>;

const brotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Creates a compressor. It resolves to undefined while as many compressions run as are allowed, and when the result is not
 * smaller.
 */
export function createCompressor(log: Log): Compress {
  let running = 0;
  return async function compress(bytes, coding, effort) {
    if (running >= MAX_CONCURRENT_COMPRESSIONS) return undefined;
    running += 1;
    try {
      const compressed = await run(bytes, coding, LEVELS[effort][coding]);
      return compressed.length < bytes.length ? compressed : undefined;
    } catch (error) {
      log.warn({ err: error, coding, bytes: bytes.length }, 'compression failed; the answer is sent as it is');
      return undefined;
    } finally {
      running -= 1;
    }
  };
}

function run(bytes: Uint8Array, coding: Coding, level: number): Promise<Buffer> {
  if (coding === 'gzip') return toGzip(bytes, { level });
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

/** The window of brotli for a stream, as the logarithm of its bytes: that of gzip is smaller, the default one takes 4 MiB. */
const STREAM_WINDOW_BITS = 18;

/** Creates the compressor of a stream. It passes each part on when it is written: a reader does not wait for the next one. */
export function createCompressionStream(coding: Coding): Transform {
  if (coding === 'gzip') return createGzip({ level: LEVELS.answer.gzip, flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS.answer.br, [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS },
  });
}

/** Media types that compress well. Images and other files are compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript|xml|rss\+xml|atom\+xml)\b|image\/svg\+xml)/;

/** Returns true for an answer that is large enough, compresses well and is not compressed yet. */
export function isCompressible(headers: Headers, bytes: number): boolean {
  if (bytes < MIN_COMPRESSED_BYTES) return false;
  const type = headerIn(headers, 'content-type');
  if (type === undefined || type.startsWith('text/event-stream')) return false;
  return COMPRESSIBLE.test(type) && headerIn(headers, 'content-encoding') === undefined;
}

function headerIn(headers: Headers, name: string): string | undefined {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** The header of every answer that is compressed for clients that accept it. */
export const VARY_ENCODING: Headers = ['Vary', 'Accept-Encoding'];

/** Returns headers with that header, once. */
export const withVary = (headers: Headers): Headers => (headers.includes(VARY_ENCODING[1]!) ? headers : [...headers, ...VARY_ENCODING]);

const mapEtag = (headers: Headers, change: (etag: string) => string): Headers =>
  headers.map((value, index) => (index % 2 === 1 && headers[index - 1]!.toLowerCase() === 'etag' ? change(value) : value));

/** Returns the headers of the compressed form of an answer. Its ETag differs from that of the plain form (RFC 9110, 8.8.3.3). */
export const withCoding = (headers: Headers, coding: Coding): Headers => [
  ...mapEtag(headers, (etag) => codedEtag(etag, coding)),
  'Content-Encoding',
  coding,
];

/** Returns headers with this ETag in place of theirs. */
export const withEtag = (headers: Headers, etag: string): Headers => mapEtag(headers, () => etag);

const codedEtag = (etag: string, coding: Coding): string => etag.replace(/"$/, `;${coding}"`);

/** Returns entity tags without the mark of a compressed form: they name the version of the resource. */
export const plainEtags = <T extends string | undefined>(header: T): T => header?.replaceAll(/;(?:br|gzip)"/g, '"') as T;
