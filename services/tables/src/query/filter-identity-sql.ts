import { parseText, sql, textMatchSql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import type { CellFilter } from './filter-kind.ts';

const ordering = {
  eq: sql.fragment`=`,
  neq: sql.fragment`<>`,
  gt: sql.fragment`>`,
  gte: sql.fragment`>=`,
  lt: sql.fragment`<`,
  lte: sql.fragment`<=`,
} as const;

/** Filters of row ids, whose order is the order of creation. */
export const idFilter: CellFilter<string> = {
  ops: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  parse: parseText,
  toSql: (_cell, op, values) => identity(sql.fragment`r.id`, op, values),
};

/** Filters of the creator of a row: compared by id, searched by name. */
export const actorFilter: CellFilter<string> = {
  ops: ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  parse: parseText,
  toSql(_cell, op, values) {
    const name = sql.fragment`lower(r.created_by->>'name')`;
    if (op === 'contains' || op === 'starts_with' || op === 'ends_with') return textMatchSql(name, op, values[0]!);
    if (op === 'not_contains') return sql.fragment`not ${textMatchSql(name, op, values[0]!)}`;
    return identity(sql.fragment`(r.created_by->>'id')`, op, values);
  },
};

function identity(id: FragmentSqlToken, op: string, values: readonly string[]): FragmentSqlToken {
  switch (op) {
    case 'in':
      return sql.fragment`${id} = any(${sql.array(values, 'text')})`;
    case 'not_in':
      return sql.fragment`${id} <> all(${sql.array(values, 'text')})`;
    case 'between':
      return sql.fragment`(${id} >= ${values[0]!}::text and ${id} <= ${values[1]!}::text)`;
    case 'is_empty':
      return sql.fragment`false`;
    case 'is_not_empty':
      return sql.fragment`true`;
    default:
      return sql.fragment`${id} ${ordering[op as keyof typeof ordering]} ${values[0]!}::text`;
  }
}
