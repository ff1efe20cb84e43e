import { z } from 'zod';
import { nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { timeZone, weekdays } from '../core/time-fields.ts';
import { MAX_PLANNER_SLOTS } from './limits.ts';

/** A time of the week. */
const PlannerSlot = z.strictObject({
  weekday: z.enum(weekdays).describe('Day of the week'),
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')
    .describe('HH:MM in the zone of the planner'),
});

/** The fields of a planner that callers write. */
export const plannerFields = {
  name: nonEmptyLine(200).describe('Name of the planner'),
  timezone: timeZone.describe('IANA zone of its times, for example Europe/Berlin'),
  slots: z.array(PlannerSlot).min(1).max(MAX_PLANNER_SLOTS).describe('Weekly times, one post each'),
  account_ids: z.array(z.string().min(1).max(64)).max(20).describe('Accounts for posts that name none'),
};

/** Times of the week for one post each: a post that is published by a planner gets its next free time. */
export const SocialPlanner = z
  .object({
    ...resource,
    ...plannerFields,
    slots: z.array(z.object({ weekday: z.enum(weekdays), time: z.string() })),
    scheduled_count: z.int().describe('Posts that wait for their time'),
    next_free_at: timestamp.nullable().describe('The next free time'),
  })
  .meta({ id: 'SocialPlanner' });

/** A planner. */
export type SocialPlanner = z.infer<typeof SocialPlanner>;
