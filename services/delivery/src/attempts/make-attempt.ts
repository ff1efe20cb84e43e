import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { type Clock, isoTime } from '@space/database';
import { metrics } from '@space/runtime';
import type { WebhookTarget } from '../webhooks/webhook-reader.ts';
import type { AttemptRecord } from './attempt-recorder.queries.ts';
import type { EgressBreaker } from './egress-breaker.ts';
import { type Job, occurredAt, renderBody } from './job.ts';
import { requestHeaders } from './request-headers.ts';
import { nextAttemptAt, retryAfterMs } from './retry-schedule.ts';
import type { AttemptOutcome, Sender } from './sender.ts';

const GONE = 410;
const tracer = trace.getTracer('space.delivery');

/**
 * Makes one attempt: renders and signs the body with the attempt's number and time, sends it, and returns the record to
 * store. A failure of the receiver is an outcome and never an exception.
 */
export async function makeAttempt(
  job: Job,
  webhook: WebhookTarget,
  send: Sender,
  clock: Clock,
  breaker: EgressBreaker,
): Promise<AttemptRecord> {
  const at = clock.now();
  const start = performance.now();
  const body = renderBody(job);
  const headers = requestHeaders(job, webhook.secret, Math.floor(at / 1_000), body);
  const outcome = await withSpan(job, () => send.post(webhook.url, headers, body));
  const duration = Math.round(performance.now() - start);
  const next =
    outcome.error === null || job.test || outcome.response_code === GONE
      ? null
      : nextAttemptAt(job.step, clock.now(), retryAfterMs(outcome.retry_after, clock.now()));
  countAttempt(outcome, duration);
  breaker.record(webhook.url, outcome.error);
  if (job.attempt === 1 && !job.test) metrics.deliveryLatency.observe(Math.max(0, clock.now() - occurredAt(job)) / 1_000);
  return {
    listener_id: job.listener_id,
    delivery_id: job.delivery_id,
    lease: job.lease,
    status: outcome.error === null ? 'succeeded' : next === null ? 'dead' : 'retrying',
    is_gone: outcome.response_code === GONE,
    counts_toward_disabling: !breaker.isOpen(),
    attempt: {
      number: job.attempt,
      status: outcome.error === null ? 'succeeded' : 'failed',
      response_code: outcome.response_code,
      error: outcome.error,
      error_message: outcome.error_message,
      duration_ms: duration,
      response_headers: outcome.headers,
      response_body: outcome.body,
      attempted_at: isoTime(at),
      next_attempt_at: next === null ? null : isoTime(next),
      signature: headers['service-signature']!,
    },
  };
}

/** Sends within a client span of the trace that emitted the event; without a span when the event has no trace. */
async function withSpan(job: Job, send: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
  if (!job.event.trace) return send();
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: job.event.trace });
  const span = tracer.startSpan(
    'POST webhook',
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': 'POST',
        'space.delivery_id': job.delivery_id,
        'space.attempt': job.attempt,
        'space.event.type': job.event.type,
      },
    },
    parent,
  );
  const outcome = await context.with(trace.setSpan(parent, span), send);
  if (outcome.response_code !== null) span.setAttribute('http.response.status_code', outcome.response_code);
  if (outcome.error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.error });
  span.end();
  return outcome;
}

function countAttempt(outcome: AttemptOutcome, durationMs: number): void {
  const code = outcome.response_code;
  const outcomeLabel = code !== null ? `${Math.floor(code / 100)}xx` : outcome.error === 'unsafe_address' ? 'ssrf_blocked' : outcome.error!;
  metrics.deliveryAttempts.inc({ outcome: outcomeLabel });
  metrics.webhookRequests.observe(
    { http_response_status_code: code === null ? 'none' : `${Math.floor(code / 100)}xx` },
    durationMs / 1_000,
  );
}
