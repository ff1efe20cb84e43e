import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { id, jsonObject, line, MAX_ID_LENGTH, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { clockTime, day, timeZone } from '../core/time-fields.ts';
import {
  MAX_ABOUT,
  MAX_ASSIGNEES,
  MAX_LABEL_CHARACTERS,
  MAX_LABELS,
  MAX_REMINDER_MINUTES,
  MAX_REMINDERS,
  MAX_TASK_ASSETS,
  MAX_TASK_DESCRIPTION,
  MAX_TASK_FIELDS_BYTES,
  MAX_TASK_TITLE,
} from './limits.ts';
import { TaskStatus } from './statuses.ts';

/** The priorities of tasks, the least urgent first. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;

/** The priority of a task. */
export const Priority = z.enum(priorities);

/** A person (a contact) or an agent to whom a task is assigned. */
export const assigneeRef = z.strictObject({
  kind: z.enum(['person', 'agent']).describe('person for a contact'),
  id: id('contact or agent'),
});

/** A person or an agent to whom a task is assigned. */
export type AssigneeRef = z.output<typeof assigneeRef>;

/** A label of a task. */
export const taskLabel = nonEmptyLine(MAX_LABEL_CHARACTERS).describe('A label, compared with its case');

/** The kinds of things that a task can be about. */
export const aboutKinds = [
  'contact',
  'row',
  'page',
  'form',
  'form_submission',
  'booking',
  'asset',
  'document',
  'whiteboard',
  'url',
] as const;

/** A thing that a task is about. */
const about = {
  kind: z.enum(aboutKinds).describe('Kind of the thing'),
  id: nonEmptyLine(2_000).describe('Id of the thing; for url an address'),
  table_id: id('table of a row').optional().describe('Id of the table; for a row only'),
};

const aboutRef = z
  .strictObject(about)
  .superRefine(({ kind, id: thing, table_id }, { addIssue }) => {
    if (kind !== 'url' && thing.length > MAX_ID_LENGTH)
      addIssue({ code: 'custom', path: ['id'], message: `must have at most ${MAX_ID_LENGTH} characters` });
    if ((kind === 'row') === (table_id !== undefined)) return;
    addIssue({ code: 'custom', path: ['table_id'], message: kind === 'row' ? 'is required for a row' : 'is for a row only' });
  })
  .meta({ examples: [{ kind: 'url', id: 'https://example.com/' }] });

/** The rule by which a task comes again. */
export const recurrence = z.strictObject({
  rrule: line(500).describe('Recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO'),
  after: z
    .enum(['due', 'completion'])
    .default('due')
    .describe('The next one comes after the due date, or after the day on which it is done'),
});

const unique = <Item extends z.ZodType>(items: z.ZodArray<Item>, keyOf: (item: z.output<Item>) => string) =>
  items.refine((list) => new Set(list.map(keyOf)).size === list.length, 'must not have an entry twice');

const assignees = unique(z.array(assigneeRef).max(MAX_ASSIGNEES), ({ kind, id }) => `${kind} ${id}`);
const labels = unique(z.array(taskLabel).max(MAX_LABELS), (label) => label);

/** The fields of a task that callers set, besides its project and status. */
export const taskFields = {
  title: nonEmptyLine(MAX_TASK_TITLE).describe('Title of the task'),
  description: z.string().max(MAX_TASK_DESCRIPTION).nullable().describe('Details, in Markdown'),
  priority: Priority.describe('Urgency'),
  assignees: assignees.describe('People (contacts) and agents who do it'),
  labels: labels.describe('Its labels'),
  start_date: day.nullable().describe('First day of the work'),
  due_date: day.nullable().describe('Day by whose end it is due, in its timezone'),
  due_time: clockTime.nullable().describe('Time of that day; needs due_date and timezone'),
  timezone: timeZone.nullable().describe('IANA zone of due_date and due_time; a due_date without one gets that of the Space'),
  estimate: z.number().min(0).max(1_000_000).nullable().describe('Effort, in any unit'),
  recurrence: recurrence.nullable().describe('Makes the next task when it is done; needs due_date'),
  reminders: unique(
    z
      .array(z.strictObject({ minutes_before: z.int().min(0).max(MAX_REMINDER_MINUTES).describe('Minutes before it is due') }))
      .max(MAX_REMINDERS),
    ({ minutes_before }) => String(minutes_before),
  ).describe('Events before it is due, each once; they need due_date'),
  about: unique(z.array(aboutRef).max(MAX_ABOUT), ({ kind, id }) => `${kind} ${id}`).describe('Things that it is about, which must exist'),
  asset_ids: unique(z.array(id('asset')).max(MAX_TASK_ASSETS), (asset) => asset).describe(
    'Its attachments: ids of assets, which must exist',
  ),
  custom_fields: jsonObject
    .refine(
      (fields) => Buffer.byteLength(JSON.stringify(fields)) <= MAX_TASK_FIELDS_BYTES,
      `must have at most ${MAX_TASK_FIELDS_BYTES} bytes`,
    )
    .describe('Any JSON object'),
};

/** The fields that place a task. */
export const placeFields = {
  project_id: id('project').nullable().describe('Id or key of the project; null for none'),
  status_id: id('status').describe('Id or name of a status of the project'),
  parent_id: id('task').nullable().describe('Id or identifier of the task of which it is a part; null for none'),
};

/** Changes of lists that leave their other entries. */
export const listChanges = {
  add_labels: z.array(taskLabel).max(MAX_LABELS).optional().describe('Labels to add'),
  remove_labels: z.array(taskLabel).max(MAX_LABELS).optional().describe('Labels to remove'),
  add_assignees: z.array(assigneeRef).max(MAX_ASSIGNEES).optional().describe('Assignees to add'),
  remove_assignees: z.array(assigneeRef).max(MAX_ASSIGNEES).optional().describe('Assignees to remove'),
};

/** Deletes what the completion of a task made. */
export const deleteNext = z.boolean().default(false).describe('true deletes the next task that its completion made, if it is unused');

/** A link of a task with another one, as this task sees it. */
export const linkKinds = ['blocks', 'blocked_by', 'relates_to', 'duplicates', 'duplicated_by'] as const;

/** A link of a task with another one. */
export const TaskLink = z
  .object({
    id: z.string(),
    kind: z.enum(linkKinds),
    task_id: z.string().describe('The other task'),
    identifier: z.string().nullable(),
    title: z.string(),
    status_category: TaskStatus.shape.category,
  })
  .meta({ id: 'TaskLink' });

const person = z.object({ kind: z.enum(['person', 'agent']), id: z.string(), name: z.string() });
const actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

/** A task. */
export const Task = z
  .object({
    ...resource,
    identifier: z.string().nullable().describe('Key of its project and number, such as WEB-42; null without a project'),
    number: z.int().nullable(),
    title: z.string(),
    description: z.string().nullable(),
    project: z.object({ id: z.string(), name: z.string(), key: z.string() }).nullable(),
    status: TaskStatus,
    priority: Priority,
    assignees: z.array(person),
    labels: z.array(z.string()),
    parent_id: z.string().nullable(),
    start_date: z.iso.date().nullable(),
    due_date: z.iso.date().nullable(),
    due_time: z.string().nullable(),
    timezone: z.string().nullable(),
    due_at: timestamp.nullable().describe('The time from which it is overdue while it is open'),
    estimate: z.number().nullable(),
    recurrence: z.object({ rrule: z.string(), after: z.enum(['due', 'completion']) }).nullable(),
    reminders: z.array(z.object({ minutes_before: z.int() })),
    about: z.array(z.object(about)),
    asset_ids: z.array(z.string()).describe('Its attachments: ids of assets'),
    custom_fields: jsonObject,
    position: z.string().describe('Its place among the tasks of its project; texts compare as places do'),
    blocked: z.boolean().describe('True while an open task blocks it'),
    links: z.array(TaskLink),
    subtasks: z.object({ total: z.int(), done: z.int() }),
    comment_count: z.int(),
    completed_at: timestamp.nullable().describe('The time at which it was done'),
    next_task_id: z.string().nullable().describe('The next task of a recurring one that is done'),
    claim_ends_at: timestamp.nullable().describe('End of the lease of a claim; a change of the task ends the lease and keeps it assigned'),
    created_by: actor,
    trashed_at: timestamp.nullable().describe('The time of its deletion; null unless it is in the trash'),
  })
  .meta({ id: 'Task' });

/** A task. */
export type Task = z.output<typeof Task>;

/** The fields of a task that an update can set. */
export const TaskValues = z.object({ ...taskFields, ...placeFields });

/** The fields of a task that an update can set. */
export type TaskValues = z.output<typeof TaskValues>;
