import { z } from 'zod';
import { eventType } from '../core/event.ts';

const aboutAutomation = { automation_id: z.string(), automation: z.string().describe('The name of the automation') };
const welcome = { automation_id: 'aut_01jd0000000000000000000000', automation: 'Welcome new contacts' };
const automationFilters = ['automation_id'] as const;

/** An automation was created. */
export const automationCreated = eventType({
  type: 'automation_created',
  group: 'automations',
  label: 'Automation created',
  data: z.object(aboutAutomation),
  sample: welcome,
  filters: [],
});

/** What an automation is called, starts from, does or may do changed, or it was switched on or off. */
export const automationUpdated = eventType({
  type: 'automation_updated',
  group: 'automations',
  label: 'Automation updated',
  data: z.object({ ...aboutAutomation, changed: z.array(z.string()), enabled: z.boolean() }),
  sample: { ...welcome, changed: ['enabled'], enabled: false },
  filters: automationFilters,
});

/** An automation was deleted with the log of its runs. */
export const automationDeleted = eventType({
  type: 'automation_deleted',
  group: 'automations',
  label: 'Automation deleted',
  data: z.object(aboutAutomation),
  sample: welcome,
  filters: automationFilters,
});

const aboutRun = {
  ...aboutAutomation,
  run_id: z.string(),
  started_by: z.enum(['event', 'manual']).describe('An event of the Space, or a call'),
  event_id: z.string().nullable().describe('The event that started it'),
  steps: z.int().describe('Actions that were carried out'),
};
const run = {
  ...welcome,
  run_id: 'run_01jd0000000000000000000000',
  started_by: 'event' as const,
  event_id: 'evt_01jd0000000000000000000000',
  steps: 1,
};

/** Every action of a run was carried out. No automation can start from it. */
export const automationRunSucceeded = eventType({
  type: 'automation_run_succeeded',
  group: 'automations',
  label: 'Automation run succeeded',
  data: z.object(aboutRun),
  sample: run,
  filters: automationFilters,
});

/** An action of a run was refused, and those behind it were not tried. No automation can start from it. */
export const automationRunFailed = eventType({
  type: 'automation_run_failed',
  group: 'automations',
  label: 'Automation run failed',
  data: z.object({ ...aboutRun, error: z.string().describe('One sentence on what went wrong') }),
  sample: { ...run, steps: 0, error: 'Step 0 (contacts.tag) failed: There is no contact "con_1" in this Space.' },
  filters: automationFilters,
});
