import { context, propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { LoggedEvent } from './event-log.ts';

const tracer = trace.getTracer('space.event-log');

/** Runs a step over a batch of events, with one span for each traced event. */
export async function traced(step: 'publish' | 'process', events: readonly LoggedEvent[], act: () => Promise<unknown>): Promise<void> {
  const spans = events
    .filter((event) => event.trace !== null)
    .map((event) =>
      tracer.startSpan(
        `${step} space.events`,
        {
          kind: step === 'publish' ? SpanKind.PRODUCER : SpanKind.CONSUMER,
          attributes: { 'messaging.destination.name': 'space.events', 'messaging.message.id': event.id, 'space.event.type': event.type },
        },
        propagation.extract(ROOT_CONTEXT, { traceparent: event.trace! }),
      ),
    );
  try {
    await context.with(ROOT_CONTEXT, act);
  } finally {
    for (const span of spans) span.end();
  }
}
