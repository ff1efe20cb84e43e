import { MAX_MARKS } from '@space/contracts/tables';
import { sql, wholePageSql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { cursorSql, orderBySql } from '../query/keyset-sql.ts';
import type { RowQuery } from '../query/row-query-sql.ts';
import { rowTableSql } from '../schema/row-table-sql.ts';

/** The extent of the marks of a list. */
export interface MarksRequest {
  /** Rows from one mark to the next. */
  readonly every: number;
  /** Rows from the start of the list that are read; all of them without it. */
  readonly most?: number | undefined;
}

/** The marks of a list as JSON texts with commas between them. */
export interface Marks {
  readonly items: string;
  /** The rows that were counted. */
  readonly total: number;
  /** True if `total` is the number of all rows of the list. */
  readonly total_is_exact: boolean;
  /** True if the marks reach the end of the list. */
  readonly is_complete: boolean;
}

const FoundMarks = z.object({ counted: z.number(), found: z.number(), items: z.string().nullable() });

/**
 * Reads the marks of a list and counts its rows, in one pass over ids and sort keys. A mark is the cursor of the row before its place. Only
 * the marked rows are read whole.
 */
export async function readMarks(database: CommonQueryMethods, query: RowQuery, { every, most }: MarksRequest): Promise<Marks> {
  const page = wholePageSql({ rows: markItemsSql(query), limit: MAX_MARKS });
  const { counted, found, items } = await database.one(sql.type(FoundMarks)`
    with pass as materialized (
      select coalesce(max(place), 0)::int8 as counted, array_agg(id) filter (where place % ${every}::int8 = 0) as ids,
        array_agg(place) filter (where place % ${every}::int8 = 0) as places
      from (${placesSql(query, most)}) as r
    )
    select pass.counted, page.found, page.items from pass cross join (${page}) as page`);
  const total_is_exact = most === undefined || counted <= most;
  return {
    items: items ?? '',
    total: total_is_exact ? counted : most!,
    total_is_exact,
    is_complete: total_is_exact && found <= MAX_MARKS,
  };
}

/** Returns the ids of the rows with their places in the list from 1 on; with `most`, those of one row more. */
function placesSql({ source, where, keys }: RowQuery, most: number | undefined): FragmentSqlToken {
  const order = orderBySql(keys);
  const end = most === undefined ? sql.fragment`` : sql.fragment`order by ${order} limit ${most + 1}`;
  return sql.fragment`select r.id, row_number() over (order by ${order}) as place from ${source} as r where ${where} ${end}`;
}

/** Returns the mark after each place of the pass that has a row after it, as JSON text. */
const markItemsSql = ({ context, keys }: RowQuery): FragmentSqlToken => sql.fragment`
  select json_build_object('offset', m.place, 'cursor', translate(encode(convert_to(m.key, 'UTF8'), 'base64'), E'+/=\n', '-_'))::text as item,
    '' as key
  from (
    select place, ${cursorSql(keys)} as key
    from pass cross join unnest(pass.ids, pass.places) as marked (marked_id, place)
    join ${rowTableSql(context.schema.row_table)} as r on r.id = marked_id
    where place < pass.counted order by place limit ${MAX_MARKS + 1}
  ) as m`;
