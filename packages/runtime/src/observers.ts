import type { BusObserver, EndpointHooks, Request } from '@space/bus';
import { internalProblem, type Problem } from '@space/contracts/core';
import { transientProblem } from '@space/database';
import type { EventLogObserver } from '@space/event-log';
import type { Log } from './log.ts';
import { metrics } from './metrics.ts';

/** Creates the hooks of all endpoints: an error that is not a Problem is logged under the request id, and becomes one. */
export const observeCalls = (log: Log, checkOutputs: boolean): EndpointHooks => ({
  checkOutputs,
  failed(error: unknown, operation: string, request: Request): Problem {
    const transient = transientProblem(error);
    const fields = {
      err: error,
      operation,
      request_id: request.request_id,
      trace_id: request.trace.traceparent?.split('-')[1],
      space_id: request.caller.space_id,
      key_id: request.caller.key_id,
    };
    if (transient) log.warn(fields, 'the database is unavailable; the call was answered with 503');
    else log.error(fields, 'an operation failed; the call was answered with 500');
    return transient ?? internalProblem();
  },
});

/** Creates the log lines of a bus. */
export const observeBus = (log: Log): BusObserver => ({ failed: (doing, error) => log.error({ err: error }, `could not ${doing}`) });

/** Creates the metrics and log lines of an event log. */
export const observeEvents = (log: Log): EventLogObserver => ({
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
  failed: (doing, error) => log.warn({ err: error }, `could not ${doing}; retrying`),
});
