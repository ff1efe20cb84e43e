import { MAX_DAY_ENTRIES } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { orderBySql } from '../query/keyset-sql.ts';
import type { RowQuery } from '../query/row-query-sql.ts';
import type { SharedView } from './shared-view.ts';

const Day = z.object({ day: z.string(), total: z.number(), ids: z.array(z.string()) });

/** The first day of an entry, and its last one when the calendar has an end, as `YYYY-MM-DD`. */
interface EntryDays {
  readonly first: FragmentSqlToken;
  readonly last: FragmentSqlToken | undefined;
}

/** Returns the number of rows of each day, and the ids of its first ones in the order of the query, in one statement. */
export function findDays(view: SharedView, { keys, source, where }: RowQuery, { first, last }: EntryDays, days: readonly string[]) {
  const isHere = sql.fragment`e.first_day <= d.day and d.day <= e.last_day`;
  return view.ports.database.any(sql.type(Day)`
    with entry as materialized (
      select r.id, ${first} as first_day, greatest(${first}, ${last ?? first}) as last_day, row_number() over (order by ${orderBySql(keys)}) as place
      from ${source} as r where ${where}
    )
    select d.day, (select count(*) from entry as e where ${isHere}) as total,
      array(select e.id from entry as e where ${isHere} order by e.place limit ${MAX_DAY_ENTRIES}) as ids
    from unnest(${sql.array([...days], 'text')}) as d (day)`);
}
