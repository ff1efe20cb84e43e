import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';

/** Rows that have increasing numbers, and times that nearly increase with them. */
interface NumberedRows {
  /** The table with its alias. */
  readonly from: FragmentSqlToken;
  /** The number, a column that an index finds together with `where`. */
  readonly number: FragmentSqlToken;
  readonly time: FragmentSqlToken;
  readonly where: FragmentSqlToken;
}

/**
 * Builds an expression: a number below which no row has a time from `start` on, as far as times increase with numbers. It halves
 * the range of numbers, so it reads one row for each bit of the greatest number. The caller subtracts from the time by how
 * much the order of the times may differ.
 */
export const firstNumberFrom = ({ from, number, time, where }: NumberedRows, start: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  with recursive bounds (low, high) as (
    select 0::bigint, coalesce((select max(${number}) from ${from} where ${where}), 0) + 1
    union all
    select case when found.is_late then bounds.low else found.number + 1 end, case when found.is_late then half.way else bounds.high end
    from bounds
    cross join lateral (select (bounds.low + bounds.high) / 2 as way) as half
    cross join lateral (
      select min(x.number) as number, coalesce(bool_and(x.is_late), true) as is_late from (
        select ${number} as number, ${time} >= ${start} as is_late from ${from}
        where ${where} and ${number} >= half.way and ${number} < bounds.high order by ${number} limit 1
      ) as x
    ) as found
    where bounds.low < bounds.high
  )
  select min(high) from bounds)`;
