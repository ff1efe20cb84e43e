import type { BusObserver, EndpointHooks, MessageKind, RefusalReason, Request } from '@space/bus';
import { internalProblem, type Problem } from '@space/contracts/core';
import { transientProblem } from '@space/database';
import type { EventLogObserver } from '@space/event-log';
import type { Log } from './log.ts';
import { metrics } from './metrics.ts';
import { unavailableObjects } from './objects.ts';

/** Creates the hooks of all endpoints: an error that is not a Problem is logged under the request id, and becomes one. */
export const observeCalls = (log: Log, checkOutputs: boolean): EndpointHooks => ({
  checkOutputs,
  failed(error: unknown, operation: string, request: Request): Problem {
    const objects = unavailableObjects(error);
    const transient = objects ?? transientProblem(error);
    const fields = {
      err: error,
      operation,
      request_id: request.request_id,
      trace_id: request.trace.traceparent?.split('-')[1],
      space_id: request.caller.space_id,
      key_id: request.caller.key_id,
    };
    if (transient) log.warn(fields, `the ${objects ? 'object store' : 'database'} is unavailable; the call was answered with 503`);
    else log.error(fields, 'an operation failed; the call was answered with 500');
    return transient ?? internalProblem();
  },
});

/** Creates the metrics and log lines of a bus. */
export function observeBus(log: Log): BusObserver {
  const refused = observeRefusals(log);
  return { failed: (doing, error) => log.error({ err: error }, `could not ${doing}`), refused };
}

/** Minimum time between two log lines about refused messages, in milliseconds: a program that floods a broker fills no log. */
const REFUSAL_LOG_INTERVAL_MS = 10_000;

/** Counts every refused message and logs one of them from time to time. */
function observeRefusals(log: Log): (kind: MessageKind | 'event', reason: RefusalReason, place: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (kind, reason, place) => {
    metrics.messagesRefused.inc({ kind, reason });
    if (performance.now() - loggedAt < REFUSAL_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ kind, reason, place }, 'refused a message that no process with this SPACE_SECRET_KEY signed just now');
  };
}

/** Creates the metrics and log lines of an event log. */
export const observeEvents = (log: Log, refused = observeRefusals(log)): EventLogObserver => ({
  outbox(schema, pending, age) {
    metrics.outboxPending.set({ schema }, pending);
    metrics.outboxAge.set({ schema }, age);
  },
  republished(schema, count) {
    metrics.outboxRepublished.inc({ schema }, count);
    log.warn({ schema, count }, 'republished unacknowledged events');
  },
  lag: (group, partition, lag) => metrics.consumerLag.set({ group, partition }, lag),
  groupChecked(schema, group, { isOverdue, missed }) {
    metrics.consumerGroupOverdue.set({ schema, group }, isOverdue ? 1 : 0);
    metrics.outboxMissed.set({ schema, group }, missed);
  },
  overdueChanged(schema, group, { isOverdue, stalledSeconds }) {
    const fields = { schema, group, stalled_seconds: Math.round(stalledSeconds) };
    if (isOverdue) log.error(fields, 'a consumer group is overdue; old events no longer wait for it');
    else log.info(fields, 'a consumer group is no longer overdue');
  },
  missed(events) {
    log.error(events, 'events left the outbox without the ack of an overdue consumer group; redeliver them once it runs');
  },
  deadLettered(group, reason) {
    log.error({ group, reason }, 'an event was dead-lettered; redeliver it once its cause is mended');
  },
  refused: (group, reason) => refused('event', reason, group),
  failed: (doing, error) => log.warn({ err: error }, `could not ${doing}; retrying`),
});
