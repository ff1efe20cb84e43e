import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

/** A task as the calendar shows it. */
export const CalendarTask = z.object({
  task_id: z.string(),
  task_version: z.int(),
  task: z.string(),
  identifier: z.string().nullable(),
  due_date: z.iso.date(),
  due_time: z.string().nullable(),
  timezone: z.string().nullable(),
  due_at: timestamp,
});

/** A task as the calendar shows it. */
export type CalendarTask = z.output<typeof CalendarTask>;

/** Open tasks with a due date for the calendar, over the bus only. */
export const taskCalendar = contract({
  name: 'task_calendar',
  service: 'work',
  tag: 'Tasks of the calendar',
  description: 'Answers the scheduling service which open tasks have a due date.',
  operations: {
    list_spaces: operation({
      summary: 'List the Spaces that have open tasks with a due date',
      audience: 'internal',
      input: z.strictObject({ after: z.string().max(64).default('') }),
      output: z.object({ space_ids: z.array(z.string()), has_more: z.boolean() }),
    }),
    list: operation({
      summary: 'List open tasks of this Space that have a due date',
      audience: 'internal',
      input: z.strictObject({ after: z.string().max(64).default('') }),
      output: z.object({ tasks: z.array(CalendarTask), has_more: z.boolean() }),
    }),
    find: operation({
      summary: 'Find those of some tasks that are open and have a due date',
      audience: 'internal',
      input: z.strictObject({ ids: z.array(z.string().max(64)).max(1_000) }),
      output: z.object({ tasks: z.array(CalendarTask) }),
    }),
  },
});
