import type { FilterOp } from '@space/contracts/tables';
import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';
import { containing } from './expression-sql.ts';

/** The operators of numbers. */
export const numberOps = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'is_empty',
  'is_not_empty',
] as const satisfies readonly FilterOp[];

/** The operators of texts. */
export const textOps = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'not_in',
  'is_empty',
  'is_not_empty',
] as const satisfies readonly FilterOp[];

/** The operators of one of several choices, or of the id of another thing. */
export const choiceOps = ['eq', 'neq', 'in', 'not_in', 'is_empty', 'is_not_empty'] as const satisfies readonly FilterOp[];

const comparison = {
  eq: sql.fragment`=`,
  neq: sql.fragment`is distinct from`,
  gt: sql.fragment`>`,
  gte: sql.fragment`>=`,
  lt: sql.fragment`<`,
  lte: sql.fragment`<=`,
} as const;

/** Returns the comparison of two values in SQL for eq, neq, gt, gte, lt and lte. */
export const comparedSql = (one: FragmentSqlToken, op: FilterOp, other: FragmentSqlToken) =>
  sql.fragment`${one} ${comparison[op as keyof typeof comparison]} ${other}`;

/** Returns a condition on a number that can be null. */
export function numberConditionSql(number: FragmentSqlToken, op: FilterOp, values: readonly number[]): FragmentSqlToken {
  const all = sql.fragment`${sql.array(values, 'float8')}`;
  switch (op) {
    case 'between':
      return sql.fragment`(${number} >= ${values[0]!}::float8 and ${number} <= ${values[1]!}::float8)`;
    case 'in':
      return sql.fragment`${number} = any(${all})`;
    case 'not_in':
      return sql.fragment`(${number} is null or ${number} <> all(${all}))`;
    case 'is_empty':
      return sql.fragment`${number} is null`;
    case 'is_not_empty':
      return sql.fragment`${number} is not null`;
    default:
      return comparedSql(number, op, sql.fragment`${values[0]!}::float8`);
  }
}

/** Returns a condition on a text that names a choice or another thing and can be null; for contains and the like, the values are all choices that match. */
export function choiceConditionSql(choice: FragmentSqlToken, op: FilterOp, values: readonly string[]): FragmentSqlToken {
  const any = sql.fragment`${sql.array(values, 'text')}`;
  switch (op) {
    case 'eq':
    case 'neq':
      return comparedSql(choice, op, sql.fragment`${values[0]!}::text`);
    case 'not_in':
    case 'not_contains':
      return sql.fragment`(${choice} is null or ${choice} <> all(${any}))`;
    case 'is_empty':
      return sql.fragment`${choice} is null`;
    case 'is_not_empty':
      return sql.fragment`${choice} is not null`;
    default:
      return sql.fragment`${choice} = any(${any})`;
  }
}

/** Returns a LIKE pattern that finds `text` literally at the start, at the end or anywhere. */
function patternOf(op: FilterOp, text: string): string {
  const anywhere = containing(text);
  if (op === 'starts_with') return anywhere.slice(1);
  return op === 'ends_with' ? anywhere.slice(0, -1) : anywhere;
}

/** Returns a condition that a lower-cased text contains, starts with or ends with another one; null for an empty one. */
export const textMatchSql = (lowered: FragmentSqlToken, op: FilterOp, text: string) =>
  sql.fragment`${lowered} like lower(${patternOf(op, text)}::text)`;
