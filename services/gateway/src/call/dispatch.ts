import { announceChanges, deadlineFromNow, hasStoredNothing, type Reply, type Request } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import { type Caller, callerId, internalProblem, isFreeing, isStoring, Problem } from '@space/contracts/core';
import { type TopicName, topicOfCall } from '@space/contracts/events';
import { metrics, type Ports } from '@space/runtime';
import type { ActivityLog } from '../activity/activity-log.ts';
import { type AuditContext, createActivityRecorder, type RecordActivity } from '../activity/record-activity.ts';
import { waitForClient } from '../admission/connections.ts';
import type { LateRefusals } from '../admission/late-refusals.ts';
import type { ApiKey } from '../auth/api-key.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isReadOnly } from '../operation/read-only.ts';
import { amountsOf, type StorageQuotas } from '../storage/storage-quotas.ts';
import { missingConfirmation, missingRole, missingScope, missingSpace } from './permission.ts';
import type { RateLimit } from './rate-limit.ts';

/** A call as REST and MCP hand it over: a request of the bus without its caller and its deadline. */
export type DispatchRequest = Omit<Request, 'caller' | 'deadline'>;

/** The part of an audit context that the channel of a call knows. */
type Channel = Pick<AuditContext, 'channel' | 'tool' | 'fields'>;

/** The path from a key to a service, which REST and MCP share: rate limit, scope, bus, activity log. */
export interface Dispatcher {
  /** Counts one call of the key. Throws `limited` when the call exceeds the limit; undefined when calls are not limited. */
  readonly admit: ((context: RequestContext, key: ApiKey) => Promise<void>) | undefined;
  /**
   * Calls an operation with a key. Never throws: a missing scope is a reply with a problem. Writes one line of the activity
   * log. A call that continues another one, such as the next page of a download, passes no channel and writes none.
   */
  callWithKey(entry: CatalogEntry, key: ApiKey, request: DispatchRequest, channel: Channel | undefined): Promise<Reply>;
  /** Calls an operation for a caller that is authorized already. */
  callAs(entry: CatalogEntry, caller: Caller, request: DispatchRequest): Promise<Reply>;
  /** Writes a line of the activity log for a call that was refused before it reached an operation. */
  readonly recordActivity: RecordActivity;
}

/** The parts of a gateway that its dispatcher uses. */
interface DispatcherParts {
  /** Undefined when calls are not limited. */
  readonly limit: RateLimit | undefined;
  readonly late: LateRefusals;
  readonly activity: ActivityLog;
  readonly quotas: StorageQuotas;
}

/** Creates the dispatcher on the bus of these ports. */
export function createDispatcher({ bus, clock, log }: Ports, { limit, late, activity, quotas }: DispatcherParts): Dispatcher {
  const recordActivity = createActivityRecorder(activity, clock);

  async function callAs(entry: CatalogEntry, caller: Caller, request: DispatchRequest): Promise<Reply> {
    try {
      const reply = await bus.request(entry.subject, { ...request, caller, deadline: deadlineFromNow(entry.operation.deadline_ms) });
      const topic = topicOf(entry);
      if (topic && !request.dry_run && !hasStoredNothing(reply)) announceChanges(bus, spaceOf(caller, request), [{ topic }]);
      return reply;
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      const { space_id, key_id } = caller;
      log.error(
        { err: error, operation: entry.id, request_id: request.request_id, space_id, key_id },
        'a call failed; answering `internal`',
      );
      return { problem: internalProblem() };
    }
  }

  /** Calls an operation when its Space has room for what it may store. A call that stores nothing does not count. */
  async function callWithRoom(entry: CatalogEntry, key: ApiKey, request: DispatchRequest, channel: Channel | undefined): Promise<Reply> {
    const { operation } = entry;
    const { space_id } = key.caller;
    if (!isStoring(operation)) {
      if (isFreeing(operation)) quotas.noteChange(space_id);
      return callAs(entry, callerOf(entry, key, limit), request);
    }
    const isDryRun = request.dry_run || channel?.fields.dry_run === true;
    const amounts = amountsOf(operation, request.body?.length ?? 0);
    try {
      await quotas.reserve(space_id, amounts, isDryRun);
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      throw error;
    }
    const reply = await callAs(entry, callerOf(entry, key, limit), request);
    if (!isDryRun && hasStoredNothing(reply)) quotas.release(space_id, amounts);
    return reply;
  }

  return {
    admit: limit && ((context, key) => admit(limit, late, context, key)),
    async callWithKey(entry, key, request, channel) {
      const started_ms = performance.now();
      const refusal = refusalOf(entry, key, clock.now());
      const reply = refusal ? { problem: refusal } : await callWithRoom(entry, key, request, channel);
      if (channel) {
        const { request_id, dry_run } = request;
        recordActivity(key, { ...channel, entry, started_ms, request_id, dry_run }, reply.problem?.code ?? 'ok', reply.body);
      }
      return reply;
    },
    callAs,
    recordActivity,
  };
}

/** The topics of operations by id: those that emit no event announce their changes themselves. */
const topicsByCall = new Map<string, TopicName | undefined>();

const topicOf = ({ id, operation }: CatalogEntry): TopicName | undefined =>
  isReadOnly(operation) ? undefined : topicsByCall.getOrInsertComputed(id, topicOfCall);

/** Returns the Space that a call is about: the operator and a person name it in the path. */
const spaceOf = ({ space_id }: Caller, { params }: DispatchRequest): string =>
  space_id !== '' ? space_id : typeof params.space_id === 'string' ? params.space_id : '';

async function admit(limit: RateLimit, late: LateRefusals, context: RequestContext, key: ApiKey): Promise<void> {
  const rate = limit.consume(callerId(key.caller));
  context.rate_limit = rate;
  if (!rate.is_exceeded) return;
  metrics.rateLimited.inc();
  if (rate.is_flood) await waitForClient(context.response, () => late.wait(context.response));
  const subject = key.caller.person ? 'Your browser' : 'This key';
  throw new Problem('limited', `${subject} makes too many requests; try again in a second.`, { retry_after_s: rate.retry_after_s });
}

/** Returns the problem of a call that its key, or the role of its person, does not allow. */
const refusalOf = (entry: CatalogEntry, key: ApiKey, now: number): Problem | undefined =>
  missingSpace(entry, key) ?? missingScope(entry, key) ?? missingRole(entry, key) ?? missingConfirmation(entry, key, now);

const callerOf = ({ operation }: CatalogEntry, key: ApiKey, limit: RateLimit | undefined): Caller => {
  if (!operation.needs_call_rate && !operation.needs_scopes) return key.caller;
  return {
    ...key.caller,
    ...(operation.needs_call_rate && { call_rate: limit?.read(callerId(key.caller)) ?? null }),
    ...(operation.needs_scopes && { scopes: [...key.scopes] }),
  };
};
