import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { context, isSpanContextValid, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Caller } from '@space/contracts/core';
import { type Log, metrics } from '@space/runtime';
import type { Request, Response } from 'express';
import { COMMON_HEADERS, type Headers } from './headers.ts';

/** The name of a route in metrics and logs: its method and its template, never a path that a client made up. */
export interface RouteLabel {
  readonly method: string;
  readonly route: string;
  /** Counts one answer with its duration in seconds. */
  observe(status: number, seconds: number): void;
}

/** The trace of one request: its server span, and the W3C headers that continue it in other processes. */
interface RequestTrace {
  readonly span: Span;
  /** `traceparent`, and `tracestate` when there is one; empty without tracing. */
  readonly carrier: Readonly<Record<string, string>>;
}

/** The part of a request that its log line, its metric and its span are made from. */
export interface RequestRecord {
  readonly request_id: string;
  /** The start of the request by the monotonic clock, in milliseconds. */
  readonly started_ms: number;
  readonly trace: RequestTrace;
  route: RouteLabel;
  caller: Caller | undefined;
}

/** The state of a key's rate limit after a call was counted. */
export interface RateState {
  /** The calls left without the burst. */
  readonly remaining: number;
  /** The seconds until there are more. */
  readonly retry_after_s: number;
  /** `RateLimit-Policy` and `RateLimit`. */
  readonly headers: Headers;
}

/** One HTTP request to the API and its response. */
export interface RequestContext extends RequestRecord {
  readonly request: Request;
  readonly response: Response;
  /** Undefined while the call is not counted. */
  rate_limit: RateState | undefined;
  /** Headers of every answer of the origin. */
  readonly common_headers: Headers;
  /** The `Set-Cookie` of a success that gave the session of the person a new secret. */
  renewed_cookie?: string;
  /** True when the handler itself reads or ends the rest of a body after its answer. */
  readonly drains_itself?: true;
  /** True when the call is a dry run. */
  dry_run: boolean;
  /** True when a success shows no secret and may be compressed (ADR 23); absent outside of operations and MCP, where it is true of a GET. */
  is_open?: boolean;
}

const REQUEST_ID = /^[\w.-]{1,128}$/;

/** Creates the context of a request and attaches it to the response. A valid `X-Request-Id` is used, any other is replaced. */
export function startRequest(request: Request, response: Response, common_headers: Headers = COMMON_HEADERS): RequestContext {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const requestContext = { ...startRecord(request, requestId), request, response, rate_limit: undefined, common_headers, dry_run: false };
  response.locals.context = requestContext;
  return requestContext;
}

/** Returns the context that `startRequest` attached to a response. */
export const requestContextOf = (response: Response): RequestContext => response.locals.context as RequestContext;

/** Starts the clock and the span of a request. */
export const startRecord = ({ headers, method }: IncomingMessage, request_id: string): RequestRecord => ({
  request_id,
  started_ms: performance.now(),
  trace: startRequestSpan(headers),
  route: unmatchedRoute(method ?? ''),
  caller: undefined,
});

/** Writes the log line of an answered request, observes its metric and ends its span. */
export function finishRequest(log: Log, record: RequestRecord, status: number): void {
  const { route, caller } = record;
  const milliseconds = performance.now() - record.started_ms;
  route.observe(status, milliseconds / 1_000);
  endRequestSpan(record.trace, route, status);
  log.info(
    {
      request_id: record.request_id,
      trace_id: traceIdOf(record.trace),
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

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Returns the labels of a route by method. All methods outside the common ones share the label `_OTHER`. */
export function routeLabels(route: string): (method: string) => RouteLabel {
  const labels = new Map(METHODS.map((method) => [method, createRouteLabel(method, route)]));
  const other = createRouteLabel('_OTHER', route);
  return (method) => labels.get(method) ?? other;
}

/** The labels of a request that matches no route. */
const unmatchedRoute = routeLabels('unmatched');

/** Looks up the metric series of a label once for each status. */
function createRouteLabel(method: string, route: string): RouteLabel {
  const seriesByStatus = new Map<number, { observe(seconds: number): void }>();
  return {
    method,
    route,
    observe(status, seconds) {
      let series = seriesByStatus.get(status);
      if (!series) {
        series = metrics.httpRequests.labels({ http_request_method: method, http_route: route, http_response_status_code: status });
        seriesByStatus.set(status, series);
      }
      series.observe(seconds);
    },
  };
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const NO_CARRIER = Object.freeze({});
const tracer = trace.getTracer('gateway');

/** Starts the server span of a request. Without an SDK there is no span, and a valid incoming `traceparent` is passed on. */
function startRequestSpan(headers: IncomingHttpHeaders): RequestTrace {
  const parent = propagation.extract(context.active(), headers);
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
  if (!isSpanContextValid(span.spanContext())) {
    const { traceparent } = headers;
    return { span, carrier: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : NO_CARRIER };
  }
  const carrier: Record<string, string> = {};
  propagation.inject(trace.setSpan(parent, span), carrier);
  return { span, carrier };
}

/** Ends the span under the template of the route. */
function endRequestSpan({ span }: RequestTrace, { method, route }: RouteLabel, status: number): void {
  if (!span.isRecording()) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Returns the trace id of a carrier, for the log. */
const traceIdOf = ({ carrier }: RequestTrace): string | undefined => carrier.traceparent?.slice(3, 35);
