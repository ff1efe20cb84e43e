import { type Call, deadlineFromNow, type Handlers, withRoom } from '@space/bus';
import { type Event, enrichedSample, invalidFields, isStoring, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  type Action,
  type automations,
  eventTypes,
  MAX_ACTION_ARGUMENTS_BYTES,
  MAX_STEP_LOG,
  MAX_TRIAL_MS,
  matches,
  type TrialStep,
  type Trigger,
} from '@space/contracts/events';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { findReadableEvent } from '../feed/readable-event.ts';
import { actionCatalog } from './action-catalog.ts';
import { resolveActionNames } from './action-names.ts';
import { constantArguments, fillableArguments } from './fillable-arguments.ts';
import { findTags, render, type Values } from './merge-tags.ts';
import { redactArguments } from './redact-run.ts';
import { validatePlan } from './validate-plan.ts';

type TrialCall = Call<(typeof automations)['operations']['try']>;
type TrialPorts = Pick<Ports, 'bus' | 'clock' | 'database'>;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Returns the handler that tries actions: each operation is called as a dry run by the caller, one after the other. */
export const createTrialHandler = (ports: TrialPorts): Pick<Handlers<typeof automations>, 'try'> => ({
  async try(call) {
    const { trigger, scopes, payload = {} } = call.input;
    const named = resolveActionNames(call.input.actions);
    const errors = [...named.errors, ...validatePlan({ trigger, actions: named.actions, scopes }, call.caller.scopes ?? [])];
    if (errors.length > 0) throw invalidFields(errors);
    const event = await findEvent(ports, call);
    const end = performance.now() + MAX_TRIAL_MS;
    const steps: TrialStep[] = [];
    const answers: unknown[] = [];
    for (const [index, action] of named.actions.entries()) {
      const values = { event: event ?? undefined, contact: event?.data.contact, payload, steps: answers };
      const isLate = performance.now() > end;
      const { step, answer } = await tryAction(ports, call, { actions: named.actions, action, index, values, isLate });
      steps.push(step);
      answers.push(answer);
    }
    return { event, would_start: event === null || wouldStart(trigger, event), steps };
  },
});

/** Returns the event of a trial: a stored one that the caller can read, or a sample of the type of the trigger; null for a manual trigger. */
async function findEvent({ clock, database }: TrialPorts, { input, caller }: TrialCall): Promise<Event | null> {
  const { trigger, event_id, event_data } = input;
  if (event_id !== undefined && event_data !== undefined)
    throw invalidFields([{ path: 'event_data', code: 'custom', message: 'must be left out together with event_id' }]);
  if (event_id !== undefined) {
    const stored = await findReadableEvent(database, caller, event_id);
    if (stored === null) throw unresolvedReferences([{ path: 'event_id', noun: 'event', id: event_id }]);
    return JSON.parse(stored) as Event;
  }
  const type = 'event_type' in trigger ? eventTypes.get(trigger.event_type) : undefined;
  if (!type) return null;
  return {
    id: 'evt_00000000000000000000000000',
    type: type.type,
    label: type.label,
    space_id: caller.space_id,
    occurred_at: isoTime(clock.now()),
    data: { ...enrichedSample(type), ...event_data },
  };
}

const wouldStart = (trigger: Trigger, event: Event): boolean => {
  if (!('event_type' in trigger)) return true;
  const { actor_kind, ...filters } = trigger.filters;
  const byType = { ...(actor_kind !== undefined && { actor_kind }), [trigger.event_type]: filters };
  return matches({ event_types: [trigger.event_type], filters: byType }, event);
};

interface TriedAction {
  readonly actions: readonly Action[];
  readonly action: Action;
  readonly index: number;
  readonly values: Values;
  /** True when the time of the trial is up. */
  readonly isLate: boolean;
}

interface Tried {
  readonly step: TrialStep;
  /** The answer that later actions read; undefined when a dry run has none. */
  readonly answer: unknown;
}

async function tryAction(ports: TrialPorts, call: TrialCall, tried: TriedAction): Promise<Tried> {
  const { action, index } = tried;
  const { operation } = actionCatalog.get(action.operation)!;
  const { value: filled, notes, too_large } = render(fillableArguments(operation, action.arguments), tried.values);
  const input = { ...filled, ...constantArguments(operation, action.arguments) };
  const base = {
    index,
    name: action.name ?? null,
    operation: action.operation,
    arguments: too_large ? null : redactArguments(input),
    answer: null,
    notes: [...notes],
  };
  const refused = (error: string): Tried => ({ step: { ...base, outcome: 'refused', error }, answer: undefined });
  if (too_large)
    return refused(
      `With the merge tags filled in, the arguments are larger than ${MAX_ACTION_ARGUMENTS_BYTES / 1_024} KB; use shorter values.`,
    );
  const obstacle = obstacleOf(tried);
  if (obstacle !== undefined) return { step: { ...base, outcome: 'not_tried', error: obstacle }, answer: undefined };
  try {
    const body = await callDry(ports, call, tried, input);
    const text = decoder.decode(body);
    if (operation.confidential) return accepted(base, 'The answer has a secret, so it is not shown.');
    const answer: unknown = JSON.parse(text);
    if (body.length > MAX_STEP_LOG.bytes)
      return { ...accepted(base, `The answer is larger than ${MAX_STEP_LOG.bytes / 1_024} KB, so it is not shown.`), answer };
    return { step: { ...base, outcome: 'accepted', error: null, answer: answer as TrialStep['answer'] }, answer };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refused(error.message);
  }
}

const accepted = (base: Omit<TrialStep, 'outcome' | 'error'>, note: string): Tried => ({
  step: { ...base, outcome: 'accepted', error: null, notes: [...base.notes, note] },
  answer: undefined,
});

/** Returns the reason why an action cannot be tried, or undefined. */
function obstacleOf({ actions, action, isLate }: TriedAction): string | undefined {
  if (isLate) return `The trial took more than ${MAX_TRIAL_MS / 1_000} seconds before this action.`;
  if (action.operation === 'automations.try') return 'A trial does not start another one.';
  const read = findTags(action.arguments).find(({ names: [root, step] }) => root === 'steps' && !isRead(actions[Number(step)]!));
  if (!read) return undefined;
  return `${read.tag} is the answer of a change, which a dry run does not store.`;
}

/** Returns true if an action only reads, so that its answer in a trial is real. */
const isRead = ({ operation }: Action): boolean => actionCatalog.get(operation)?.operation.route?.method === 'GET';

/** Calls the operation of an action as a dry run of the caller and returns its answer. Throws its problem. */
async function callDry({ bus }: TrialPorts, call: TrialCall, { action, index }: TriedAction, input: object): Promise<Uint8Array> {
  const { subject, operation } = actionCatalog.get(action.operation)!;
  const body = encoder.encode(
    JSON.stringify({
      ...input,
      ...(operation.long_poll && { wait: 0 }),
      ...(Object.hasOwn(operation.input.shape, 'dry_run') && { dry_run: true }),
    }),
  );
  const context = { caller: call.caller, request_id: call.request_id, trace: call.trace, dry_run: true };
  const send = async () => {
    const reply = await bus.request(subject, {
      ...context,
      request_id: `${call.request_id}.${index}`,
      params: {},
      body,
      deadline: deadlineFromNow(operation.deadline_ms),
    });
    if (reply.problem) throw reply.problem;
    return reply.body;
  };
  return isStoring(operation)
    ? withRoom(bus, context, { bytes: body.length, rows: operation.max_rows, files: operation.max_files }, send)
    : send();
}
