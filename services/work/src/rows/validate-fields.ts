import type { FieldError } from '@space/contracts/core';
import { MAX_ASSIGNEES, MAX_LABELS, type TaskValues } from '@space/contracts/work';
import { namesLaterDay, parseRule } from '@space/recurrence';
import { dayNumber } from '@space/time';

/** The values of a task whose rules depend on each other. */
export type CheckedValues = Pick<
  TaskValues,
  'start_date' | 'due_date' | 'due_time' | 'timezone' | 'recurrence' | 'reminders' | 'labels' | 'assignees'
>;

/** Returns the errors of the values of a task that its schema does not find; paths begin with `prefix`. */
export function fieldErrors(values: CheckedValues, prefix = ''): FieldError[] {
  const errors: FieldError[] = [];
  const add = (path: string, code: string, message: string) => void errors.push({ path: `${prefix}${path}`, code, message });
  const { start_date, due_date, due_time, timezone, recurrence, reminders } = values;
  if (due_time !== null && due_date === null) add('due_time', 'no_due_date', 'needs a due_date');
  if (due_time !== null && timezone === null) add('timezone', 'required', 'is required with due_time');
  if (start_date !== null && due_date !== null && start_date > due_date) add('start_date', 'after_due', 'must not be after due_date');
  if (recurrence !== null && due_date === null) add('recurrence', 'no_due_date', 'needs a due_date');
  const rule = recurrence === null ? null : parseRule(recurrence.rrule);
  if (rule && 'error' in rule) add('recurrence.rrule', 'invalid_rrule', rule.error);
  else if (recurrence !== null && due_date !== null && !namesLaterDay(recurrence.rrule, dayNumber(due_date)))
    add('recurrence.rrule', 'never_again', 'names no day after due_date; check its months and days');
  if (reminders.length > 0 && due_date === null) add('reminders', 'no_due_date', 'need a due_date');
  if (values.labels.length > MAX_LABELS) add('add_labels', 'too_big', `would give the task more than ${MAX_LABELS} labels`);
  if (values.assignees.length > MAX_ASSIGNEES) add('add_assignees', 'too_big', `would assign the task to more than ${MAX_ASSIGNEES}`);
  return errors;
}
