import { z } from 'zod';
import { eventType } from '../core/event.ts';

const automationData = { automation_id: z.string(), automation: z.string().describe('The name of the automation') };
const welcome = { automation_id: 'aut_01jd0000000000000000000000', automation: 'Welcome new contacts' };
const automationFilters = ['automation_id'] as const;

/** An automation was created. */
export const automationCreated = eventType({
  type: 'automation_created',
  group: 'automations',
  label: 'Automation created',
  data: z.object(automationData),
  sample: welcome,
  filters: [],
});

/** An automation's name, trigger, actions or scopes changed, or it was enabled or disabled. */
export const automationUpdated = eventType({
  type: 'automation_updated',
  group: 'automations',
  label: 'Automation updated',
  data: z.object({ ...automationData, changed: z.array(z.string()), enabled: z.boolean() }),
  sample: { ...welcome, changed: ['enabled'], enabled: false },
  filters: automationFilters,
});

/** An automation was deleted, with its runs and their logs. */
export const automationDeleted = eventType({
  type: 'automation_deleted',
  group: 'automations',
  label: 'Automation deleted',
  data: z.object(automationData),
  sample: welcome,
  filters: automationFilters,
});

const runData = {
  ...automationData,
  run_id: z.string(),
  started_by: z.enum(['event', 'manual']).describe('An event of the Space, or an API call'),
  event_id: z.string().nullable().describe('The event that started it'),
  steps: z.int().describe('The number of actions that were executed'),
};
const run = {
  ...welcome,
  run_id: 'run_01jd0000000000000000000000',
  started_by: 'event' as const,
  event_id: 'evt_01jd0000000000000000000000',
  steps: 1,
};

/** Every action of a run succeeded. It cannot trigger an automation. */
export const automationRunSucceeded = eventType({
  type: 'automation_run_succeeded',
  group: 'automations',
  label: 'Automation run succeeded',
  data: z.object(runData),
  sample: run,
  filters: automationFilters,
});

/** An action of a run failed, and the actions after it were not executed. It cannot trigger an automation. */
export const automationRunFailed = eventType({
  type: 'automation_run_failed',
  group: 'automations',
  label: 'Automation run failed',
  data: z.object({ ...runData, error: z.string().describe('One sentence on what went wrong') }),
  sample: { ...run, steps: 0, error: 'Step 0 (contacts.tag) failed: There is no contact "con_1" in this Space.' },
  filters: automationFilters,
});

/** A run was cancelled, and the actions after the executed ones were not executed. It cannot trigger an automation. */
export const automationRunCancelled = eventType({
  type: 'automation_run_cancelled',
  group: 'automations',
  label: 'Automation run cancelled',
  data: z.object(runData),
  sample: run,
  filters: automationFilters,
});
