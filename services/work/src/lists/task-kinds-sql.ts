import { priorities, statusCategories, type TaskFilterField } from '@space/contracts/work';
import {
  choiceConditionSql,
  choiceOps,
  comparedSql,
  type DateType,
  dateConditionSql,
  dateOps,
  type FieldFilter,
  type Interval,
  InvalidValueError,
  numberConditionSql,
  numberOps,
  parseInterval,
  parseNumber,
  parseText,
  sql,
  textMatchSql,
  textOps,
} from '@space/database';
import { truthValue } from '@space/text';
import type { FragmentSqlToken } from 'slonik';
import { isOpen, openBlockers } from '../rows/task-json-sql.ts';
import { aboutKind, assetsKind, entriesKind } from './task-list-kinds-sql.ts';

/** The way in which the values of a field of tasks are compared. */
export interface TaskKind {
  /** The kind for error messages: `a number`. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has values of its own, which the tree of filters passes on
  readonly filter: FieldFilter<any, FilteredField>;
  readonly is_date?: boolean;
  readonly is_list?: boolean;
}

/** A field of tasks in a filter. */
export interface FilteredField {
  readonly key: string;
  readonly kind: TaskKind;
  readonly space: string;
  /** The zone in which days begin. */
  readonly zone: string;
}

const t = sql.fragment`t`;

const dates = (date: FragmentSqlToken, type: DateType, name: string): TaskKind => ({
  name,
  is_date: type === 'date',
  filter: {
    ops: dateOps,
    parse: (value, { zone }) => parseInterval(value, { is_date: type === 'date', zone }),
    toSql: (_field, op, values: readonly Interval[]) => dateConditionSql(date, type, op, values),
  },
});

const day = (date: FragmentSqlToken) => dates(date, 'date', 'a date');
const moment = (time: FragmentSqlToken) => dates(time, 'timestamptz', 'a time');

const number = (value: FragmentSqlToken): TaskKind => ({
  name: 'a number',
  filter: { ops: numberOps, parse: parseNumber, toSql: (_field, op, values: readonly number[]) => numberConditionSql(value, op, values) },
});

/** Texts are equal with their case; all else ignores it. */
const text = (value: FragmentSqlToken): TaskKind => ({
  name: 'text',
  filter: {
    ops: textOps,
    parse: parseText,
    toSql(_field, op, values: readonly string[]) {
      const lowered = sql.fragment`lower(${value})`;
      const [first, second] = values.map((one) => sql.fragment`lower(${one}::text)`);
      switch (op) {
        case 'contains':
        case 'starts_with':
        case 'ends_with':
          return textMatchSql(lowered, op, values[0]!);
        case 'not_contains':
          return sql.fragment`(${value} is null or not ${textMatchSql(lowered, 'contains', values[0]!)})`;
        case 'between':
          return sql.fragment`(${lowered} >= ${first!} and ${lowered} <= ${second!})`;
        case 'gt':
        case 'gte':
        case 'lt':
        case 'lte':
          return comparedSql(lowered, op, first!);
        case 'is_empty':
          return sql.fragment`coalesce(${value}, '') = ''`;
        case 'is_not_empty':
          return sql.fragment`coalesce(${value}, '') <> ''`;
        default:
          return choiceConditionSql(value, op, values);
      }
    },
  },
});

/** Ids of things. Throws for a name or a title, which would match nothing. */
const ids = (value: FragmentSqlToken, prefix: string, advice: string): TaskKind => ({
  name: 'an id',
  filter: {
    ops: choiceOps,
    parse(one) {
      const id = parseText(one);
      if (id.startsWith(prefix)) return id;
      throw new InvalidValueError(`must be an id (${prefix}…); ${advice}`, 'invalid_id');
    },
    toSql: (_field, op, values: readonly string[]) => choiceConditionSql(value, op, values),
  },
});

const taskIds = (value: FragmentSqlToken) => ids(value, 'tsk_', 'GET /tasks/{identifier} finds the task of an identifier such as WEB-42');

/** A project, by its id or key. */
const project: TaskKind = {
  name: 'a project',
  filter: {
    ops: choiceOps,
    parse: parseText,
    toSql({ space }, op, values: readonly string[]) {
      const among = sql.fragment`t.project_id in (select p.id from work.project as p
        where p.space_id = ${space} and (p.id = any(${sql.array(values, 'text')}) or p.key = any(${sql.array(values, 'text')})))`;
      if (op === 'eq' || op === 'in') return among;
      if (op === 'neq' || op === 'not_in') return sql.fragment`(${among}) is not true`;
      return choiceConditionSql(sql.fragment`t.project_id`, op, []);
    },
  },
};

function choiceOf(values: readonly string[], value: unknown): string {
  const found = typeof value === 'string' && values.includes(value) ? value : undefined;
  if (found !== undefined) return found;
  throw new InvalidValueError(`must be one of ${values.join(', ')}`, 'unknown_option');
}

const category: TaskKind = {
  name: 'a choice',
  filter: {
    ops: ['eq', 'neq', 'in', 'not_in'],
    parse: (value) => choiceOf(statusCategories, value),
    toSql: (_field, op, values: readonly string[]) => choiceConditionSql(sql.fragment`t.status_category`, op, values),
  },
};

/** Priorities have an order, so they compare as numbers do. */
const priority: TaskKind = {
  name: 'a priority',
  filter: {
    ops: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'not_in'],
    parse: (value) => priorities.indexOf(choiceOf(priorities, value) as (typeof priorities)[number]),
    toSql: (_field, op, values: readonly number[]) => numberConditionSql(sql.fragment`t.priority`, op, values),
  },
};

const boolean = (condition: FragmentSqlToken): TaskKind => ({
  name: 'true or false',
  filter: {
    ops: ['eq', 'neq'],
    parse(value) {
      const truth = typeof value === 'string' ? truthValue(value) : value;
      if (typeof truth !== 'boolean') throw new InvalidValueError('must be true or false', 'invalid_type');
      return truth;
    },
    toSql: (_field, op, [value]: readonly boolean[]) =>
      (op === 'eq') === value ? sql.fragment`(${condition})` : sql.fragment`not (${condition})`,
  },
});

/** A field that filters ask only whether it is there. */
const presence = (isEmpty: FragmentSqlToken): TaskKind => ({
  name: 'an object',
  filter: {
    ops: ['is_empty', 'is_not_empty'],
    parse() {
      throw new InvalidValueError('is left out');
    },
    toSql: (_field, op) => (op === 'is_empty' ? isEmpty : sql.fragment`not (${isEmpty})`),
  },
});

/** The kind of the creator of a task, who is compared by id and searched by name. */
const creator: TaskKind = {
  name: 'who created the task',
  filter: {
    ops: ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in'],
    parse: parseText,
    toSql(_field, op, values: readonly string[]) {
      const name = sql.fragment`lower(t.created_by->>'name')`;
      if (op === 'contains' || op === 'starts_with' || op === 'ends_with') return textMatchSql(name, op, values[0]!);
      if (op === 'not_contains') return sql.fragment`(${textMatchSql(name, 'contains', values[0]!)}) is not true`;
      return choiceConditionSql(sql.fragment`(t.created_by->>'id')`, op, values);
    },
  },
};

/** The kind of each field that filters name. */
export const fieldKinds: Readonly<Record<TaskFilterField, TaskKind>> = {
  id: taskIds(sql.fragment`t.id`),
  number: number(sql.fragment`t.number`),
  title: text(sql.fragment`t.title`),
  description: text(sql.fragment`t.description`),
  project_id: project,
  status_id: ids(sql.fragment`t.status_id`, 'sta_', 'GET /projects/{id} lists the statuses of a project'),
  status_category: category,
  priority,
  assignees: entriesKind('task_assignee', 'assignee_id'),
  labels: entriesKind('task_label', 'label'),
  parent_id: taskIds(sql.fragment`t.parent_id`),
  start_date: day(sql.fragment`t.start_date`),
  due_date: day(sql.fragment`t.due_date`),
  due_time: text(sql.fragment`t.due_time`),
  timezone: text(sql.fragment`t.timezone`),
  due_at: moment(sql.fragment`t.due_at`),
  estimate: number(sql.fragment`t.estimate`),
  recurrence: presence(sql.fragment`t.recurrence is null`),
  reminders: presence(sql.fragment`cardinality(t.reminders) = 0`),
  about: aboutKind,
  asset_ids: assetsKind,
  position: text(sql.fragment`t.position`),
  blocked: boolean(sql.fragment`${isOpen(t)} and t.trashed_at is null and exists (${openBlockers(t)})`),
  completed_at: moment(sql.fragment`t.completed_at`),
  next_task_id: taskIds(sql.fragment`t.next_task_id`),
  claim_ends_at: moment(sql.fragment`t.claim_ends_at`),
  created_by: creator,
  created_at: moment(sql.fragment`t.created_at`),
  updated_at: moment(sql.fragment`t.updated_at`),
  trashed_at: moment(sql.fragment`t.trashed_at`),
};
