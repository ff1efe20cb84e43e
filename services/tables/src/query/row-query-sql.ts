import type { Filter, Sort } from '@space/contracts/tables';
import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { noteUses } from '../indexes/index-uses.ts';
import { HeapRow, heapColumns, heapTable } from '../schema/row-table-sql.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { current, mustBeCurrent } from '../schema/schema-cache.ts';
import { filterSql } from './filter-sql.ts';
import { cursorKey, orderBy, type Run, runsBehind, wholeRun } from './keyset-sql.ts';
import type { Reading } from './query-context.queries.ts';
import { type Question, questionOn, refuseFaults } from './query-context.ts';
import { searchSql } from './search-sql.ts';
import { type SortKey, sortKeys } from './sort-sql.ts';

/** Which rows of a table, in which order. */
export interface Which {
  readonly filters?: readonly Filter[] | undefined;
  readonly sort?: Sort | undefined;
  readonly search?: string | undefined;
  readonly search_column?: string | undefined;
  /** What must hold beside the filters: a condition on the row `r`. */
  readonly also?: FragmentSqlToken | undefined;
}

/** Which part of them. */
export interface Part {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Rows that are chosen and ordered, not yet read. */
export interface Chosen {
  readonly reading: Reading;
  /** A FROM item without an alias: the heap, or the rows as they were. */
  readonly source: FragmentSqlToken;
  /** What must hold for the row `r`; it proves the version of the schema too. */
  readonly where: FragmentSqlToken;
  readonly keys: readonly SortKey[];
  readonly question: Question;
}

/** The heap of a table as a FROM item. */
export const heapSource = ({ heap }: Schema): FragmentSqlToken => sql.fragment`${heapTable(heap)}`;

/** Makes SQL of a request for rows; everything that is wrong with it is refused at once. */
export function choose(
  reading: Reading,
  which: Which,
  source: FragmentSqlToken = heapSource(reading.schema),
  question = questionOn(reading),
): Chosen {
  const conditions = [current(reading.schema)];
  if (which.also) conditions.push(which.also);
  if (which.filters && which.filters.length > 0) conditions.push(filterSql(question, which.filters));
  const search = searchSql(question, which.search, which.search_column);
  if (search) conditions.push(search);
  const keys = sortKeys(question, which.sort ?? []);
  refuseFaults(question);
  return { reading, source, where: sql.fragment`${sql.join(conditions, sql.fragment` and `)}`, keys, question };
}

/** The statement that answers the first rows of a run: `what` over the row `r`, in order. */
export const runSql = (
  { source, where, keys }: Chosen,
  what: FragmentSqlToken,
  run: Run,
  limit: number,
  offset = 0,
): FragmentSqlToken => sql.fragment`
  select ${what} from (
    select r.* from ${source} as r where ${where} ${run.where ? sql.fragment`and ${run.where}` : sql.fragment``}
    order by ${orderBy(keys)} limit ${sql.literalValue(String(limit))} ${offset > 0 ? sql.fragment`offset ${offset}` : sql.fragment``}
  ) as r`;

/** Where a page ended. */
export interface PageEnd {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** The end of a page, from the key of its last row when there are more. */
export const pageEnd = (key: string | null): PageEnd => ({
  has_more: key !== null,
  next_cursor: key === null ? null : Buffer.from(key).toString('base64url'),
});

/** The runs of rows that a page is read from. */
export const runsOf = ({ keys }: Chosen, { cursor }: Part): readonly Run[] => (cursor === undefined ? wholeRun : runsBehind(keys, cursor));

/** What follows reading a page: one without rows proves the schema, and the indexes that could have helped are noted. */
export async function afterReading(database: CommonQueryMethods, { reading, question }: Chosen, found: number): Promise<void> {
  if (found === 0) await mustBeCurrent(database, reading.schema);
  noteUses(database, reading.schema.heap, question.uses);
}

const StoredHit = HeapRow.and(z.object({ key: z.string() }));

/** A page of rows as they are stored, run after run. */
export async function readStored(
  database: CommonQueryMethods,
  chosen: Chosen,
  part: Part,
): Promise<PageEnd & { rows: readonly StoredRow[] }> {
  const { limit, offset } = part;
  const hits: (StoredRow & { key: string })[] = [];
  for (const run of runsOf(chosen, part)) {
    const what = sql.fragment`${heapColumns}, ${cursorKey(chosen.keys)} as key`;
    hits.push(...(await database.any(sql.type(StoredHit)`${runSql(chosen, what, run, limit + 1 - hits.length, offset)}`)));
    if (hits.length > limit) break;
  }
  await afterReading(database, chosen, hits.length);
  const rows = hits.slice(0, limit).map(({ key: _, ...row }): StoredRow => row);
  return { rows, ...pageEnd(hits.length > limit ? hits[limit - 1]!.key : null) };
}
