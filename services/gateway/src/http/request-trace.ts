import type { IncomingHttpHeaders } from 'node:http';
import { context, isSpanContextValid, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RouteLabel } from './route-label.ts';

/** The trace of one request: its span here, and the W3C headers that carry it on. */
export interface Trace {
  readonly span: Span;
  /** `traceparent`, and `tracestate` when there is one; empty when nobody traces. */
  readonly carrier: Readonly<Record<string, string>>;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const NOTHING = Object.freeze({});
const tracer = trace.getTracer('gateway');

/** Begins the server span of a request. Without an SDK there is none, and a well-formed incoming traceparent is passed on. */
export function beginTrace(headers: IncomingHttpHeaders): Trace {
  const parent = propagation.extract(context.active(), headers);
  const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
  if (!isSpanContextValid(span.spanContext())) {
    const given = headers.traceparent;
    return { span, carrier: typeof given === 'string' && TRACEPARENT.test(given) ? { traceparent: given } : NOTHING };
  }
  const carrier: Record<string, string> = {};
  propagation.inject(trace.setSpan(parent, span), carrier);
  return { span, carrier };
}

/** Ends the span, under the template of the route. */
export function endTrace({ span }: Trace, { method, route }: RouteLabel, status: number): void {
  if (!span.isRecording()) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The trace id of a carrier, for the log. */
export const traceIdOf = ({ carrier }: Trace): string | undefined => carrier.traceparent?.slice(3, 35);
