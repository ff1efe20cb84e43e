import { z } from 'zod';
import { Deleted, id, nonEmptyLine } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { restoreFields } from '../core/undo.ts';
import {
  Actions,
  Automation,
  AutomationDescription,
  AutomationScopes,
  ChangedAutomation,
  Run,
  RunPayload,
  RunStatus,
  RunWithSteps,
  Trigger,
} from './automation.ts';
import {
  automationCreated,
  automationDeleted,
  automationRunCancelled,
  automationRunFailed,
  automationRunSucceeded,
  automationUpdated,
} from './automations.events.ts';
import {
  AUTOMATION_RUN_DAYS,
  MAX_AUTOMATION_ACTIONS,
  MAX_AUTOMATION_CHAIN,
  MAX_AUTOMATIONS_PER_SPACE,
  MAX_REPEATED_EVENT_BYTES,
} from './limits.ts';
import { runSearchOperations } from './run-search.ts';
import { trialOperations } from './trial.ts';

const automationId = { id: id('automation') };
const runId = { ...automationId, run_id: id('run') };

/** Operations on automations and their runs. */
export const automations = contract({
  name: 'automations',
  service: 'events',
  tag: 'Automations',
  description: `An event or a call starts a run of up to ${MAX_AUTOMATION_ACTIONS} operations, one after the other.`,
  operations: {
    ...runSearchOperations,
    ...trialOperations,
    list: operation({
      summary: 'List automations',
      description: 'Newest first, unless sort says otherwise.',
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations', status: 200 },
      tools: [{ name: 'list_automations', family: 'automations', action: 'list', everyday: true }],
      input: z.strictObject({
        enabled: z.boolean().optional().describe('Only enabled automations, or only disabled ones'),
        sort: sortBy(['created_at', 'updated_at', 'name'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(Automation),
      example: { enabled: true },
    }),
    create: operation({
      summary: 'Create an automation',
      description: `An action is an operation of the catalog. Strings in its arguments can contain merge tags: {{event.type}}, {{event.data.table_id}}, {{contact.email}}, {{payload.note}}, {{steps.0.id}}. A string that is one tag takes the value with its type; a tag that finds nothing is left out. An action does not wait: wait of GET /events must be 0. scopes limits the actions, never exceeds the key that saves the automation, and holds only while that key is active. At most ${MAX_AUTOMATIONS_PER_SPACE} automations a Space.`,
      scope: 'automations:write',
      route: { method: 'POST', path: '/automations', status: 201 },
      tools: [{ name: 'create_automation', family: 'automations', action: 'create' }],
      input: z.strictObject({
        name: nonEmptyLine(200).describe('Name of the automation'),
        description: AutomationDescription.optional().describe('Purpose of the automation'),
        trigger: Trigger.describe('The event that starts it, or only calls of the API'),
        actions: Actions.describe('Operations that a run executes, in order'),
        scopes: AutomationScopes.optional(),
        enabled: z.boolean().default(true).describe('false starts no runs'),
      }),
      output: Automation,
      emits: [automationCreated],
      problems: ['limit_reached', 'unresolved_reference'],
      needs_scopes: true,
      undo: (_input, { id: made }) => ({ tool: 'delete_automation', arguments: { id: made } }),
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
        description: AutomationDescription.optional().describe('Purpose of the automation'),
        trigger: Trigger.optional().describe('The event that starts it, or only calls of the API'),
        actions: Actions.optional().describe('Operations that a run executes, in order'),
        scopes: AutomationScopes.optional(),
        enabled: z.boolean().optional().describe('false starts no runs'),
      }),
      output: ChangedAutomation,
      emits: [automationUpdated],
      problems: ['unresolved_reference'],
      needs_scopes: true,
      undo: restoreFields('update_automation'),
      versioned: true,
      example: { id: 'aut_01jd0000000000000000000000', enabled: false },
    }),
    delete: operation({
      summary: 'Delete an automation',
      description: 'Deletes its runs and their logs too. A run in progress ends after its current action.',
      scope: 'automations:write',
      no_undo: 'a deleted automation and its runs cannot be restored',
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
      no_undo: 'executed actions are not undone; cancelling the run stops those that follow',
      route: { method: 'POST', path: '/automations/:id/run', status: 202 },
      tools: [{ name: 'run_automation', family: 'automations', action: 'run', everyday: true }],
      input: z.strictObject({
        ...automationId,
        payload: RunPayload.optional().describe('Values for merge tags: {{payload.note}}'),
      }),
      output: z.object({ run_id: z.string(), status: z.literal('queued') }),
      emits: [automationRunSucceeded, automationRunFailed],
      problems: ['disabled', 'conflict', 'limit_reached'],
      effects: ['outside'],
      example: { id: 'aut_01jd0000000000000000000000', payload: { note: 'By hand' } },
    }),
    list_runs: operation({
      summary: 'List the runs of an automation',
      description: `Newest first, unless sort says otherwise; runs are stored for ${AUTOMATION_RUN_DAYS} days.`,
      scope: 'automations:read',
      route: { method: 'GET', path: '/automations/:id/runs', status: 200 },
      tools: [{ name: 'list_automation_runs', family: 'automations', action: 'list_runs' }],
      input: z.strictObject({
        ...automationId,
        status: RunStatus.optional().describe('Only runs in this status'),
        ...madeBetween,
        sort: sortBy(['created_at'], '-created_at'),
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
      input: z.strictObject(runId),
      output: RunWithSteps,
    }),
    rerun: operation({
      summary: 'Run an automation again with the trigger of a run',
      description: `Queues a new run with the event or the payload of a finished run, and with the actions that the automation has now. An event of more than ${MAX_REPEATED_EVENT_BYTES / 1_024} KB is not stored for this. While such a run of the same run is unfinished, the call returns it and queues none. A run that is not finished is rejected with 409 conflict, and a disabled automation with 409 disabled. from: failed_step does not execute the succeeded actions again and reuses their answers. It is rejected with 409 conflict if the run succeeded, if one of those actions has changed since, or if their answers are no longer stored. A chain of automations stops at ${MAX_AUTOMATION_CHAIN}.`,
      scope: 'automations:run',
      no_undo: 'executed actions are not undone; cancelling the run stops those that follow',
      route: { method: 'POST', path: '/automations/:id/runs/:run_id/rerun', status: 202 },
      tools: [{ name: 'rerun_automation_run', family: 'automations', action: 'rerun' }],
      input: z.strictObject({
        ...runId,
        from: z
          .enum(['start', 'failed_step'])
          .default('start')
          .describe('The first action that is executed: the first one of all, or the first one that did not succeed'),
      }),
      output: z.object({
        run_id: z.string().describe('The new run, or the unfinished one that repeats the same run already'),
        status: z.enum(['queued', 'running']),
        rerun_of: z.string().describe('The run whose trigger it repeats'),
      }),
      emits: [automationRunSucceeded, automationRunFailed],
      problems: ['disabled', 'conflict', 'limit_reached'],
      effects: ['outside'],
      example: { id: 'aut_01jd0000000000000000000000', run_id: 'run_01jd0000000000000000000000' },
    }),
    cancel: operation({
      summary: 'Cancel a run',
      description:
        'A run that waits ends immediately with the status cancelled. A run whose action is in progress ends before its next action: cancel_requested_at is set until then, and a run whose last action succeeds still ends as succeeded. Actions that were executed are not undone; steps lists them. Cancelling a cancelled run changes nothing. A run that ended otherwise is rejected with 409 conflict.',
      scope: 'automations:run',
      no_undo: 'a cancelled run does not continue; running it again repeats its first actions',
      allowed_when_full: true,
      route: { method: 'POST', path: '/automations/:id/runs/:run_id/cancel', status: 200 },
      tools: [{ name: 'cancel_automation_run', family: 'automations', action: 'cancel' }],
      input: z.strictObject(runId),
      output: RunWithSteps,
      emits: [automationRunCancelled],
      problems: ['conflict'],
      effects: ['destructive'],
      example: { id: 'aut_01jd0000000000000000000000', run_id: 'run_01jd0000000000000000000000' },
    }),
  },
});
