import type { FilterOp } from '@space/contracts/tables';
import { parseText, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { TaskKind } from './task-kinds-sql.ts';

const ops = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'has_any',
  'has_all',
  'has_none',
  'is_empty',
  'is_not_empty',
] as const satisfies readonly FilterOp[];

/** The tests of a list, from which all operators are made. None of them is null. */
interface ListTests {
  readonly isEmpty: FragmentSqlToken;
  any(values: readonly string[]): FragmentSqlToken;
  all(values: readonly string[]): FragmentSqlToken;
  /** Returns the test that the list has an entry besides these values. */
  others(values: readonly string[]): FragmentSqlToken;
}

const listKind = (testsOf: (space: string) => ListTests): TaskKind => ({
  name: 'a list',
  is_list: true,
  filter: {
    ops,
    parse: parseText,
    toSql({ space }, op, given: readonly string[]) {
      const tests = testsOf(space);
      const values = [...new Set(given)];
      switch (op) {
        case 'is_empty':
          return tests.isEmpty;
        case 'is_not_empty':
          return sql.fragment`not (${tests.isEmpty})`;
        case 'has_all':
          return tests.all(values);
        case 'eq':
          return sql.fragment`(${tests.all(values)} and not ${tests.others(values)})`;
        case 'neq':
          return sql.fragment`not (${tests.all(values)} and not ${tests.others(values)})`;
        case 'has_none':
        case 'not_contains':
          return sql.fragment`not (${tests.any(values)})`;
        default:
          return tests.any(values);
      }
    },
  },
});

const any = (values: readonly string[]) => sql.fragment`any(${sql.array(values, 'text')})`;

/** The values of a task that stand in rows of another table, each once. */
export const entriesKind = (table: 'task_assignee' | 'task_label', column: 'assignee_id' | 'label'): TaskKind => {
  const rows = sql.fragment`${sql.identifier(['work', table])} as e`;
  const value = sql.fragment`${sql.identifier(['e', column])}`;
  const ofTask = sql.fragment`e.space_id = t.space_id and e.task_id = t.id`;
  return listKind((space) => {
    const among = (values: readonly string[], having = sql.fragment``) => sql.fragment`t.id in (
      select e.task_id from ${rows} where e.space_id = ${space} and ${value} = ${any(values)} ${having})`;
    return {
      isEmpty: sql.fragment`not exists (select from ${rows} where ${ofTask})`,
      any: among,
      all: (values) =>
        among(values, sql.fragment`group by e.task_id having count(*) = ${sql.literalValue(String(values.length))}::integer`),
      others: (values) => sql.fragment`exists (select from ${rows} where ${ofTask} and ${value} <> all(${sql.array(values, 'text')}))`,
    };
  });
};

/** The ids and addresses of the things that a task is about. */
export const aboutKind: TaskKind = listKind(() => ({
  isEmpty: sql.fragment`t.about = '[]'`,
  any: (values) =>
    sql.fragment`t.about @> any(${sql.array(
      values.map((id) => JSON.stringify([{ id }])),
      'jsonb',
    )})`,
  all: (values) => sql.fragment`t.about @> ${JSON.stringify(values.map((id) => ({ id })))}::jsonb`,
  others: (values) => sql.fragment`exists (
    select from jsonb_array_elements(t.about) as e where e->>'id' <> all(${sql.array(values, 'text')}))`,
}));

/** The ids of the assets that a task has as attachments. */
export const assetsKind: TaskKind = listKind(() => ({
  isEmpty: sql.fragment`t.asset_ids = '{}'`,
  any: (values) => sql.fragment`t.asset_ids && ${sql.array(values, 'text')}`,
  all: (values) => sql.fragment`t.asset_ids @> ${sql.array(values, 'text')}`,
  others: (values) => sql.fragment`not (t.asset_ids <@ ${sql.array(values, 'text')})`,
}));
