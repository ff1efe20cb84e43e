import type { Filter, Sort } from '@space/contracts';
import { type Database, sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { HeapRow, heapColumns, heapTable } from '../heap.ts';
import { noteUses } from '../indexes/index-uses.ts';
import type { Schema, StoredRow } from '../schema.ts';
import { current, mustBeCurrent } from '../schemas.ts';
import { filterSql } from './filter-sql.ts';
import { cursorKey, orderBy, type Run, runsBehind, wholeRun } from './keyset.ts';
import { type Question, questionOn, refuseFaults } from './question.ts';
import { type Reading, readingOf } from './reading.ts';
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

/** The cursor of each row of a page, under the name `key`. */
export const keyColumn = ({ keys }: Chosen): FragmentSqlToken => sql.fragment`${cursorKey(keys)} as key`;

/** A page of what `read` makes of rows, each with its `key`. */
export interface KeyedPage<T> {
  readonly rows: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Reads a page, run after run; a page without rows proves the schema. */
export async function readKeyed<T extends { readonly key: string }>(
  database: CommonQueryMethods,
  chosen: Chosen,
  { limit, offset, cursor }: Part,
  read: (run: Run, limit: number, offset: number | undefined) => Promise<readonly T[]>,
): Promise<KeyedPage<T>> {
  const runs = cursor === undefined ? wholeRun : runsBehind(chosen.keys, cursor);
  const found: T[] = [];
  for (const run of runs) {
    found.push(...(await read(run, limit + 1 - found.length, offset)));
    if (found.length > limit) break;
  }
  if (found.length === 0) await mustBeCurrent(database, chosen.reading.schema);
  noteUses(database, chosen.reading.schema.heap, chosen.question.uses);
  const rows = found.slice(0, limit);
  const has_more = found.length > limit;
  return { rows, has_more, next_cursor: has_more ? Buffer.from(rows.at(-1)!.key).toString('base64url') : null };
}

const StoredHit = HeapRow.and(z.object({ key: z.string() }));

/** A page of rows as they are stored. */
export const readStored = (database: CommonQueryMethods, chosen: Chosen, part: Part): Promise<KeyedPage<StoredRow & { key: string }>> =>
  readKeyed(database, chosen, part, (run, limit, offset) =>
    database.any(sql.type(StoredHit)`${runSql(chosen, sql.fragment`${heapColumns}, ${keyColumn(chosen)}`, run, limit, offset)}`),
  );

/** A page of rows as they are stored, for exports and shared pages; call it inside `schemas.withSchema`. */
export async function readRows(database: Database | CommonQueryMethods, schema: Schema, which: Which & Part & { readonly now: number }) {
  const reading = await readingOf(database, schema, which.now);
  const { rows, ...page } = await readStored(database, choose(reading, which), which);
  return { ...page, rows: rows.map(({ key: _, ...row }): StoredRow => row) };
}
