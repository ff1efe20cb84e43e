import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Reply, Request } from '@space/bus';

const tracer = trace.getTracer('space.bus');

/** Answers a call inside a span of its own, when the caller is traced; what the call emits carries on from this span. */
export async function withSpan(operation: string, request: Request, act: (request: Request) => Promise<Reply>): Promise<Reply> {
  if (!request.trace.traceparent) return act(request);
  const parent = propagation.extract(ROOT_CONTEXT, request.trace);
  const span = tracer.startSpan(
    operation,
    { kind: SpanKind.SERVER, attributes: { 'rpc.system': 'space', 'rpc.method': operation } },
    parent,
  );
  const carrier: Record<string, string> = {};
  const inside = trace.setSpan(parent, span);
  propagation.inject(inside, carrier);
  const reply = await context.with(inside, () => act(carrier.traceparent ? { ...request, trace: carrier } : request));
  if (reply.problem) span.setStatus({ code: SpanStatusCode.ERROR, message: reply.problem.code });
  span.end();
  return reply;
}

/** The trace id of a W3C traceparent, for log lines. */
export const traceId = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];
