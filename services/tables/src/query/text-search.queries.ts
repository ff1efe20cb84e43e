import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { overMatches, type RowQuery } from './row-query-sql.ts';

/** Matching rows up to which they are all found and then sorted. */
const MAX_SORTED_MATCHES = 2_000;

const Explained = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Node Type': z.string(), 'Plan Rows': z.number() }) })]),
});

/**
 * Returns the query in the form that reads the fewest rows, if it searches a text. By default Postgres reads the rows in their order
 * until a page is full, as if the matches were spread evenly: with all of them at the end it reads the whole table. When it would find
 * all matches with the index of the search, and expects at most 2,000, they are found first and then sorted.
 */
export async function planTextSearch(database: CommonQueryMethods, query: RowQuery): Promise<RowQuery> {
  const { is_current, matches, searches_text, source } = query;
  if (!is_current || !matches || !searches_text) return query;
  const [{ Plan: plan }] = await database.oneFirst(sql.type(Explained)`
    explain (format json) select from ${source} as r where ${matches}`);
  return plan['Node Type'] === 'Bitmap Heap Scan' && plan['Plan Rows'] <= MAX_SORTED_MATCHES ? overMatches(query) : query;
}
