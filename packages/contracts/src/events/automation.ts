import { z } from 'zod';
import { jsonObject, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { ScopeName, scopes } from '../core/scope.ts';
import { automationRunCancelled, automationRunFailed, automationRunSucceeded } from './automations.events.ts';
import { checkEventFilters, filtersOfEveryType, UncheckedFilters } from './event-filters.ts';
import { eventTypes, notAnEventType } from './event-types.ts';
import { MAX_AUTOMATION_ACTIONS, MAX_AUTOMATION_BYTES, MAX_AUTOMATION_CHAIN } from './limits.ts';

/** The events about runs. They trigger no automation, because each run would trigger the next. */
const runEvents: readonly string[] = [automationRunSucceeded, automationRunFailed, automationRunCancelled].map(({ type }) => type);

const types = [...eventTypes.keys()];

const TriggerType = z
  .enum(types as [string, ...string[]], { error: notAnEventType })
  .refine((type) => !runEvents.includes(type), {
    error: ({ input }) => `${input} cannot trigger an automation: each run would start the next`,
  })
  .meta({ enum: types.filter((type) => !runEvents.includes(type)) });

const ManualTrigger = z.strictObject({ manual: z.literal(true).describe('Only calls of the API start it') });

/** A trigger by events of one type that match all filters; the filter keys are those of a listener. */
const EventTrigger = z
  .strictObject({
    event_type: TriggerType.describe('Type of the events that start it'),
    filters: UncheckedFilters.default({}).describe('Text or list of texts by filter of the type; all must match'),
  })
  .superRefine(({ event_type, filters }, context) => {
    checkEventFilters(eventTypes.get(event_type)!, filters, context, ['filters'], filtersOfEveryType);
  });

/** The trigger of an automation: events, or with `{"manual": true}` only an API call. */
export const Trigger = z.union([EventTrigger, ManualTrigger]);

/** The trigger of an automation. */
export type Trigger = z.infer<typeof Trigger>;

/** One action of an automation: an operation of the catalog, with arguments whose merge tags are filled in. */
export const Action = z.strictObject({
  operation: z
    .string()
    .min(1)
    .max(100)
    .describe('The id of an operation such as contacts.tag, a tool such as tag_contact, or <family>.<action> of a tool; stored as the id'),
  arguments: jsonObject
    .default({})
    .describe('The arguments of the operation, flat; strings can contain merge tags such as {{contact.email}}'),
  name: nonEmptyLine(200).optional().describe('Name of the step in the log of a run'),
});

/** One action of an automation. */
export type Action = z.infer<typeof Action>;

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const fits = (value: unknown): boolean => bytes(value) <= MAX_AUTOMATION_BYTES;
const tooLarge = `must be at most ${MAX_AUTOMATION_BYTES / 1_024} KB as JSON`;

/** The payload of a manual run. */
export const RunPayload = jsonObject.refine(fits, tooLarge);

/** The actions of an automation, in order. */
export const Actions = z.array(Action).min(1).max(MAX_AUTOMATION_ACTIONS).refine(fits, tooLarge);

/** The scopes of an automation, each once. */
export const AutomationScopes = z
  .array(ScopeName)
  .max(scopes.length)
  .transform((list) => [...new Set(list)])
  .meta({
    description: 'The scopes of its actions, never more than those of the key that saves it; default: the scopes its actions need',
    type: 'array',
  });
/** The purpose of an automation in words. */
export const AutomationDescription = z.string().max(4_000).nullable();

/** A sequence of actions that runs when a trigger fires (contract, U1). */
export const Automation = z
  .object({
    ...resource,
    name: z.string(),
    description: z.string().nullable(),
    trigger: z.union([
      z.object({ event_type: z.string(), filters: z.record(z.string(), z.union([z.string(), z.array(z.string())])) }),
      z.object({ manual: z.literal(true) }),
    ]),
    actions: z.array(
      z.object({
        operation: z.string().describe('The id of the operation, such as contacts.tag'),
        arguments: z.record(z.string(), z.unknown()),
        name: z.string().optional(),
      }),
    ),
    scopes: z.array(z.string()),
    key_id: z.string().describe('The key, or the member (mbr_…), that its actions use: the one that saved it last'),
    agent_id: z
      .string()
      .nullable()
      .describe('The agent of that key, if any; only events about resources that the agent can use trigger the automation'),
    enabled: z.boolean(),
  })
  .meta({ id: 'Automation' });

/** A sequence of actions that runs when a trigger fires. */
export type Automation = z.infer<typeof Automation>;

/** An automation after a change, with the values before of the fields that the change replaced. */
export const ChangedAutomation = Automation.extend({
  before: Automation.pick({ name: true, description: true, trigger: true, actions: true, scopes: true, enabled: true })
    .partial()
    .describe('The values before this call of the fields that it changed'),
});

/** The status of a run (contract, U4). */
export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);

/** One action of one run in the step log. */
export const RunStep = z
  .object({
    index: z.int().min(0).describe('The number of the step from 0, as in {{steps.0.id}}'),
    name: z.string().nullable(),
    operation: z.string(),
    arguments: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The arguments that were sent, long strings truncated and secrets redacted; null when they are too large to store'),
    outcome: z.enum(['succeeded', 'failed']),
    error: z.string().nullable().describe('One sentence on what went wrong'),
    notes: z.array(z.string()).describe('Merge tags that found nothing'),
    started_at: timestamp,
    duration_ms: z.int(),
    reused_from: z
      .string()
      .optional()
      .describe('The earlier run that executed this action, of which this run has the answer; absent when this run executed it'),
  })
  .meta({ id: 'AutomationRunStep' });

/** One action of one run. */
export type RunStep = z.infer<typeof RunStep>;

const runFields = {
  ...resource,
  automation_id: z.string(),
  status: RunStatus,
  started_by: z.enum(['event', 'manual']),
  event_id: z.string().nullable().describe('The event that started it'),
  event_type: z.string().nullable(),
  rerun_of: z.string().nullable().describe('The run whose trigger it repeats'),
  cancel_requested_at: timestamp.nullable().describe('Time at which its cancellation was requested; it stops before its next action'),
  chain: z.int().describe(`The depth of the chain of automations that led to the run, itself included; at most ${MAX_AUTOMATION_CHAIN}`),
  error: z.string().nullable().describe('One sentence on what went wrong, or on where it was cancelled'),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
};

/** One run of an automation, as lists show it. */
export const Run = z.object({ ...runFields, steps_done: z.int() }).meta({ id: 'AutomationRun' });

/** One run of an automation, with its step log. */
export const RunWithSteps = z
  .object({ ...runFields, payload: z.record(z.string(), z.unknown()).nullable(), steps: z.array(RunStep) })
  .meta({ id: 'AutomationRunWithSteps' });
