import type { Cell } from '../values/cell.ts';
import { joined } from '../values/coercion.ts';
import { commonType, type Type } from '../values/type.ts';
import { charge, WORK_PER_ELEMENT_TEXT } from '../values/work.ts';
import { type CheckedNode, defineFunction, type FormulaFunction, type StrictFunction } from './function.ts';
import {
  autonumberSql,
  compactSql,
  countAllSql,
  countNumbersSql,
  countValuesSql,
  createdAtSql,
  joinSql,
  rowIdSql,
  uniqueSql,
  updatedAtSql,
} from './lists-sql.ts';

const values = [{ name: 'value', takes: 'values', rest: true }] as const;

/** Returns the type of a list of all these values. */
function listOf(parts: readonly CheckedNode[]): Type {
  const elements = parts.map(
    ({ type }): Type => (type.kind === 'list' ? (type.of && type.of !== 'any' ? { kind: type.of } : { kind: 'list' }) : type),
  );
  const { kind } = commonType(elements);
  const same = elements.every((element) => element.kind === kind || element.kind === 'blank');
  return { kind: 'list', of: same && kind !== 'list' && kind !== 'blank' ? kind : 'any' };
}

const withoutBlanks = (all: readonly Cell[]): Cell => all.filter((value) => value !== null);

const compactingFunction = (name: string, aliases: readonly string[]): StrictFunction<typeof values> =>
  defineFunction({ name, aliases, parameters: values, result: listOf, evaluate: ([all]) => withoutBlanks(all), sql: compactSql });

/** Functions of lists. Lists hold no blanks and no lists, so compacting and flattening are the same. */
export const listFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'COUNT',
    parameters: [{ name: 'number', takes: 'values', rest: true }],
    result: 'number',
    evaluate: ([all]) => all.filter((value) => typeof value === 'number').length,
    sql: countNumbersSql,
  }),
  defineFunction({
    name: 'COUNTA',
    parameters: values,
    result: 'number',
    evaluate: ([all]) => all.filter((value) => value !== null).length,
    sql: countValuesSql,
  }),
  defineFunction({
    name: 'COUNTALL',
    parameters: values,
    result: 'number',
    evaluate: ([all]) => all.length,
    sql: countAllSql,
  }),
  defineFunction({
    name: 'ARRAYJOIN',
    aliases: ['ARRAY_JOIN'],
    parameters: [
      { name: 'list', takes: 'any' },
      { name: 'separator', takes: 'text', optional: true },
    ],
    result: 'text',
    evaluate: ([list, separator = ', '], { budget }) => {
      const elements = Array.isArray(list) ? list : [list];
      charge(budget, elements.length * (WORK_PER_ELEMENT_TEXT + separator.length));
      return joined(elements, separator);
    },
    sql: joinSql,
  }),
  defineFunction({
    name: 'ARRAYUNIQUE',
    aliases: ['ARRAY_UNIQUE', 'UNIQUE'],
    parameters: values,
    result: listOf,
    evaluate: ([all]) => [...new Set(withoutBlanks(all) as Cell[])],
    sql: uniqueSql,
  }),
  compactingFunction('ARRAYCOMPACT', ['ARRAY_COMPACT']),
  compactingFunction('ARRAYFLATTEN', ['ARRAY_FLATTEN']),
];

/** Functions that return properties of the row other than cells. */
export const recordFunctions: readonly FormulaFunction[] = [
  defineFunction({
    name: 'RECORD_ID',
    aliases: ['ROW_ID'],
    parameters: [],
    result: 'text',
    evaluate: (_, { row }) => row.id,
    sql: rowIdSql,
  }),
  defineFunction({
    name: 'CREATED_TIME',
    aliases: ['CREATED_AT'],
    parameters: [],
    result: 'datetime',
    evaluate: (_, { row }) => new Date(row.created_at).toISOString(),
    sql: createdAtSql,
  }),
  defineFunction({
    name: 'LAST_MODIFIED_TIME',
    aliases: ['UPDATED_AT'],
    parameters: [],
    result: 'datetime',
    evaluate: (_, { row }) => new Date(row.updated_at).toISOString(),
    sql: updatedAtSql,
  }),
  defineFunction({
    name: 'AUTONUMBER',
    parameters: [],
    result: 'number',
    evaluate: (_, { row }) => row.autonumber ?? null,
    sql: autonumberSql,
  }),
];
