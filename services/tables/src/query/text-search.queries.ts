import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { overMatches, type RowQuery } from './row-query-sql.ts';

/** Expected matches up to which a search finds all of them before it sorts. */
const FEW_MATCHES = 2_000;

const Node = z.object({ 'Node Type': z.string(), 'Plan Rows': z.number(), 'Parent Relationship': z.string().optional() });
const Explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Node.extend({ Plans: z.array(Node).optional() }) })]) });

/**
 * Returns a text search in the form that finds its matches first and then sorts them, if Postgres expects at most 2,000 and would find
 * them with an index. Otherwise returns the query unchanged: Postgres then reads rows in their order until a page is full. That is fast
 * where matches are many, and reads the whole table where a few are at its end.
 */
export async function planTextSearch(database: CommonQueryMethods, query: RowQuery): Promise<RowQuery> {
  const { is_current, matches, searches_text, source } = query;
  if (!is_current || !matches || !searches_text) return query;
  const [{ Plan: plan }] = await database.oneFirst(sql.type(Explained)`
    explain (format json) select from ${source} as r where ${matches}`);
  if (plan['Node Type'] !== 'Bitmap Heap Scan') return query;
  // The index may find more rows than match the other conditions.
  const found = plan.Plans?.find((node) => node['Parent Relationship'] === 'Outer');
  return found && found['Plan Rows'] <= FEW_MATCHES ? overMatches(query, matches) : query;
}
