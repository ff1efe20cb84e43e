import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';

/** One column of an order. Empty values come first in asc and last in desc, so that one index serves both directions. */
export interface OrderColumn {
  readonly by: FragmentSqlToken;
  readonly direction: 'asc' | 'desc';
  /** True if `by` can be null. */
  readonly canBeEmpty: boolean;
}

/** A column of an order with the value after which a page starts: null for an empty one. */
export interface OrderPosition extends OrderColumn {
  readonly value: FragmentSqlToken | null;
}

/** Returns a column of an `order by` list. It states the place of nulls only where they can be: an index on other values has no order for them. */
export function orderColumnSql({ by, direction, canBeEmpty }: OrderColumn): FragmentSqlToken {
  if (!canBeEmpty) return direction === 'asc' ? by : sql.fragment`${by} desc`;
  return direction === 'asc' ? sql.fragment`${by} asc nulls first` : sql.fragment`${by} desc nulls last`;
}

/** Returns a condition for rows after the position in a column, or equal in it and with `inner` true. */
export function afterPositionSql({ by, value, direction, canBeEmpty }: OrderPosition, inner: FragmentSqlToken): FragmentSqlToken {
  if (value === null)
    return direction === 'asc' ? sql.fragment`(${by} is not null or ${inner})` : sql.fragment`(${by} is null and ${inner})`;
  if (direction === 'asc') return sql.fragment`(${by} > ${value} or (${by} = ${value} and ${inner}))`;
  return canBeEmpty
    ? sql.fragment`(${by} < ${value} or ${by} is null or (${by} = ${value} and ${inner}))`
    : sql.fragment`(${by} < ${value} or (${by} = ${value} and ${inner}))`;
}

/** Returns a condition for rows after a position in all columns, which together are unique. Its first part can use an index. */
export function afterPositionsSql(positions: readonly OrderPosition[]): FragmentSqlToken {
  const after = positions.reduceRight<FragmentSqlToken>((inner, position) => afterPositionSql(position, inner), sql.fragment`false`);
  const { by, value, direction, canBeEmpty } = positions[0]!;
  if (value === null || (canBeEmpty && direction === 'desc')) return after;
  return direction === 'asc' ? sql.fragment`(${by} >= ${value} and ${after})` : sql.fragment`(${by} <= ${value} and ${after})`;
}
