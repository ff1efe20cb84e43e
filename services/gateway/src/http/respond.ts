import type { Log } from '@space/runtime';
import { endRequest } from '../admission/connections.ts';
import { COMMON_HEADERS, type Headers } from './headers.ts';
import { finishRequest, type RequestContext } from './request-context.ts';
import { drainBody } from './unread-body.ts';

/** Sends an answer of the API: status, headers and body. Writes the log line, the metric and the end of the span. */
export type Respond = (context: RequestContext, status: number, headers: Headers, body: Uint8Array | string | null) => void;

/** Returns the function that sends answers. */
export const createResponder = (log: Log): Respond =>
  function respond(context, status, headers, body) {
    const { response } = context;
    // The connection is closed, or another answer was started: this one cannot be sent.
    if (response.headersSent) {
      response.destroy();
      return endRequest(response);
    }
    const head = responseHeaders(context, headers);
    if (body !== null) head.push('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
    response.writeHead(status, head);
    response.end(body ?? undefined);
    endRequest(response);
    drainBody(context.request);
    finishRequest(log, context, status);
  };

/** Returns all headers of an answer: the common ones, its own, the request id and the rate limit of the key. */
export function responseHeaders({ rate_limit, request_id }: RequestContext, headers: Headers): string[] {
  const head = [...COMMON_HEADERS, ...headers, 'X-Request-Id', request_id];
  if (rate_limit) head.push(...rate_limit);
  return head;
}
