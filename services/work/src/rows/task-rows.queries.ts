import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { taskJson, taskRowJson } from './task-json-sql.ts';
import type { TaskColumns, TaskRow } from './task-row.ts';
import { tasksNamed } from './tasks-named-sql.ts';

const JsonRow = z.object({ json: z.string(), version: z.number() });
const NamedJsonRow = JsonRow.extend({ id: z.string() });
const RowJson = z.object({ json: z.string() });
const Id = z.object({ id: z.string() });
const Reference = z.object({ reference: z.string(), id: z.string() });

const IDENTIFIER = /^([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})$/;

/** The query of one task, as the wire shows it. */
export const taskById = (space: string, id: string) => sql.prepared('work-task', JsonRow)`
  select ${taskJson}::text as json, t.version from work.task as t where t.space_id = ${space} and t.id = ${id}`;

/** Returns tasks as the wire shows them, by id. */
export async function readTasks(database: CommonQueryMethods, space: string, ids: readonly string[]) {
  const rows = await database.any(sql.prepared('work-tasks', NamedJsonRow)`
    select t.id, ${taskJson}::text as json, t.version from ${tasksNamed(space, ids)}`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * Returns the ids of tasks by the texts that name them: ids, and identifiers such as WEB-42, also those that a task had in a project
 * that it has left. Texts that name none are missing.
 */
export async function findTaskIds(
  database: CommonQueryMethods,
  space: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const identifiers = references.flatMap((reference) => {
    const [, key = '', number = ''] = IDENTIFIER.exec(reference) ?? [];
    return key === '' ? [] : [{ reference, key, number: Number(number) }];
  });
  const found = new Map(references.filter((reference) => !IDENTIFIER.test(reference)).map((id) => [id, id]));
  if (identifiers.length === 0) return found;
  const rows = await database.any(sql.type(Reference)`
    select n.reference, coalesce(
      (select t.id from work.task as t where t.space_id = ${space} and t.project_id = p.id and t.number = n.number),
      (select a.task_id from work.task_alias as a where a.space_id = ${space} and a.project_id = p.id and a.number = n.number), '') as id
    from ${unnestRows(identifiers, { reference: 'text', key: 'text', number: 'int4' }, 'n')}
    join work.project as p on p.space_id = ${space} and p.key = n.key`);
  for (const { reference, id } of rows) if (id !== '') found.set(reference, id);
  return found;
}

/** Returns the rows of tasks with these ids, by id, without a lock. */
export async function findTaskRows(database: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, TaskRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.any(sql.prepared('work-task-rows', RowJson)`
    select ${taskRowJson}::text as json from ${tasksNamed(space, ids)}`);
  return new Map(rows.map(({ json }) => JSON.parse(json) as TaskRow).map((row) => [row.id, row]));
}

/** Returns the rows of tasks with these ids, by id, locked until the transaction ends. It reads after the locks. */
export async function lockTaskRows(tx: CommonQueryMethods, space: string, ids: readonly string[]): Promise<Map<string, TaskRow>> {
  await tx.any(sql.prepared('work-lock-tasks', Id)`
    select id from work.task where space_id = ${space} and id = any(${sql.array([...new Set(ids)], 'text')}) order by id for update`);
  return findTaskRows(tx, space, ids);
}

const columns = [
  'space_id',
  'id',
  'project_id',
  'number',
  'title',
  'description',
  'status_id',
  'status_category',
  'priority',
  'parent_id',
  'start_date',
  'due_date',
  'due_time',
  'timezone',
  'due_at',
  'estimate',
  'recurrence',
  'reminders',
  'about',
  'asset_ids',
  'custom_fields',
  'position',
  'assignee_count',
  'completed_at',
  'claim_ends_at',
  'next_task_id',
  'series_start',
  'occurrence',
  'created_by',
  'trashed_at',
  'trashed_with',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof TaskColumns)[];

/** A list of columns, as one text that no statement builds again. */
const listed = (nameOf: (column: (typeof columns)[number]) => readonly string[]) =>
  sql.fragment`${sql.join(
    columns.map((column) => sql.identifier(nameOf(column))),
    sql.fragment`, `,
  )}`;

const names = listed((column) => [column]);
const newNames = listed((column) => ['n', column]);
const numberedNames = listed((column) => [column === 'number' || column === 'position' ? 'change' : 'n', column]);

/** The columns of a row that have a value; Postgres gives null to the others. */
function columnsOf(row: TaskColumns): Partial<TaskColumns> {
  const present: Record<string, unknown> = {};
  for (const name of columns) if (row[name] !== null) present[name] = row[name];
  return present;
}

/** Inserts a task whose number and place are those of the row `change` of the same statement. The task's own are not used. */
export const insertNumberedTask = (row: TaskColumns) => sql.fragment`
  insert into work.task (${names}) select ${numberedNames}
  from change, jsonb_populate_record(null::work.task, ${JSON.stringify(columnsOf({ ...row, number: null }))}::jsonb) as n`;

/** Inserts tasks, without their assignees and labels. */
export const insertTaskRows = (tx: CommonQueryMethods, rows: readonly TaskColumns[]) =>
  tx.query(sql.prepared('work-insert-tasks', Id)`
    insert into work.task (${names})
    select ${newNames} from jsonb_populate_recordset(null::work.task, ${JSON.stringify(rows.map(columnsOf))}::jsonb) as n`);

/** Writes all columns of tasks that exist. */
export const updateTaskRows = (tx: CommonQueryMethods, rows: readonly TaskColumns[]) =>
  tx.query(sql.prepared('work-update-tasks', Id)`
    update work.task as t set (${names}) = row(${newNames})
    from jsonb_populate_recordset(null::work.task, ${JSON.stringify(rows.map(columnsOf))}::jsonb) as n
    where t.space_id = n.space_id and t.id = n.id`);

/** Inserts the assignees of tasks. `from` follows the rows. */
export const insertAssignees = (space: string, tasks: readonly TaskRow[], from = sql.fragment``) => sql.fragment`
  insert into work.task_assignee (space_id, task_id, assignee_id, kind, name, place, due_order, status_category, is_trashed)
  select ${space}, n.task_id, n.assignee_id, n.kind, n.name, n.place, work.due_order(n.due_at), n.status_category, n.is_trashed
  from ${unnestRows(
    tasks.flatMap(({ id, assignees, due_at, status_category, trashed_at }) =>
      assignees.map((assignee, place) => ({
        task_id: id,
        assignee_id: assignee.id,
        kind: assignee.kind,
        name: assignee.name,
        place,
        due_at,
        status_category,
        is_trashed: trashed_at !== null,
      })),
    ),
    {
      task_id: 'text',
      assignee_id: 'text',
      kind: 'text',
      name: 'text',
      place: 'int4',
      due_at: 'timestamptz',
      status_category: 'text',
      is_trashed: 'bool',
    },
    'n',
  )} ${from}`;

/** Inserts the labels of tasks. `from` follows the rows. */
export const insertLabels = (space: string, tasks: readonly TaskRow[], from = sql.fragment``) => sql.fragment`
  insert into work.task_label (space_id, task_id, label, place) select ${space}, n.* from ${unnestRows(
    tasks.flatMap(({ id, labels }) => labels.map((label, place) => ({ task_id: id, label, place }))),
    { task_id: 'text', label: 'text', place: 'int4' },
    'n',
  )} ${from}`;

/** Replaces the assignees of tasks; new tasks have none yet. */
export async function replaceAssignees(tx: CommonQueryMethods, space: string, tasks: readonly TaskRow[], isNew: boolean) {
  if (!isNew && tasks.length > 0)
    await tx.query(sql.typeAlias('void')`
      delete from work.task_assignee where space_id = ${space} and task_id = any(${sql.array(idsOf(tasks), 'text')})`);
  if (tasks.some(({ assignees }) => assignees.length > 0)) await tx.query(sql.typeAlias('void')`${insertAssignees(space, tasks)}`);
}

/** Replaces the labels of tasks; new tasks have none yet. */
export async function replaceLabels(tx: CommonQueryMethods, space: string, tasks: readonly TaskRow[], isNew: boolean) {
  if (!isNew && tasks.length > 0)
    await tx.query(sql.typeAlias('void')`
      delete from work.task_label where space_id = ${space} and task_id = any(${sql.array(idsOf(tasks), 'text')})`);
  if (tasks.some(({ labels }) => labels.length > 0)) await tx.query(sql.typeAlias('void')`${insertLabels(space, tasks)}`);
}

const idsOf = (tasks: readonly { readonly id: string }[]): string[] => tasks.map(({ id }) => id);
