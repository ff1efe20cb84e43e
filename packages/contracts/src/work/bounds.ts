import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of projects and tasks. */
export const workBounds: readonly Bound[] = [
  { subject: 'tasks, with those in the trash', value: limits.MAX_TASKS, unit: 'tasks', per: 'Space', refusal: 'limit_reached' },
  { subject: 'projects, with those in the trash', value: limits.MAX_PROJECTS, unit: 'projects', per: 'Space', refusal: 'limit_reached' },
  { subject: 'statuses', value: limits.MAX_STATUSES, unit: 'statuses', per: 'project', refusal: 'invalid' },
  { subject: 'people and agents to whom it is assigned', value: limits.MAX_ASSIGNEES, unit: 'assignees', per: 'task', refusal: 'invalid' },
  { subject: 'labels', value: limits.MAX_LABELS, unit: 'labels', per: 'task', refusal: 'invalid' },
  { subject: 'label of a task', value: limits.MAX_LABEL_CHARACTERS, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'title of a task', value: limits.MAX_TASK_TITLE, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'description of a task', value: limits.MAX_TASK_DESCRIPTION, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'comment on a task', value: limits.MAX_TASK_COMMENT, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'comments', value: limits.MAX_TASK_COMMENTS, unit: 'comments', per: 'task', refusal: 'limit_reached' },
  {
    subject: 'levels of subtasks, with the first task',
    value: limits.MAX_TASK_DEPTH,
    unit: 'levels',
    per: 'task',
    refusal: 'limit_reached',
  },
  { subject: 'open subtasks directly below it', value: limits.MAX_OPEN_SUBTASKS, unit: 'tasks', per: 'task', refusal: 'limit_reached' },
  { subject: 'links with other tasks', value: limits.MAX_TASK_LINKS, unit: 'links', per: 'task', refusal: 'limit_reached' },
  { subject: 'reminders', value: limits.MAX_REMINDERS, unit: 'reminders', per: 'task', refusal: 'invalid' },
  {
    subject: 'time of a reminder before the due time',
    value: limits.MAX_REMINDER_MINUTES,
    unit: 'minutes',
    per: 'request',
    refusal: 'invalid',
  },
  { subject: 'attachments of a task', value: limits.MAX_TASK_ASSETS, unit: 'assets', per: 'task', refusal: 'invalid' },
  { subject: 'things that it is about', value: limits.MAX_ABOUT, unit: 'things', per: 'task', refusal: 'invalid' },
  { subject: 'custom fields of a task', value: limits.MAX_TASK_FIELDS_BYTES, unit: 'bytes', per: 'request', refusal: 'invalid' },
  {
    subject: 'tasks that a deletion, a restoration or a removal of a status changes together',
    value: limits.MAX_TASKS_PER_CHANGE,
    unit: 'tasks',
    per: 'request',
    refusal: 'limit_reached',
  },
  {
    subject: 'lease of a claimed task',
    value: `${limits.CLAIM_MINUTES.min} to ${limits.CLAIM_MINUTES.max}`,
    unit: `minutes, default ${limits.CLAIM_MINUTES.default}`,
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'retention of tasks and projects in the trash',
    value: limits.TASK_TRASH_DAYS,
    unit: 'days',
    per: 'Space',
    effect: 'they are deleted for good',
  },
];
