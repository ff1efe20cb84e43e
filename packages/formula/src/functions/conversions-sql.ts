import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { numberResult, textResult } from '../sql/value-sql.ts';
import type { SqlScope } from './function.ts';

/** Returns a text as a jsonb value. */
export const toTextSql = ([value]: readonly [FragmentSqlToken]): FragmentSqlToken => textResult(value);

/** Returns a number as a jsonb value. */
export const toNumberSql = ([value]: readonly [FragmentSqlToken]): FragmentSqlToken => numberResult(value);

/** Returns the midnight at which a date begins, or null in a zone other than UTC. */
export function toDatetimeSql([value]: readonly [FragmentSqlToken], { zone, types }: SqlScope): FragmentSqlToken | null {
  if (types[0]?.kind === 'datetime') return sql.fragment`to_jsonb(${value})`;
  return zone === 'UTC' ? sql.fragment`to_jsonb(${value} || 'T00:00:00.000Z')` : null;
}
