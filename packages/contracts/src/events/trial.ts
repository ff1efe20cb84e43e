import { z } from 'zod';
import { id, jsonObject } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { Actions, AutomationScopes, RunPayload, Trigger } from './automation.ts';
import { MAX_STEP_LOG, MAX_TRIAL_MS } from './limits.ts';

/** One action of a trial: what would be sent, and what its operation answers to a dry run. */
export const TrialStep = z
  .object({
    index: z.int().min(0).describe('The number of the step from 0, as in {{steps.0.id}}'),
    name: z.string().nullable(),
    operation: z.string().describe('The id of the operation, such as contacts.tag'),
    arguments: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The arguments with their merge tags filled in, long strings truncated and secrets redacted; null when they are too large'),
    outcome: z
      .enum(['accepted', 'refused', 'not_tried'])
      .describe(
        'accepted: the dry run succeeded; refused: it did not; not_tried: it needs what a dry run does not store, or the time was up',
      ),
    error: z.string().nullable().describe('One sentence on why it was refused or not tried'),
    answer: z
      .json()
      .describe(`The answer of the dry run, or of the read; null without one, for a secret, and above ${MAX_STEP_LOG.bytes / 1_024} KB`),
    notes: z.array(z.string()).describe('Merge tags that found nothing, and the reason of a missing answer'),
  })
  .meta({ id: 'AutomationTrialStep' });

/** One action of a trial. */
export type TrialStep = z.infer<typeof TrialStep>;

/** The operation that tries the actions of an automation without an effect. */
export const trialOperations = {
  try: operation({
    summary: 'Try actions without an effect',
    description: `Fills in the merge tags of each action and calls its operation as a dry run, with the scopes of the caller. Nothing is stored or sent, no run is made, and a call with the same idempotency key is tried again. The event is a stored one, or the sample of the type of the trigger with event_data in it. A read really reads, and later actions have its answer. An action that names the answer of a change is not tried, because a dry run stores no change. A real run would end at the first refused action; a trial continues. It starts no action after ${MAX_TRIAL_MS / 1_000} seconds. The actions are validated as when an automation is saved.`,
    scope: 'automations:write',
    allowed_when_full: true,
    no_undo: 'it changes nothing',
    route: { method: 'POST', path: '/automations/try', status: 200 },
    counterpart: 'create_automation',
    input: z.strictObject({
      trigger: Trigger.describe('The event that starts it, or only calls of the API'),
      actions: Actions.describe('Operations that a run would execute, in order'),
      scopes: AutomationScopes.optional(),
      event_id: id('event').optional().describe('The stored event that starts the trial, of the type of the trigger; default: a sample'),
      event_data: jsonObject.optional().describe('Fields that replace those of the data of the sample event; not together with event_id'),
      payload: RunPayload.optional().describe('Values for merge tags: {{payload.note}}'),
    }),
    output: z.object({
      event: z.record(z.string(), z.unknown()).nullable().describe('The event of the trial; null with a manual trigger'),
      would_start: z.boolean().describe('True when the event matches the trigger with its filters, and with a manual trigger'),
      steps: z.array(TrialStep),
    }),
    problems: ['unresolved_reference'],
    needs_scopes: true,
    deadline_ms: 30_000,
    example: {
      trigger: { event_type: 'contact_created', filters: { actor_kind: 'person' } },
      actions: [{ operation: 'contacts.list', arguments: { search: '{{contact.email}}' } }],
    },
  }),
};
