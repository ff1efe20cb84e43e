import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { Cell } from '../../schema.ts';
import { type FormulaFunction, type StrictFunction, strict } from '../function.ts';
import { joinedSql } from '../list-sql.ts';
import { bound, integerResult, literalSql, textResult } from '../sql-values.ts';
import { type Type, type Typed, unified } from '../typed.ts';
import { joined } from '../values.ts';

const values = [{ name: 'value', takes: 'values', rest: true }] as const;

/** The type of a list of all these. */
function listOf(parts: readonly Typed[]): Type {
  const elements = parts.map(
    ({ type }): Type => (type.kind === 'list' ? (type.of && type.of !== 'any' ? { kind: type.of } : { kind: 'list' }) : type),
  );
  const { kind } = unified(elements);
  const same = elements.every((element) => element.kind === kind || element.kind === 'blank');
  return { kind: 'list', of: same && kind !== 'list' && kind !== 'blank' ? kind : 'any' };
}

const keptSql = (list: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(select jsonb_agg(el order by place) from jsonb_array_elements(${list}) with ordinality as q (el, place) where jsonb_typeof(el) <> 'null')`;

const countedSql = (list: FragmentSqlToken): FragmentSqlToken =>
  integerResult(sql.fragment`(select count(*) from jsonb_array_elements(${list}) as q (el) where jsonb_typeof(el) <> 'null')`);

const kept = (all: readonly Cell[]): Cell => all.filter((value) => value !== null);

const compacting = (name: string, aliases: readonly string[]): StrictFunction<typeof values> =>
  strict({ name, aliases, parameters: values, result: listOf, evaluate: ([all]) => kept(all), sql: ([all]) => keptSql(all) });

/** Functions of lists. Lists hold no blanks, so that compacting and flattening one changes nothing more. */
export const listFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'COUNT',
    parameters: [{ name: 'number', takes: 'values', rest: true }],
    result: 'number',
    evaluate: ([all]) => all.filter((value) => typeof value === 'number').length,
    sql: ([all]) =>
      integerResult(sql.fragment`(select count(*) from jsonb_array_elements(${all}) as q (el) where jsonb_typeof(el) = 'number')`),
  }),
  strict({
    name: 'COUNTA',
    parameters: values,
    result: 'number',
    evaluate: ([all]) => all.filter((value) => value !== null).length,
    sql: ([all]) => countedSql(all),
  }),
  strict({
    name: 'COUNTALL',
    parameters: values,
    result: 'number',
    evaluate: ([all]) => all.length,
    sql: ([all]) => integerResult(sql.fragment`jsonb_array_length(${all})`),
  }),
  strict({
    name: 'ARRAYJOIN',
    aliases: ['ARRAY_JOIN'],
    parameters: [
      { name: 'list', takes: 'any' },
      { name: 'separator', takes: 'text', optional: true },
    ],
    result: 'text',
    evaluate: ([list, separator = ', ']) => joined(Array.isArray(list) ? list : [list], separator),
    sql: ([list, separator = sql.fragment`', '::text`], { types: [type] }) =>
      joinedSql(type?.kind === 'list' ? list : sql.fragment`jsonb_build_array(${list})`, separator),
  }),
  strict({
    name: 'ARRAYUNIQUE',
    aliases: ['ARRAY_UNIQUE', 'UNIQUE'],
    parameters: values,
    result: listOf,
    evaluate: ([all]) => [...new Set(kept(all) as Cell[])],
    sql: ([all]) =>
      sql.fragment`(select jsonb_agg(el order by place) from (
        select el, min(place) as place from jsonb_array_elements(${all}) with ordinality as q (el, place)
        where jsonb_typeof(el) <> 'null' group by el) as kept)`,
  }),
  compacting('ARRAYCOMPACT', ['ARRAY_COMPACT']),
  compacting('ARRAYFLATTEN', ['ARRAY_FLATTEN']),
];

/** Facts of the row that are no columns. */
export const recordFunctions: readonly FormulaFunction[] = [
  strict({
    name: 'RECORD_ID',
    aliases: ['ROW_ID'],
    parameters: [],
    result: 'text',
    evaluate: (_, { row }) => row.id,
    sql: (_, { row }) => (!row ? null : textResult(sql.fragment`(${row.id})::text`)),
  }),
  strict({
    name: 'CREATED_TIME',
    aliases: ['CREATED_AT'],
    parameters: [],
    result: 'datetime',
    evaluate: (_, { row }) => new Date(row.created_at).toISOString(),
    sql: (_, { row }) => (!row ? null : timeSql(row.created_at)),
  }),
  strict({
    name: 'LAST_MODIFIED_TIME',
    aliases: ['UPDATED_AT'],
    parameters: [],
    result: 'datetime',
    evaluate: (_, { row }) => new Date(row.updated_at).toISOString(),
    sql: (_, { row }) => (!row ? null : timeSql(row.updated_at)),
  }),
  strict({
    name: 'AUTONUMBER',
    parameters: [],
    result: 'number',
    evaluate: (_, { row }) => row.autonumber ?? null,
    sql: (_, { row }) =>
      !row
        ? null
        : row.autonumber
          ? bound({ given: row.autonumber }, sql.fragment`case when jsonb_typeof(given) = 'number' then given end`)
          : literalSql(null),
  }),
];

const timeSql = (time: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`to_jsonb(to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
