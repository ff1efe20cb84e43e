import { pipeline, type Writable } from 'node:stream';
import { MAX_COMPRESSED_DOWNLOADS } from '@space/contracts/platform';
import { codingOf, createCompressionStream, isCompressible, VARY_ENCODING, withCoding } from './compression.ts';
import type { Headers } from './headers.ts';
import type { RequestContext } from './request-context.ts';
import { responseHeaders } from './respond.ts';

/**
 * Starts the 200 of a file that is sent in parts, and returns the stream to write them to. `bytes` is the size of the file, or
 * Infinity while it is not known. The stream compresses if the client accepts that. It ends the response when it is ended, and
 * it is destroyed when the client leaves.
 */
export type OpenFileStream = (context: RequestContext, headers: Headers, bytes: number) => Writable;

/** Creates the function that starts files. While as many of them are compressed as are allowed, it sends further ones as they are. */
export function createFileStreams(): OpenFileStream {
  let running = 0;
  return function openFileStream(context, headers, bytes) {
    const { request, response } = context;
    const mayCompress = isCompressible(headers, bytes);
    const varied = mayCompress ? [...headers, ...VARY_ENCODING] : headers;
    const coding = mayCompress && running < MAX_COMPRESSED_DOWNLOADS ? codingOf(request.headers['accept-encoding']) : undefined;
    response.writeHead(200, responseHeaders(context, coding ? withCoding(varied, coding) : varied));
    if (!coding || request.method === 'HEAD') return response;
    running += 1;
    const stream = createCompressionStream(coding);
    pipeline(stream, response, function leave() {
      running -= 1;
    });
    return stream;
  };
}
