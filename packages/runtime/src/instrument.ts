import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { createEndpoint, type Endpoint, type Reply, type Request } from '@space/bus';
import { subjectOf } from '@space/contracts/core';
import { runInCallScope } from '@space/database';
import { metrics } from './metrics.ts';
import { observeCalls } from './observers.ts';
import type { Ports } from './ports.ts';
import type { Serving } from './service.ts';

const tracer = trace.getTracer('space.bus');

/** Creates the endpoints of a contract. Each call is measured and counted, and has a span if its caller is traced. */
export function instrumentedEndpoints({ contract, handlers }: Serving, { log, config }: Pick<Ports, 'log' | 'config'>): Endpoint[] {
  const hooks = observeCalls(log, config.SPACE_CHECK_OUTPUTS === '1');
  return Object.entries(contract.operations).map(([name, operation]) => {
    const operationId = `${contract.name}.${name}`;
    return {
      subject: subjectOf(contract.name, name),
      answer: instrumented(operationId, createEndpoint(operationId, operation, handlers[name]!, hooks)),
    };
  });
}

const instrumented = (operationId: string, answer: Endpoint['answer']): Endpoint['answer'] =>
  async function answerMeasured(request) {
    const stopTimer = metrics.busRequests.startTimer({ messaging_operation_name: operationId });
    const { visitor_network, deadline, caller } = request;
    // The operator belongs to no Space, and waits for no visitor.
    const space_id = visitor_network === undefined ? caller.space_id || caller.actor.id : caller.space_id;
    const scope = { space_id, visitor_network, deadline };
    const reply = await runInCallScope(scope, () => answerTraced(operationId, request, answer));
    const outcome = reply.problem?.code ?? 'ok';
    stopTimer({ outcome });
    if (request.idempotency_key)
      metrics.idempotency.inc({ result: reply.problem?.code ?? ('replayed' in reply && reply.replayed ? 'replayed' : 'first') });
    return reply;
  };

/** Answers in a span of its own, which becomes the parent of the events and calls that the operation makes. */
async function answerTraced(operationId: string, request: Request, answer: Endpoint['answer']): Promise<Reply> {
  if (!request.trace.traceparent) return answer(request);
  const parent = propagation.extract(ROOT_CONTEXT, request.trace);
  const attributes = { 'rpc.system': 'space', 'rpc.method': operationId };
  const span = tracer.startSpan(operationId, { kind: SpanKind.SERVER, attributes }, parent);
  const carrier: Record<string, string> = {};
  const inside = trace.setSpan(parent, span);
  propagation.inject(inside, carrier);
  const reply = await context.with(inside, () => answer(carrier.traceparent ? { ...request, trace: carrier } : request));
  if (reply.problem) span.setStatus({ code: SpanStatusCode.ERROR, message: reply.problem.code });
  span.end();
  return reply;
}
