import type { BusWatch, EndpointHooks, Request } from '@space/bus';
import { internalProblem, type Problem } from '@space/contracts/core';
import { isTransientError } from '@space/database';
import type { EventLogObserver } from '@space/event-log';
import type { Log } from './log.ts';
import { metrics } from './metrics.ts';
import { traceId } from './with-span.ts';

/** Turns what was thrown and is no Problem into one, and writes the detail to the log under the request id. */
export const observeCalls = (log: Log, checkOutputs: boolean): EndpointHooks => ({
  checkOutputs,
  failed(error: unknown, operation: string, request: Request): Problem {
    const passing = isTransientError(error);
    const fields = {
      err: error,
      operation,
      request_id: request.request_id,
      trace_id: traceId(request.trace.traceparent),
      space_id: request.caller.space_id,
      key_id: request.caller.key_id,
    };
    if (passing) log.warn(fields, 'the database did not answer');
    else log.error(fields, 'an operation failed');
    return passing ?? internalProblem();
  },
});

/** Log lines of a bus. */
export const observeBus = (log: Log): BusWatch => ({ failed: (doing, error) => log.error({ err: error }, `could not ${doing}`) });

/** Metrics and log lines of an event log. */
export const observeEvents = (log: Log): EventLogObserver => ({
  outbox(schema, pending, age) {
    metrics.outboxPending.set({ schema }, pending);
    metrics.outboxAge.set({ schema }, age);
  },
  republished(schema, count) {
    metrics.outboxRepublished.inc({ schema }, count);
    log.warn({ schema, count }, 'events were carried again because no consumer settled them');
  },
  lag: (group, partition, lag) => metrics.consumerLag.set({ group, partition }, lag),
  deadLettered(group, reason) {
    log.error({ group, reason }, 'an event was set aside');
  },
  failed: (doing, error) => log.warn({ err: error }, `could not ${doing}; trying again`),
});
