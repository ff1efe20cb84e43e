import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Segment } from './keyset-sql.ts';
import { type PageRequest, type RowQuery, segmentsOf } from './row-query-sql.ts';

/** A segment that a page is read from, and the rows at its start that the page skips. */
interface PagePart {
  readonly segment: Segment;
  readonly skipped: number;
}

/**
 * Returns the parts of a page in order. An offset after a cursor can reach beyond the first segment: then the rows that it skips there are
 * counted first, at most `offset` of them.
 */
export async function findPageParts(database: CommonQueryMethods, query: RowQuery, page: PageRequest): Promise<readonly PagePart[]> {
  const { offset = 0 } = page;
  const segments = segmentsOf(query, page);
  const [first, ...rest] = segments;
  if (offset === 0 || rest.length === 0) return partsOf(segments, offset);
  const counted = await countUpTo(database, query, first!, offset);
  return counted < offset ? partsOf(rest, offset - counted) : partsOf(segments, offset);
}

const partsOf = (segments: readonly Segment[], offset: number): readonly PagePart[] =>
  segments.map((segment, index) => ({ segment, skipped: index === 0 ? offset : 0 }));

const Count = z.object({ count: z.number() });

const countUpTo = (database: CommonQueryMethods, { source, where }: RowQuery, segment: Segment, most: number): Promise<number> =>
  database.oneFirst(sql.type(Count)`
    select count(*) as count from (select from ${source} as r where ${where} and ${segment.where!} limit ${most}) as r`);
