import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
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
import { eventTypes } from './event-types.ts';
import {
  AUTOMATION_RUN_DAYS,
  MAX_AUTOMATION_ACTIONS,
  MAX_AUTOMATION_BYTES,
  MAX_AUTOMATION_CHAIN,
  MAX_AUTOMATIONS_PER_SPACE,
} from './limits.ts';

/** The types an automation can start from: all but what is said of runs, or each run would start the next. */
const triggers = [...eventTypes.keys()].filter((type) => type !== automationRunSucceeded.type && type !== automationRunFailed.type);

const TriggerType = z.enum(triggers as [string, ...string[]], {
  error: (issue) => `"${String(issue.input)}" is not an event type that an automation can start from; GET /event-types lists them.`,
});

const one = z.string().max(200);
const Filter = z.union([one, z.array(one).min(1).max(50)], { error: 'must be a text or a list of 1 to 50 texts' });
const ManualTrigger = z.strictObject({ manual: z.literal(true) });

/** Starts from events of one type whose keys are all as `filters` wants them, by the same keys as a listener's. */
const EventTrigger = z
  .strictObject({ event_type: TriggerType, filters: z.record(z.string().max(100), Filter).default({}) })
  .superRefine(({ event_type, filters }, context) => {
    const keys = ['actor_kind', ...(eventTypes.get(event_type)?.filters ?? [])];
    for (const [key, wanted] of Object.entries(filters)) {
      const path = ['filters', key];
      if (!keys.includes(key))
        context.addIssue({ code: 'custom', path, message: `is no filter of ${event_type}; it has ${keys.join(', ')}` });
      else if (key === 'actor_kind' && !z.union([ActorKind, z.array(ActorKind)]).safeParse(wanted).success)
        context.addIssue({ code: 'custom', path, message: `must be of ${ActorKind.options.join(', ')}` });
    }
  });

/** What starts an automation: events, or with `{"manual": true}` only a call. */
const Trigger = z.union([EventTrigger, ManualTrigger]);

/** What starts an automation. */
export type Trigger = z.infer<typeof Trigger>;

/** One thing an automation does: an operation of the catalogue and its arguments, in which merge tags are filled in. */
const Action = z.strictObject({
  operation: z.string().min(1).max(100).describe('The id of an operation, for example contacts.tag'),
  arguments: jsonObject.default({}).describe('What the operation takes, flat; texts may hold merge tags such as {{contact.email}}'),
  name: nonEmptyLine(200).optional(),
});

/** One thing an automation does. */
export type Action = z.infer<typeof Action>;

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const fits = (value: unknown): boolean => bytes(value) <= MAX_AUTOMATION_BYTES;
const tooLarge = `must be at most ${MAX_AUTOMATION_BYTES / 1_024} KB as JSON`;

const Actions = z.array(Action).min(1).max(MAX_AUTOMATION_ACTIONS).refine(fits, tooLarge);
const Scopes = z
  .array(ScopeName)
  .max(scopes.length)
  .transform((list) => [...new Set(list)])
  .meta({ description: 'What its actions may do: never more than the key that saves it. Left out, what its actions need', type: 'array' });
const Description = z.string().max(4_000).nullable();

/** Something that happens by itself when something else does (decisions, Automations). */
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
    key_id: z.string().describe('The key its actions act for: the one that saved it last'),
    agent_id: z.string().nullable().describe('The agent whose key that is; it starts only from events about what the agent can use'),
    enabled: z.boolean(),
  })
  .meta({ id: 'Automation' });

/** Something that happens by itself when something else does. */
export type Automation = z.infer<typeof Automation>;

/** Where a run stands (decisions, Automations). */
export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed']);

/** One action of one run, as the log shows it. */
export const RunStep = z
  .object({
    index: z.int().min(0).describe('Its number from 0, as in {{steps.0.id}}'),
    name: z.string().nullable(),
    operation: z.string(),
    arguments: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('As they were sent, long texts cut and secrets hidden; null when they are too large to keep'),
    outcome: z.enum(['succeeded', 'failed']),
    error: z.string().nullable().describe('One sentence on what went wrong'),
    notes: z.array(z.string()).describe('What a merge tag did not find'),
    started_at: timestamp,
    duration_ms: z.int(),
  })
  .meta({ id: 'AutomationRunStep' });

/** One action of one run. */
export type RunStep = z.infer<typeof RunStep>;

const runFields = {
  ...resource,
  automation_id: z.string(),
  state: RunStatus,
  started_by: z.enum(['event', 'manual']),
  event_id: z.string().nullable().describe('The event that started it'),
  event_type: z.string().nullable(),
  chain: z.int().describe(`How many automations, one caused by the other, led to it, itself included; at most ${MAX_AUTOMATION_CHAIN} run`),
  error: z.string().nullable().describe('One sentence on what went wrong'),
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
};

/** One time an automation ran, as lists show it. */
export const Run = z.object({ ...runFields, steps_done: z.int() }).meta({ id: 'AutomationRun' });

/** One time an automation ran, with its step log. */
export const RunWithSteps = z
  .object({ ...runFields, payload: z.record(z.string(), z.unknown()).nullable(), steps: z.array(RunStep) })
  .meta({ id: 'AutomationRunWithSteps' });

const automationId = { id: id('automation') };

/** What a Space does by itself. */
export const automations = contract({
  name: 'automations',
  service: 'events',
  tag: 'Automations',
  description: `What a Space does by itself: an event or a call starts a run, which carries out up to ${MAX_AUTOMATION_ACTIONS} operations one after the other.`,
  operations: {
    list: operation({
      summary: 'List automations',
      description: 'Newest first.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations', status: 200 },
      tools: [{ name: 'list_automations', family: 'automations', action: 'list', everyday: true }],
      input: z.strictObject({ enabled: z.boolean().optional(), limit, cursor, include_total: includeTotal }),
      output: page(Automation),
      example: { enabled: true },
    }),
    create: operation({
      summary: 'Create an automation',
      description: `An action is an operation of the catalogue; texts in its arguments may hold merge tags: {{event.type}}, {{event.data.table_id}}, {{contact.email}}, {{payload.note}}, {{steps.0.id}}. A text that is one tag takes the value as it is; a tag that finds nothing gives nothing. scopes is what the actions may do, never more than the key that saves it, and only for as long as that key is in force. At most ${MAX_AUTOMATIONS_PER_SPACE} automations a Space.`,
      scope: 'automations:write',
      route: { method: 'POST', path: '/automations', status: 201 },
      tools: [{ name: 'create_automation', family: 'automations', action: 'create' }],
      input: z.strictObject({
        name: nonEmptyLine(200),
        description: Description.optional(),
        trigger: Trigger,
        actions: Actions,
        scopes: Scopes.optional(),
        enabled: z.boolean().default(true),
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
        'Only the fields given change. A key that changes more than name and description, or switches it on, must have every scope of the automation itself, and its actions act for that key from then on. A run that has been queued keeps the actions it was queued with; enabled: false stops every run before its next action.',
      scope: 'automations:write',
      route: { method: 'PATCH', path: '/automations/:id', status: 200 },
      tools: [{ name: 'update_automation', family: 'automations', action: 'update' }],
      input: z.strictObject({
        ...automationId,
        name: nonEmptyLine(200).optional(),
        description: Description.optional(),
        trigger: Trigger.optional(),
        actions: Actions.optional(),
        scopes: Scopes.optional(),
        enabled: z.boolean().optional(),
      }),
      output: Automation,
      emits: [automationUpdated],
      needs_scopes: true,
      versioned: true,
      example: { id: 'aut_01jd0000000000000000000000', enabled: false },
    }),
    delete: operation({
      summary: 'Delete an automation',
      description: 'With its runs and their logs. A run that is under way ends after the action it is at.',
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
      description: `Queues a manual run and answers at once; GET /automations/{id}/runs/{run_id} tells how it went. payload holds values for merge tags. An automation that is switched off is refused with 409 disabled. A chain of automations stops at ${MAX_AUTOMATION_CHAIN}.`,
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
      description: `Newest first; runs are kept for ${AUTOMATION_RUN_DAYS} days.`,
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations/:id/runs', status: 200 },
      tools: [{ name: 'list_automation_runs', family: 'automations', action: 'list_runs' }],
      input: z.strictObject({ ...automationId, state: RunStatus.optional(), limit, cursor, include_total: includeTotal }),
      output: page(Run),
    }),
    get_run: operation({
      summary: 'Read a run with its step log',
      description: 'Each action with the arguments it was sent with, how it ended and how long it took.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations/:id/runs/:run_id', status: 200 },
      tools: [{ name: 'get_automation_run', family: 'automations', action: 'get_run' }],
      input: z.strictObject({ ...automationId, run_id: id('run') }),
      output: RunWithSteps,
    }),
  },
});
