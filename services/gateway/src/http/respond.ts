import type { Log } from '@space/runtime';
import type { RateLimit } from '../call/rate-limit.ts';
import type { Exchange } from './request-context.ts';
import { endTrace, traceIdOf } from './request-trace.ts';

/** Header names and values, one after the other, as Node sends them without looking. */
export type Headers = readonly string[];

/** Headers by name as a list. */
export function headerList(headers: Readonly<Record<string, string>>): Headers {
  return Object.entries(headers).flat();
}

/** Writes answers: the headers that all have, the log line, the metric, the end of the span. */
export type Respond = (exchange: Exchange, status: number, headers: Headers, body: Uint8Array | string | null) => void;

/** Browsers on any origin may call the API: a key is never ambient, so no credentials are allowed along (decisions, Calls). */
const COMMON: Headers = headerList({
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, Dry-Run, WWW-Authenticate',
});

/** What the log, the metrics and the span need of an exchange when it ends. */
export type Answered = Pick<Exchange, 'request_id' | 'begun' | 'trace' | 'route' | 'caller'>;

/** What an answer made for one caller carries. */
export const PRIVATE: Headers = ['Cache-Control', 'private, no-store'];

/** The writer of answers of one server. */
export const responder =
  (log: Log, limit: RateLimit | undefined): Respond =>
  (exchange, status, headers, body) => {
    const { response } = exchange;
    // The connection is gone, or an answer was begun: nothing can be said any more.
    if (response.headersSent) return void response.destroy();
    const head = headOf(exchange, headers, limit);
    if (body !== null) head.push('Content-Length', String(typeof body === 'string' ? Buffer.byteLength(body) : body.length));
    response.writeHead(status, head);
    response.end(body ?? undefined);
    finish(log, exchange, status);
  };

/** The headers of an answer: those that all have, its own, and what the rate of the key is at. */
export function headOf({ rate, request_id }: Exchange, headers: Headers, limit: RateLimit | undefined): string[] {
  const head = [...COMMON, ...headers, 'X-Request-Id', request_id];
  if (rate && limit) head.push('RateLimit-Policy', limit.policy, 'RateLimit', rate.header);
  return head;
}

/** Writes the log line of an answer, counts it and ends its span. */
export function finish(log: Log, exchange: Answered, status: number): void {
  const { route, caller } = exchange;
  const milliseconds = performance.now() - exchange.begun;
  route.observe(status, milliseconds / 1_000);
  endTrace(exchange.trace, route, status);
  log.info(
    {
      request_id: exchange.request_id,
      trace_id: traceIdOf(exchange.trace),
      space_id: caller?.space_id,
      key_id: caller?.key_id,
      method: route.method,
      route: route.route,
      status,
      duration_ms: Math.round(milliseconds * 100) / 100,
    },
    'request',
  );
}
