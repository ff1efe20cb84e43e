import { type Bus, deadlineFromNow, type Reply, request, withRoom } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import { isStoring, Problem, type ProblemCode, resourceIds } from '@space/contracts/core';
import { type Action, MAX_ACTION_ANSWER_BYTES, MAX_ACTION_ARGUMENTS_BYTES, type RunStep } from '@space/contracts/events';
import { type ActivityLine, activityLog } from '@space/contracts/platform';
import { type Clock, isoTime } from '@space/database';
import { actionCatalog } from './action-catalog.ts';
import { authorizeAction } from './authorize-action.ts';
import { constantArguments, fillableArguments } from './fillable-arguments.ts';
import type { KeyAuthorizer } from './key-authorization.ts';
import { type LeasedRun, mergeTagValues } from './leased-run.ts';
import { findTags, render } from './merge-tags.ts';
import { redactArguments } from './redact-run.ts';

/** The outcome of one action; `retryable` failures may succeed later. */
export type StepOutcome =
  | { readonly kind: 'succeeded'; readonly step: RunStep; readonly result: string | null }
  | { readonly kind: 'failed'; readonly step: RunStep; readonly error: string }
  | { readonly kind: 'retryable'; readonly step: RunStep; readonly error: string };

const RETRYABLE_CODES: readonly ProblemCode[] = ['unavailable', 'timeout', 'internal', 'limited'];

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The ports that execute actions. */
export interface StepPorts {
  readonly bus: Pick<Bus, 'request'>;
  readonly clock: Clock;
  readonly authorizeKey: KeyAuthorizer;
}

/**
 * Executes one action of a run. The call has its own idempotency key, so an action that was executed but not stored
 * returns its stored response and is not repeated.
 */
export async function executeStep({ bus, clock, authorizeKey }: StepPorts, run: LeasedRun, index: number): Promise<StepOutcome> {
  const action = run.plan[index]!;
  const startedAt = clock.now();
  const start = performance.now();
  const named = actionCatalog.get(action.operation)?.operation;
  const { value: filled, notes, too_large } = render(fillableArguments(named, action.arguments), mergeTagValues(run));
  const input = { ...filled, ...constantArguments(named, action.arguments) };
  const toStep = (error: string | null, more: readonly string[] = []): RunStep => ({
    index,
    name: action.name ?? null,
    operation: action.operation,
    arguments: too_large ? null : redactArguments(input),
    outcome: error === null ? 'succeeded' : 'failed',
    error,
    notes: [...notes, ...more],
    started_at: isoTime(startedAt),
    duration_ms: Math.round(performance.now() - start),
  });
  const toFailure = (problem: Problem): StepOutcome => {
    const isRetryable = RETRYABLE_CODES.includes(problem.code) || problem.extras.retry_after_s !== undefined;
    return {
      kind: isRetryable ? 'retryable' : 'failed',
      step: toStep(problem.message),
      error: `Step ${index} (${action.operation}) failed: ${problem.message}`,
    };
  };
  let reply: Reply;
  let entry: CatalogEntry | undefined;
  try {
    if (too_large)
      throw new Problem(
        'too_large',
        `With the merge tags filled in, the arguments are larger than ${MAX_ACTION_ARGUMENTS_BYTES / 1_024} KB; use shorter values.`,
      );
    entry = await authorizeAction(authorizeKey, run, action);
    const { subject, operation } = entry;
    // Validation refuses `wait` in an action (validate-plan.ts). An action that was saved before that rule may have it.
    const body = encoder.encode(JSON.stringify(operation.long_poll ? { ...input, wait: 0 } : input));
    const call = async () => {
      const answer = await bus.request(subject, {
        caller: run.caller,
        params: {},
        body,
        request_id: `${run.id}.${index}`,
        idempotency_key: `${run.id}:${index}`,
        trace: run.trace === null ? {} : { traceparent: run.trace },
        deadline: deadlineFromNow(operation.deadline_ms),
      });
      if (answer.problem) throw answer.problem;
      return answer;
    };
    const context = { caller: run.caller, request_id: run.id, trace: {} };
    reply = isStoring(operation)
      ? await withRoom(bus, context, { bytes: body.length, rows: operation.max_rows, files: operation.max_files }, call)
      : await call();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reply = { problem: error };
  }
  recordActivity(bus, run, { index, startedAt, start, input: too_large ? {} : input, reply });
  if (reply.problem) return toFailure(reply.problem);
  const { result, note } = storedStepResult(entry!, reply, isReadLater(run.plan, index));
  return { kind: 'succeeded', step: toStep(null, note), result };
}

/** Sends a line about an action to the activity log, without waiting for it. */
function recordActivity(
  bus: Pick<Bus, 'request'>,
  run: LeasedRun,
  {
    index,
    startedAt,
    start,
    input,
    reply,
  }: { index: number; startedAt: number; start: number; input: Readonly<Record<string, unknown>>; reply: Reply },
): void {
  const { actor, key_id } = run.caller;
  const line: ActivityLine = {
    created_at: isoTime(startedAt),
    channel: 'automation',
    actor,
    key_id,
    operation: run.plan[index]!.operation,
    tool: null,
    resource_ids: resourceIds(input, reply.problem ? undefined : reply.body),
    outcome: reply.problem?.code ?? 'ok',
    dry_run: false,
    duration_ms: Math.round(performance.now() - start),
    request_id: `${run.id}.${index}`,
  };
  const context = { caller: run.caller, request_id: line.request_id, trace: {} };
  void request(bus, context, activityLog, 'append', { line }).catch(() => {});
}

/** Returns true if a later action has a merge tag that reads the result of this one. */
const isReadLater = (plan: readonly Action[], index: number): boolean =>
  plan
    .slice(index + 1)
    .some((action) => findTags(action.arguments).some(({ names: [root, step] }) => root === 'steps' && Number(step) === index));

/** Returns the result that later actions can read; null when it is secret, too large, or no action reads it. */
function storedStepResult({ operation }: CatalogEntry, { body }: Reply & { readonly body: Uint8Array }, isRead: boolean) {
  if (!isRead || operation.confidential) return { result: null, note: [] };
  if (body.length > MAX_ACTION_ANSWER_BYTES)
    return { result: null, note: [`The result is larger than ${MAX_ACTION_ANSWER_BYTES / 1_024} KB, so later steps cannot read it.`] };
  return { result: decoder.decode(body), note: [] };
}
