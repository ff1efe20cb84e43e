import { z } from 'zod';
import { Deleted, id, jsonObject, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page } from '../core/page.ts';
import { ScopeName, scopes } from '../core/scope.ts';
import {
  automationCreated,
  automationDeleted,
  automationRunFailed,
  automationRunSucceeded,
  automationUpdated,
} from './automations.events.ts';
import { checkEventFilters, FilterTexts, filtersOfEveryType } from './event-filters.ts';
import { eventTypes, notAnEventType } from './event-types.ts';
import {
  AUTOMATION_RUN_DAYS,
  MAX_AUTOMATION_ACTIONS,
  MAX_AUTOMATION_BYTES,
  MAX_AUTOMATION_CHAIN,
  MAX_AUTOMATIONS_PER_SPACE,
} from './limits.ts';

/** The types that can trigger an automation: all but those about runs, because each run would trigger the next. */
const triggers = [...eventTypes.keys()].filter((type) => type !== automationRunSucceeded.type && type !== automationRunFailed.type);

const TriggerType = z.enum(triggers as [string, ...string[]], {
  error: ({ input }) =>
    typeof input === 'string' && eventTypes.has(input)
      ? `${input} cannot trigger an automation: each run would start the next`
      : notAnEventType({ input }),
});

const ManualTrigger = z.strictObject({ manual: z.literal(true).describe('Only calls of the API start it') });

/** A trigger by events of one type that match all filters; the filter keys are those of a listener. */
const EventTrigger = z
  .strictObject({
    event_type: TriggerType.describe('Type of the events that start it'),
    filters: z.record(z.string().max(100), FilterTexts).default({}).describe('Text or list of texts by filter of the type; all must match'),
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
  operation: z.string().min(1).max(100).describe('The id of an operation, for example contacts.tag'),
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

const Actions = z.array(Action).min(1).max(MAX_AUTOMATION_ACTIONS).refine(fits, tooLarge);
const Scopes = z
  .array(ScopeName)
  .max(scopes.length)
  .transform((list) => [...new Set(list)])
  .meta({
    description: 'The scopes of its actions, never more than those of the key that saves it; default: the scopes its actions need',
    type: 'array',
  });
const Description = z.string().max(4_000).nullable();

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
    actions: z.array(z.object({ operation: z.string(), arguments: z.record(z.string(), z.unknown()), name: z.string().optional() })),
    scopes: z.array(z.string()),
    key_id: z.string().describe('The key that its actions use: the one that saved it last'),
    agent_id: z
      .string()
      .nullable()
      .describe('The agent of that key, if any; only events about resources that the agent can use trigger the automation'),
    enabled: z.boolean(),
  })
  .meta({ id: 'Automation' });

/** A sequence of actions that runs when a trigger fires. */
export type Automation = z.infer<typeof Automation>;

/** The status of a run (contract, U4). */
export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed']);

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
  chain: z.int().describe(`The depth of the chain of automations that led to the run, itself included; at most ${MAX_AUTOMATION_CHAIN}`),
  error: z.string().nullable().describe('One sentence on what went wrong'),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
};

/** One run of an automation, as lists show it. */
export const Run = z.object({ ...runFields, steps_done: z.int() }).meta({ id: 'AutomationRun' });

/** One run of an automation, with its step log. */
export const RunWithSteps = z
  .object({ ...runFields, payload: z.record(z.string(), z.unknown()).nullable(), steps: z.array(RunStep) })
  .meta({ id: 'AutomationRunWithSteps' });

const automationId = { id: id('automation') };

/** Operations on automations and their runs. */
export const automations = contract({
  name: 'automations',
  service: 'events',
  tag: 'Automations',
  description: `An event or an API call starts a run, which executes up to ${MAX_AUTOMATION_ACTIONS} operations one after the other.`,
  operations: {
    list: operation({
      summary: 'List automations',
      description: 'Newest first.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations', status: 200 },
      tools: [{ name: 'list_automations', family: 'automations', action: 'list', everyday: true }],
      input: z.strictObject({
        enabled: z.boolean().optional().describe('Only enabled automations, or only disabled ones'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Automation),
      example: { enabled: true },
    }),
    create: operation({
      summary: 'Create an automation',
      description: `An action is an operation of the catalog. Strings in its arguments can contain merge tags: {{event.type}}, {{event.data.table_id}}, {{contact.email}}, {{payload.note}}, {{steps.0.id}}. A string that is one tag takes the value with its type; a tag that finds nothing is left out. scopes limits the actions, never exceeds the key that saves the automation, and holds only while that key is active. At most ${MAX_AUTOMATIONS_PER_SPACE} automations a Space.`,
      scope: 'automations:write',
      route: { method: 'POST', path: '/automations', status: 201 },
      tools: [{ name: 'create_automation', family: 'automations', action: 'create' }],
      input: z.strictObject({
        name: nonEmptyLine(200).describe('Name of the automation'),
        description: Description.optional().describe('Purpose of the automation'),
        trigger: Trigger.describe('The event that starts it, or only calls of the API'),
        actions: Actions.describe('Operations that a run executes, in order'),
        scopes: Scopes.optional(),
        enabled: z.boolean().default(true).describe('false starts no runs'),
      }),
      output: Automation,
      emits: [automationCreated],
      problems: ['limit_reached'],
      needs_scopes: true,
      example: {
        name: 'Welcome new contacts',
        trigger: { event_type: 'contact_created', filters: { actor_kind: 'person' } },
        actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['new'] } }],
        scopes: ['contacts:write'],
      },
    }),
    get: operation({
      summary: 'Read an automation',
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations/:id', status: 200 },
      tools: [{ name: 'get_automation', family: 'automations', action: 'get' }],
      input: z.strictObject(automationId),
      output: Automation,
      versioned: true,
    }),
    update: operation({
      summary: 'Change an automation',
      description:
        'Only the given fields change. A key that changes more than name and description, or enables the automation, must have every scope of the automation, and its actions use that key from then on. A queued run keeps the actions it was queued with; enabled: false stops every run before its next action.',
      scope: 'automations:write',
      allowed_when_full: true,
      route: { method: 'PATCH', path: '/automations/:id', status: 200 },
      tools: [{ name: 'update_automation', family: 'automations', action: 'update' }],
      input: z.strictObject({
        ...automationId,
        name: nonEmptyLine(200).optional().describe('Name of the automation'),
        description: Description.optional().describe('Purpose of the automation'),
        trigger: Trigger.optional().describe('The event that starts it, or only calls of the API'),
        actions: Actions.optional().describe('Operations that a run executes, in order'),
        scopes: Scopes.optional(),
        enabled: z.boolean().optional().describe('false starts no runs'),
      }),
      output: Automation,
      emits: [automationUpdated],
      needs_scopes: true,
      versioned: true,
      example: { id: 'aut_01jd0000000000000000000000', enabled: false },
    }),
    delete: operation({
      summary: 'Delete an automation',
      description: 'Deletes its runs and their logs too. A run in progress ends after its current action.',
      scope: 'automations:write',
      route: { method: 'DELETE', path: '/automations/:id', status: 200 },
      tools: [{ name: 'delete_automation', family: 'automations', action: 'delete' }],
      input: z.strictObject(automationId),
      output: Deleted,
      emits: [automationDeleted],
      versioned: true,
    }),
    run: operation({
      summary: 'Run an automation',
      description: `Queues a manual run and returns immediately; GET /automations/{id}/runs/{run_id} returns its result. payload holds values for merge tags. A disabled automation is rejected with 409 disabled. A chain of automations stops at ${MAX_AUTOMATION_CHAIN}.`,
      scope: 'automations:run',
      route: { method: 'POST', path: '/automations/:id/run', status: 202 },
      tools: [{ name: 'run_automation', family: 'automations', action: 'run', everyday: true }],
      input: z.strictObject({
        ...automationId,
        payload: jsonObject.refine(fits, tooLarge).optional().describe('Values for merge tags: {{payload.note}}'),
      }),
      output: z.object({ run_id: z.string(), status: z.literal('queued') }),
      emits: [automationRunSucceeded, automationRunFailed],
      problems: ['disabled', 'conflict', 'limit_reached'],
      effects: ['outside'],
      example: { id: 'aut_01jd0000000000000000000000', payload: { note: 'By hand' } },
    }),
    list_runs: operation({
      summary: 'List the runs of an automation',
      description: `Newest first; runs are stored for ${AUTOMATION_RUN_DAYS} days.`,
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations/:id/runs', status: 200 },
      tools: [{ name: 'list_automation_runs', family: 'automations', action: 'list_runs' }],
      input: z.strictObject({
        ...automationId,
        status: RunStatus.optional().describe('Only runs in this status'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Run),
    }),
    get_run: operation({
      summary: 'Read a run with its step log',
      description: 'Each action with its arguments, its outcome and its duration.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations/:id/runs/:run_id', status: 200 },
      tools: [{ name: 'get_automation_run', family: 'automations', action: 'get_run' }],
      input: z.strictObject({ ...automationId, run_id: id('run') }),
      output: RunWithSteps,
    }),
  },
});
