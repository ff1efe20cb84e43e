import { createHash } from 'node:crypto';
import type { FieldError } from '@space/contracts/core';
import type { Sort } from '@space/contracts/tables';
import {
  CUSTOM_FIELD_PREFIX,
  statusCategories,
  statusesWithoutProject,
  type TaskSortField,
  taskFilterFields,
  taskSortFields,
} from '@space/contracts/work';
import { type List, orderOf, type SortColumn, sql } from '@space/database';
import { didYouMean } from '@space/text';
import type { FragmentSqlToken } from 'slonik';
import { customFieldSql } from './custom-field-sql.ts';

/** Characters of a text that count in an order of several fields. That many fit five times into a cursor, in any script. */
const SORTED_LETTERS = sql.literalValue('80');

type Order = Pick<List, 'sortBy' | 'direction' | 'order'>;

/** The columns of orders by one field that an index supports. Tasks without a due time have the end of time. */
const indexed: Readonly<Record<string, SortColumn>> = {
  updated_at: { column: sql.fragment`t.updated_at`, type: 'timestamp' },
  due_at: { column: sql.fragment`work.due_order(t.due_at)`, type: 'timestamp' },
  priority: { column: sql.fragment`t.priority`, type: 'integer' },
  position: { column: sql.fragment`t.position`, type: 'text' },
  title: { column: sql.fragment`lower(t.title)`, type: 'text' },
};

/** Returns the beginning of a text in lower case. */
const beginning = (text: FragmentSqlToken) => sql.fragment`left(lower(${text}), ${SORTED_LETTERS}::integer)`;

const category = sql.fragment`array_position(array[${sql.join(
  statusCategories.map((name) => sql.literalValue(name)),
  sql.fragment`, `,
)}], t.status_category)`;

/**
 * The place of a status among those of its category in its project. Postgres reads the places of a Space once in a statement: a look at the
 * status of each task costs several times more.
 */
const placeOfStatus = (space: string) => sql.fragment`coalesce(
  ((select jsonb_object_agg(s.id, s.place) from work.task_status as s where s.space_id = ${space})->>t.project_status_id)::integer,
  array_position(array[${sql.join(
    statusesWithoutProject.map(({ id }) => sql.literalValue(id)),
    sql.fragment`, `,
  )}], t.status_id) - 1, 0)`;

const projectName = (space: string) => sql.fragment`(
  (select jsonb_object_agg(p.id, ${beginning(sql.fragment`p.name`)}) from work.project as p where p.space_id = ${space})->>t.project_id)`;

const nullable = (column: FragmentSqlToken, type: SortColumn['type']): SortColumn => ({ column, type, nullable: true });

const id: SortColumn = { column: sql.fragment`t.id`, type: 'text' };

/** The columns of each order. Ids grow with creation, so they are the order of creation too. */
const columns: Readonly<Record<Exclude<TaskSortField, 'status_id' | 'project_id'>, readonly SortColumn[]>> = {
  id: [id],
  created_at: [id],
  updated_at: [indexed.updated_at!],
  due_at: [indexed.due_at!],
  due_date: [nullable(sql.fragment`t.due_date`, 'date')],
  due_time: [nullable(sql.fragment`t.due_time`, 'text')],
  start_date: [nullable(sql.fragment`t.start_date`, 'date')],
  completed_at: [nullable(sql.fragment`t.completed_at`, 'timestamp')],
  claim_ends_at: [nullable(sql.fragment`t.claim_ends_at`, 'timestamp')],
  trashed_at: [nullable(sql.fragment`t.trashed_at`, 'timestamp')],
  priority: [indexed.priority!],
  status_category: [{ column: category, type: 'integer' }],
  position: [indexed.position!],
  title: [{ column: beginning(sql.fragment`t.title`), type: 'text' }],
  number: [nullable(sql.fragment`t.number`, 'integer')],
  estimate: [nullable(sql.fragment`t.estimate`, 'number')],
  created_by: [{ column: beginning(sql.fragment`(t.created_by->>'name')`), type: 'text' }],
};

/**
 * Returns the order of a list of tasks. In a list of the tasks of one assignee the column `due_order` is that of due times. It is the
 * order of creation if a fault is recorded in `errors`.
 */
export function orderOfTasks(space: string, requested: Sort, isOfOneAssignee: boolean, errors: FieldError[]): Order {
  const faults = requested.flatMap(faultsOf);
  errors.push(...faults);
  const sort = faults.length > 0 ? [] : requested;
  const [first, ...others] = sort.length === 0 ? [{ column_key: 'created_at', direction: 'desc' as const }] : withoutRepeated(sort);
  if (others.length === 0 && (first!.column_key in indexed || columnsOf(space, first!.column_key)[0] === id)) {
    const due_at: SortColumn = { column: sql.fragment`t.due_order`, type: 'timestamp' };
    return orderOf(nameOf(first!), 't', isOfOneAssignee ? { ...indexed, due_at } : indexed);
  }
  const keys = [first!, ...others];
  const sortBy: SortColumn[] = [];
  for (const { column_key, direction } of keys) sortBy.push(...columnsOf(space, column_key).map((column) => ({ ...column, direction })));
  const unique = sortBy.findIndex(({ column }) => column === id.column);
  const last = keys.at(-1)!.direction;
  return {
    sortBy: unique < 0 ? [...sortBy, { ...id, direction: last }] : sortBy.slice(0, unique + 1),
    direction: last,
    order: orderHash(keys),
  };
}

/** Returns a short hash of an order, which is part of its cursors: the keys of custom fields are texts of callers. */
const orderHash = (keys: Sort): string => createHash('sha256').update(keys.map(nameOf).join(',')).digest('base64url').slice(0, 8);

const nameOf = ({ column_key, direction }: Sort[number]): string => `${direction === 'desc' ? '-' : ''}${column_key}`;

const withoutRepeated = (sort: Sort): Sort => [...Map.groupBy(sort, ({ column_key }) => column_key).values()].map(([one]) => one!);

/** Texts and other values of a custom field come before numbers: each is sorted among its own. */
function columnsOf(space: string, key: string): readonly SortColumn[] {
  if (key === 'project_id') return [nullable(projectName(space), 'text')];
  if (key === 'status_id') return [...columns.status_category, { column: placeOfStatus(space), type: 'integer' }];
  if (!isCustom(key)) return columns[key as keyof typeof columns];
  const value = customFieldSql(key);
  return [
    nullable(sql.fragment`(case when jsonb_typeof(${value}) = 'number' then (${value})::float8 end)`, 'number'),
    nullable(
      sql.fragment`(case when jsonb_typeof(${value}) in ('string', 'boolean')
        then ${beginning(sql.fragment`(${value} #>> '{}')`)} collate "C" end)`,
      'text',
    ),
  ];
}

const isCustom = (key: string): boolean => key.startsWith(CUSTOM_FIELD_PREFIX) && key.length > CUSTOM_FIELD_PREFIX.length;

const sortable: ReadonlySet<string> = new Set(taskSortFields);
const filterable: ReadonlySet<string> = new Set(taskFilterFields);

function faultsOf({ column_key: key }: Sort[number], index: number): FieldError[] {
  if (sortable.has(key) || isCustom(key)) return [];
  const path = `sort.${index}.column_key`;
  const way = `tasks are sorted by ${taskSortFields.join(', ')} and ${CUSTOM_FIELD_PREFIX}<key>`;
  return filterable.has(key)
    ? [{ path, code: 'not_sortable', message: `cannot be ${key}, which has no order; ${way}` }]
    : [
        {
          path,
          code: 'unknown_column',
          message: `there is no field "${key.slice(0, 60)}"${didYouMean(key, taskSortFields) || `; ${way}`}`,
        },
      ];
}
