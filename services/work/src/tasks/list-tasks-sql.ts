import { priorities, type TaskSelection } from '@space/contracts/work';
import { containing, listQuery, type PageQuery, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { selectTasks } from '../lists/select-tasks-sql.ts';
import { projectNamed } from '../rows/project-named-sql.ts';
import { isOpen, openBlockers, taskJson } from '../rows/task-json-sql.ts';
import { frequentList } from './frequent-lists.ts';

const t = sql.fragment`t`;

/** The query of a list of tasks. `parent_id` is the id of a task, and `now` the time by which tasks are overdue. */
export function listTasks(space: string, selection: TaskSelection, now: string): PageQuery {
  const { assignee_id } = selection;
  const isOfOne = assignee_id !== undefined && assignee_id !== 'none';
  const { conditions, order } = selectTasks(space, selection, now, isOfOne);
  return listQuery(selection, {
    from: isOfOne ? tasksOf(space, assignee_id, selection) : sql.fragment`work.task as t`,
    alias: 't',
    where: sql.fragment`t.space_id = ${space} and ${sql.join([...conditionsOf(space, selection, now), ...conditions], sql.fragment` and `)}`,
    item: taskJson,
    prepare: frequentList(selection),
    ...order,
  });
}

/** The tasks of an assignee. An index finds those that are not in the trash in the order of their due times. */
function tasksOf(space: string, assignee: string, { trashed, status_category }: TaskSelection): FragmentSqlToken {
  const category = status_category ? sql.fragment`and a.status_category = any(${sql.array([...status_category], 'text')})` : sql.fragment``;
  return sql.fragment`(
    select t.*, a.due_order from work.task_assignee as a join work.task as t on t.space_id = a.space_id and t.id = a.task_id
    where a.space_id = ${space} and a.assignee_id = ${assignee} and a.is_trashed = ${sql.literalValue(String(trashed))}::boolean ${category}
  ) as t`;
}

function conditionsOf(space: string, of: TaskSelection, now: string): FragmentSqlToken[] {
  const when = (isGiven: unknown, condition: () => FragmentSqlToken): FragmentSqlToken[] => (isGiven === undefined ? [] : [condition()]);
  return [
    of.trashed ? sql.fragment`t.trashed_at is not null` : sql.fragment`t.trashed_at is null`,
    ...when(of.project_id, () =>
      of.project_id === 'none' ? sql.fragment`t.project_id is null` : sql.fragment`t.project_id = ${projectNamed(space, of.project_id!)}`,
    ),
    ...when(of.status_id, () => sql.fragment`t.status_id = ${of.status_id!}`),
    ...when(of.status_category, () => sql.fragment`t.status_category = any(${sql.array([...of.status_category!], 'text')})`),
    ...when(
      of.priority,
      () =>
        sql.fragment`t.priority = any(${sql.array(
          of.priority!.map((name) => priorities.indexOf(name)),
          'int4',
        )})`,
    ),
    ...when(of.assignee_id === 'none' || undefined, () => sql.fragment`t.assignee_count = 0`),
    ...when(
      of.label,
      () => sql.fragment`t.id in (select l.task_id from work.task_label as l where l.space_id = t.space_id and l.label = ${of.label!})`,
    ),
    ...when(of.parent_id, () =>
      of.parent_id === 'none' ? sql.fragment`t.parent_id is null` : sql.fragment`t.parent_id = ${of.parent_id!}`,
    ),
    ...when(of.first_due_date, () => sql.fragment`t.due_date >= ${of.first_due_date!}::date`),
    ...when(of.last_due_date, () => sql.fragment`t.due_date <= ${of.last_due_date!}::date`),
    ...when(of.overdue, () => is(of.overdue!, sql.fragment`coalesce(t.due_at <= ${now}::timestamptz, false) and ${isOpen(t)}`)),
    ...when(of.blocked, () => is(of.blocked!, sql.fragment`${isOpen(t)} and exists (${openBlockers(t)})`)),
    ...when(of.about_id, () => sql.fragment`t.about @> ${JSON.stringify([{ id: of.about_id }])}::jsonb`),
    ...when(of.min_updated_at, () => sql.fragment`t.updated_at >= ${of.min_updated_at!}::timestamptz`),
    ...when(of.search || undefined, () => searched(of.search!)),
  ];
}

const is = (expected: boolean, condition: FragmentSqlToken) => (expected ? sql.fragment`(${condition})` : sql.fragment`not (${condition})`);

/** Finds a part of the title, or an identifier such as WEB-42. */
function searched(text: string): FragmentSqlToken {
  const [, key = '', number = ''] = /^([A-Za-z][A-Za-z0-9]{1,9})-([1-9]\d{0,8})$/.exec(text.trim()) ?? [];
  const title = sql.fragment`lower(t.title) like lower(${containing(text)})`;
  if (key === '') return title;
  return sql.fragment`(${title} or (t.number = ${Number(number)} and t.project_id in (
    select p.id from work.project as p where p.space_id = t.space_id and p.key = ${key.toUpperCase()})))`;
}
