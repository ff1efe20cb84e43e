import { z } from 'zod';
import { shownAssets } from '../assets/shown-assets.ts';
import { ContactBlock, contactCreated } from '../contacts/contacts.events.ts';
import { eventType } from '../core/event.ts';
import { jsonValue, timestamp } from '../core/fields.ts';
import { StatusCategory } from './statuses.ts';
import { Priority, taskLabel } from './task.ts';

const assigneeIds = z.array(z.string());

/** The data of every event about a task. */
const aboutTask = {
  task_id: z.string(),
  task: z.string().describe('The title of the task'),
  identifier: z.string().nullable(),
  task_version: z.int().describe('Grows with each change of the task: an event with a lower one is older'),
  project_id: z.string().nullable(),
  project: z.string().nullable(),
  status_id: z.string(),
  status: z.string(),
  status_category: StatusCategory,
  priority: Priority,
  assignees: z.array(z.object({ kind: z.enum(['person', 'agent']), id: z.string(), name: z.string() })),
  assignee_ids: assigneeIds,
  labels: z.array(z.string()),
  due_date: z.iso.date().nullable(),
  due_time: z.string().nullable(),
  timezone: z.string().nullable(),
  due_at: timestamp.nullable(),
  about: z.array(z.object({ kind: z.string(), id: z.string(), table_id: z.string().optional() })),
  ...shownAssets,
  path: z.string().describe('The path below /v1 that reads the task'),
  contact_id: z.string().optional().describe('The first contact that it is about, else the first person to whom it is assigned'),
  contact: ContactBlock.optional(),
};

/** The data of every event about a task. */
export type TaskEventData = z.input<z.ZodObject<typeof aboutTask>>;

const person = contactCreated.sample.contact;
const sample = {
  task_id: 'tsk_01jd0000000000000000000000',
  task: 'Call the printer',
  identifier: 'WEB-42',
  task_version: 3,
  project_id: 'prj_01jd0000000000000000000000',
  project: 'Website',
  status_id: 'sta_01jd0000000000000000000000',
  status: 'In progress',
  status_category: 'in_progress' as const,
  priority: 'high' as const,
  assignees: [{ kind: 'agent' as const, id: 'agt_01jd0000000000000000000000', name: 'Concierge' }],
  assignee_ids: ['agt_01jd0000000000000000000000'],
  labels: ['print'],
  due_date: '2026-05-04',
  due_time: null,
  timezone: 'Europe/Berlin',
  due_at: '2026-05-04T22:00:00.000Z',
  about: [{ kind: 'contact', id: person.id }],
  asset_ids: [],
  path: '/tasks/tsk_01jd0000000000000000000000',
  contact_id: person.id,
  contact: person,
};

const assigneeId = {
  text: z.string().regex(/^(?:con|agt)_/, 'must be the id of a contact (con_…) or of an agent (agt_…)'),
  ignores_case: false,
};
const ofThisTask = { kind: 'task', id: 'task_id' } as const;
const assigneeRules = { assignee_ids: assigneeId };
const commentFilters = {
  filters: ['project_id', 'mentioned_ids', 'assignee_ids'],
  filter_rules: { ...assigneeRules, mentioned_ids: assigneeId },
  shown_by: ofThisTask,
} as const;
const ofTask = {
  group: 'tasks',
  filters: ['project_id', 'priority', 'assignee_ids', 'labels'],
  filter_rules: { ...assigneeRules, labels: { text: taskLabel, ignores_case: false } },
  shown_by: ofThisTask,
} as const;
const ofAssignees = {
  group: 'tasks',
  filters: ['project_id', 'assignee_ids'],
  filter_rules: assigneeRules,
  shown_by: ofThisTask,
} as const;

/** A task was created, also as the next one of a recurring task. */
export const taskCreated = eventType({
  type: 'task_created',
  label: 'Task created',
  data: z.object(aboutTask),
  sample,
  ...ofTask,
});

/** Fields of a task changed, apart from its status and its assignees, which have events of their own. */
export const taskUpdated = eventType({
  type: 'task_updated',
  label: 'Task updated',
  data: z.object({ ...aboutTask, changed: z.array(z.string()), previous: z.record(z.string(), jsonValue) }),
  sample: { ...sample, changed: ['priority'], previous: { priority: 'none' } },
  ...ofTask,
});

/** The status of a task changed. */
export const taskStatusChanged = eventType({
  type: 'task_status_changed',
  group: 'tasks',
  label: 'Status of a task changed',
  data: z.object({
    ...aboutTask,
    from: z.string().describe('The name of the status before'),
    to: z.string().describe('The name of the status now'),
    from_category: StatusCategory,
    next_task_id: z.string().nullable().describe('The next task of a recurring one that was done'),
  }),
  sample: { ...sample, from: 'To do', to: 'In progress', from_category: 'todo' as const, next_task_id: null },
  filters: ['project_id', 'status_category', 'from_category', 'assignee_ids'],
  filter_rules: assigneeRules,
  shown_by: ofThisTask,
});

/** The assignees of a task changed, or a new task has some. */
export const taskAssigned = eventType({
  type: 'task_assigned',
  label: 'Task assigned',
  data: z.object({ ...aboutTask, added: assigneeIds, removed: assigneeIds }),
  sample: { ...sample, added: ['agt_01jd0000000000000000000000'], removed: [] },
  ...ofAssignees,
});

const aboutComment = {
  ...aboutTask,
  comment_id: z.string(),
  body: z.string(),
  mentioned_ids: z.array(z.string()).describe('Ids of the contacts and agents that the text mentions'),
};
const sampleComment = {
  ...sample,
  comment_id: 'tcm_01jd0000000000000000000000',
  body: '[@Ada](space:contact/con_01jd0000000000000000000000) has the file.',
  mentioned_ids: ['con_01jd0000000000000000000000'],
};

/** A comment on a task was written or edited. */
export const taskCommented = eventType({
  type: 'task_commented',
  group: 'tasks',
  label: 'Comment on a task',
  data: z.object({ ...aboutComment, edited: z.boolean() }),
  sample: { ...sampleComment, edited: false },
  ...commentFilters,
});

/** A comment on a task was deleted. */
export const taskCommentDeleted = eventType({
  type: 'task_comment_deleted',
  group: 'tasks',
  label: 'Comment on a task deleted',
  data: z.object(aboutComment),
  sample: sampleComment,
  ...commentFilters,
});

/** A task is due in a number of minutes. */
export const taskReminder = eventType({
  type: 'task_reminder',
  label: 'Reminder of a task',
  data: z.object({ ...aboutTask, minutes_before: z.int() }),
  sample: { ...sample, minutes_before: 60 },
  ...ofAssignees,
});

/** An open task has passed its due time. */
export const taskOverdue = eventType({
  type: 'task_overdue',
  label: 'Task overdue',
  data: z.object(aboutTask),
  sample,
  ...ofAssignees,
});

/** The last open task that blocked a task no longer does. */
export const taskUnblocked = eventType({
  type: 'task_unblocked',
  label: 'Task unblocked',
  data: z.object({ ...aboutTask, unblocked_by: z.string().describe('Id of the task that blocked it') }),
  sample: { ...sample, unblocked_by: 'tsk_01jd0000000000000000000001' },
  ...ofAssignees,
});

/** A task was moved to the trash, or deleted for good. */
export const taskDeleted = eventType({
  type: 'task_deleted',
  group: 'tasks',
  label: 'Task deleted',
  data: z.object({ ...aboutTask, permanent: z.boolean() }),
  sample: { ...sample, permanent: false },
  filters: ['project_id'],
  shown_by: ofThisTask,
});

/** A task was taken out of the trash. */
export const taskRestored = eventType({
  type: 'task_restored',
  group: 'tasks',
  label: 'Task restored',
  data: z.object(aboutTask),
  sample,
  filters: ['project_id'],
  shown_by: ofThisTask,
});
