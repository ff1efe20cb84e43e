import { MIN_COMPRESSED_BYTES } from '@space/contracts/platform';
import type { Log } from '@space/runtime';
import { endRequest } from '../admission/connections.ts';
import { type Compress, codingOf, isCompressible, withCoding, withVary } from './compression.ts';
import type { Headers } from './headers.ts';
import { finishRequest, type RequestContext } from './request-context.ts';
import { drainBody } from './unread-body.ts';

/** Sends an answer of the API: status, headers and body. Writes the log line, the metric and the end of the span. */
export type Respond = (context: RequestContext, status: number, headers: Headers, body: Uint8Array | string | null) => void;

/** Returns the function that sends answers. A large answer without a secret is compressed if its client accepts that. */
export function createResponder(log: Log, compress: Compress): Respond {
  function send(context: RequestContext, status: number, headers: Headers, body: Uint8Array | string | null): void {
    const { response } = context;
    // The connection is closed, or another answer was started: this one cannot be sent.
    if (response.headersSent) {
      response.destroy();
      endRequest(response);
      return;
    }
    const head = responseHeaders(context, headers);
    if (body !== null) head.push('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
    response.writeHead(status, head);
    response.end(body ?? undefined);
    endRequest(response);
    if (!context.drains_itself) drainBody(context.request);
    finishRequest(log, context, status);
  }

  return function respond(context, status, headers, body) {
    if (body === null || !mayCompress(context, status, headers, body.length)) return send(context, status, headers, body);
    const varied = withVary(headers);
    const coding = codingOf(context.request.headers['accept-encoding']);
    if (!coding) return send(context, status, varied, body);
    void compress(typeof body === 'string' ? Buffer.from(body) : body, coding, 'answer').then((compressed) =>
      compressed ? send(context, status, withCoding(varied, coding), compressed) : send(context, status, varied, body),
    );
  };
}

/**
 * Returns true for a large success without a secret. It must be JSON: a page of the API port, such as that of a consent, may hold
 * a secret of its visitor (ADR 23). The size is compared first, so that a small answer costs nothing else.
 */
function mayCompress({ is_open, request }: RequestContext, status: number, headers: Headers, length: number): boolean {
  if (length < MIN_COMPRESSED_BYTES || status < 200 || status > 299) return false;
  const isOpen = is_open ?? (request.method === 'GET' || request.method === 'HEAD');
  return isOpen && headers.includes('application/json') && isCompressible(headers, length);
}

/** Returns all headers of an answer: those of its origin, its own, the request id and the rate limit of the key. */
export function responseHeaders({ rate_limit, request_id, common_headers }: RequestContext, headers: Headers): string[] {
  const head = [...common_headers, ...headers, 'X-Request-Id', request_id];
  if (rate_limit) head.push(...rate_limit.headers);
  return head;
}
