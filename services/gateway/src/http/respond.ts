import type { Log } from '@space/runtime';
import { endRequest } from '../admission/connections.ts';
import { type Compress, codingOf, isCompressible, VARY_ENCODING, withCoding } from './compression.ts';
import { COMMON_HEADERS, type Headers } from './headers.ts';
import { finishRequest, type RequestContext } from './request-context.ts';
import { drainBody } from './unread-body.ts';

/** Sends an answer of the API: status, headers and body. Writes the log line, the metric and the end of the span. */
export type Respond = (context: RequestContext, status: number, headers: Headers, body: Uint8Array | string | null) => void;

/** Returns the function that sends answers. A large answer to a read is compressed if its client accepts that. */
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
    drainBody(context.request);
    finishRequest(log, context, status);
  }

  return function respond(context, status, headers, body) {
    const { method, headers: asked } = context.request;
    const isRead = method === 'GET' || method === 'HEAD' || context.is_open;
    // A page of the API port, such as that of a consent, may hold a secret of its visitor (ADR 23).
    const isJson = headers.includes('application/json');
    if (body === null || status !== 200 || !isRead || !isJson || !isCompressible(headers, body.length))
      return send(context, status, headers, body);
    const varied = [...headers, ...VARY_ENCODING];
    const coding = codingOf(asked['accept-encoding']);
    if (!coding) return send(context, status, varied, body);
    void compress(typeof body === 'string' ? Buffer.from(body) : body, coding, 'answer').then((compressed) =>
      compressed ? send(context, status, withCoding(varied, coding), compressed) : send(context, status, varied, body),
    );
  };
}

/** Returns all headers of an answer: the common ones, its own, the request id and the rate limit of the key. */
export function responseHeaders({ rate_limit, request_id }: RequestContext, headers: Headers): string[] {
  const head = [...COMMON_HEADERS, ...headers, 'X-Request-Id', request_id];
  if (rate_limit) head.push(...rate_limit.headers);
  return head;
}
