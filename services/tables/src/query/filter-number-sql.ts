import { sql } from '@space/database';
import { truthValue } from '@space/text';
import { digitsIn } from '../cells/autonumber-text.ts';
import type { Column } from '../schema/schema.ts';
import { booleanCellSql, indexedCellSql } from './cell-sql.ts';
import { type FieldFilter, InvalidValueError } from './filter-kind.ts';

const comparison = {
  eq: sql.fragment`=`,
  neq: sql.fragment`is distinct from`,
  gt: sql.fragment`>`,
  gte: sql.fragment`>=`,
  lt: sql.fragment`<`,
  lte: sql.fragment`<=`,
} as const;

/** A number as text, in the form of JSON and with at most 15 digits, which a number holds exactly: models often send one so. */
const PLAIN_NUMBER = /^-?(?=[\d.]{1,15}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Filters of numbers, including autonumbers, durations and counts. */
export const numberFilter: FieldFilter<number> = {
  ops: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  parse(value, { column }) {
    if (column?.type === 'autonumber' && typeof value === 'string') return numberIn(column, value);
    const number = typeof value === 'string' && PLAIN_NUMBER.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw new InvalidValueError('must be a number', 'invalid_type');
    return number;
  },
  toSql({ context, column, noteIndexUse }, op, values) {
    noteIndexUse('number');
    const number = indexedCellSql(context, column!, 'number');
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
        return sql.fragment`${number} ${comparison[op as keyof typeof comparison]} ${values[0]!}::float8`;
    }
  },
};

/** Parses an autonumber as its cells show it, such as INV-0012. */
function numberIn(column: Column, text: string): number {
  const digits = digitsIn(column, text);
  if (/^\d{1,15}$/.test(digits)) return Number(digits);
  throw new InvalidValueError('must be a number, or what such a cell shows', 'invalid_type');
}

/** Filters of checkboxes; an empty one is false. */
export const booleanFilter: FieldFilter<boolean> = {
  ops: ['eq', 'neq', 'is_empty', 'is_not_empty'],
  parse(value) {
    const truth = typeof value === 'string' ? truthValue(value) : value;
    if (typeof truth !== 'boolean') throw new InvalidValueError('must be true or false', 'invalid_type');
    return truth;
  },
  toSql({ context, column }, op, [value]) {
    const ticked = booleanCellSql(context, column!);
    const isWanted = op === 'is_not_empty' || (op === 'eq' ? value! : op === 'neq' && !value!);
    return isWanted ? ticked : sql.fragment`not ${ticked}`;
  },
};
