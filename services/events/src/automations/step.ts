import { type Bus, deadlineFromNow, type Reply, request } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import { Problem, type ProblemCode, resourceIds } from '@space/contracts/core';
import { type Action, MAX_ACTION_ANSWER_BYTES, MAX_ACTION_ARGUMENTS_BYTES, type RunStep } from '@space/contracts/events';
import { type ActivityLine, activityLog } from '@space/contracts/platform';
import { type Clock, isoTime } from '@space/database';
import { actionCatalog } from './action-catalog.ts';
import type { Authority } from './authority.ts';
import { render, tagsIn } from './merge-tags.ts';
import { type RunInHand, valuesOf } from './run-in-hand.ts';
import { shown } from './shown.ts';

/** How one action went: it was carried out, it was refused for good, or it may go well later. */
export type Outcome =
  | { readonly kind: 'succeeded'; readonly step: RunStep; readonly answer: string | null }
  | { readonly kind: 'failed'; readonly step: RunStep; readonly error: string }
  | { readonly kind: 'put_off'; readonly step: RunStep; readonly error: string };

/** Refusals that say nothing of the action itself. */
const passing: readonly ProblemCode[] = ['unavailable', 'timeout', 'internal', 'limited'];

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What carries actions out. */
export interface Stepping {
  readonly bus: Pick<Bus, 'request'>;
  readonly clock: Clock;
  readonly authority: Authority;
}

/**
 * Carries out one action of a run. The call has an idempotency key of its own, so that an action which was carried out
 * and not written down is answered again and not done again.
 */
export async function takeStep({ bus, clock, authority }: Stepping, run: RunInHand, index: number): Promise<Outcome> {
  const action = run.plan[index]!;
  const began = clock.now();
  const watch = performance.now();
  const { value: input, notes, too_large } = render(action.arguments, valuesOf(run));
  const ended = (error: string | null, more: readonly string[] = []): RunStep => ({
    index,
    name: action.name ?? null,
    operation: action.operation,
    arguments: too_large ? null : shown(input),
    outcome: error === null ? 'succeeded' : 'failed',
    error,
    notes: [...notes, ...more],
    started_at: isoTime(began),
    duration_ms: Math.round(performance.now() - watch),
  });
  const problem = (refusal: Problem): Outcome => {
    const isPassing = passing.includes(refusal.code) || refusal.extras.retry_after_s !== undefined;
    return {
      kind: isPassing ? 'put_off' : 'failed',
      step: ended(refusal.message),
      error: `Step ${index} (${action.operation}) failed: ${refusal.message}`,
    };
  };
  let reply: Reply;
  let entry: CatalogEntry | undefined;
  try {
    if (too_large)
      throw new Problem(
        'too_large',
        `With its merge tags filled in the arguments are larger than ${MAX_ACTION_ARGUMENTS_BYTES / 1_024} KB.`,
      );
    entry = await allowed(authority, run, action);
    reply = await bus.request(entry.subject, {
      caller: run.caller,
      params: {},
      body: encoder.encode(JSON.stringify(input)),
      request_id: `${run.id}.${index}`,
      idempotency_key: `${run.id}:${index}`,
      trace: run.trace === null ? {} : { traceparent: run.trace },
      deadline: deadlineFromNow(entry.operation.deadline_ms),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    reply = { problem: error };
  }
  noteActivity(bus, run, { index, began, watch, input: too_large ? {} : input, reply });
  if (reply.problem) return problem(reply.problem);
  const { answer, note } = keptAnswer(entry!, reply, isReadLater(run.plan, index));
  return { kind: 'succeeded', step: ended(null, note), answer };
}

/** The operation of an action, unless the automation may no longer call it. */
async function allowed(authority: Authority, run: RunInHand, { operation }: Action): Promise<CatalogEntry> {
  const entry = actionCatalog.get(operation);
  if (!entry) throw new Problem('not_found', 'There is no such operation any more; change the action.');
  const scope = entry.operation.scope!;
  if (!run.scopes.includes(scope)) throw new Problem('missing_scope', `The automation lacks the scope ${scope}.`);
  const key = await authority(run.caller);
  if (key.refusal !== null)
    throw new Problem(
      'forbidden',
      `The key this automation acts for is not in force (${key.refusal.replace(/\.$/, '')}); PATCH it with enabled: true and a key that is, and it acts for that one.`,
    );
  if (!key.scopes.includes(scope))
    throw new Problem(
      'missing_scope',
      `The key this automation acts for lacks the scope ${scope}; save the automation with a key that has it.`,
    );
  return entry;
}

/** Tells the activity log of an action, whatever came of it; nobody waits for it. */
function noteActivity(
  bus: Pick<Bus, 'request'>,
  run: RunInHand,
  {
    index,
    began,
    watch,
    input,
    reply,
  }: { index: number; began: number; watch: number; input: Readonly<Record<string, unknown>>; reply: Reply },
): void {
  const { actor, key_id } = run.caller;
  const line: ActivityLine = {
    at: isoTime(began),
    channel: 'automation',
    actor,
    key_id,
    operation: run.plan[index]!.operation,
    tool: null,
    resource_ids: resourceIds(input, reply.problem ? undefined : reply.body),
    outcome: reply.problem?.code ?? 'ok',
    dry_run: false,
    duration_ms: Math.round(performance.now() - watch),
    request_id: `${run.id}.${index}`,
  };
  const asking = { caller: run.caller, request_id: line.request_id, trace: {} };
  void request(bus, asking, activityLog, 'append', { line }).catch(() => {});
}

/** Whether an action behind this one has a merge tag into its answer. */
const isReadLater = (plan: readonly Action[], index: number): boolean =>
  plan
    .slice(index + 1)
    .some((action) => tagsIn(action.arguments).some(({ names: [root, step] }) => root === 'steps' && Number(step) === index));

/** What actions behind can read of an answer: nothing when it holds a secret, is too large or nobody asks. */
function keptAnswer({ operation }: CatalogEntry, { body }: Reply & { readonly body: Uint8Array }, isRead: boolean) {
  if (!isRead || operation.confidential) return { answer: null, note: [] };
  if (body.length > MAX_ACTION_ANSWER_BYTES)
    return { answer: null, note: [`The answer is larger than ${MAX_ACTION_ANSWER_BYTES / 1_024} KB, so later steps cannot read it.`] };
  return { answer: decoder.decode(body), note: [] };
}
