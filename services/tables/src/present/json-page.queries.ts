import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { cursorKey, type Run, wholeRun } from '../query/keyset-sql.ts';
import { readingOf } from '../query/query-context.queries.ts';
import { afterReading, type Chosen, choose, type PageEnd, type Part, pageEnd, runSql, runsOf } from '../query/row-query-sql.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { isMadeInSql, itemJson } from './item-json-sql.ts';
import { preparedName } from './prepared-page-name.ts';

/** A page of rows as JSON text: the rows with commas between them. */
export interface JsonPage extends PageEnd {
  readonly items: string;
}

const PageRow = z.object({ found: z.number(), items: z.string().nullable(), key: z.string().nullable() });

/**
 * One row for a whole page: its JSON text, how many rows were found, one more than asked for at most, and the cursor key of
 * the last that is shown. A row for each would cost Node more than all the rest of the request.
 */
function pageSql(chosen: Chosen, columns: readonly Column[], run: Run, limit: number, offset?: number): FragmentSqlToken {
  const last = sql.literalValue(String(limit));
  return sql.fragment`
    select count(*) as found, string_agg(${itemJson(chosen.reading, columns)}, ',') filter (where r.place <= ${last}::integer) as items,
           max(${cursorKey(chosen.keys)}) filter (where r.place = ${last}::integer) as key
    from (${runSql(chosen, sql.fragment`r.*, row_number() over () as place`, run, limit + 1, offset)}) as r`;
}

/** Reads a page whose JSON is made in SQL, run after run. */
export async function readJsonPage(
  database: CommonQueryMethods,
  chosen: Chosen,
  columns: readonly Column[],
  part: Part,
): Promise<JsonPage> {
  const items: string[] = [];
  let shown = 0;
  let key: string | null = null;
  let hasMore = false;
  for (const run of runsOf(chosen, part)) {
    const wanted = part.limit - shown;
    // A full page needs no more rows, only to know whether there are more.
    const page = await database.one(sql.type(PageRow)`${pageSql(chosen, columns, run, wanted, part.offset)}`);
    if (page.items !== null && wanted > 0) items.push(page.items);
    shown += Math.min(page.found, wanted);
    key = page.key ?? key;
    hasMore = page.found > wanted;
    if (hasMore) break;
  }
  await afterReading(database, chosen, shown);
  return { items: items.join(','), ...pageEnd(hasMore ? key : null) };
}

/** The page that is asked for most: its statement is made once for a schema and a limit. */
interface FirstPage {
  readonly chosen: Chosen;
  readonly rows: FragmentSqlToken;
  asked: number;
}

const firstPages = new WeakMap<Schema, Map<number, FirstPage | undefined>>();

/** Reads the first page of all rows; undefined when Postgres alone cannot make its JSON. */
export async function readFirstPage(database: CommonQueryMethods, schema: Schema, limit: number): Promise<JsonPage | undefined> {
  let pages = firstPages.get(schema);
  if (!pages) {
    pages = new Map();
    firstPages.set(schema, pages);
  }
  if (!pages.has(limit)) pages.set(limit, await firstPageOf(database, schema, limit));
  const first = pages.get(limit);
  if (!first) return undefined;
  first.asked += 1;
  const name = preparedName(first.asked, schema, limit);
  const tag = name === undefined ? sql.type(PageRow) : sql.prepared(name, PageRow);
  const { found, items, key } = await database.one(tag`${first.rows}`);
  await afterReading(database, first.chosen, found);
  return { items: items ?? '', ...pageEnd(found > limit ? key : null) };
}

async function firstPageOf(database: CommonQueryMethods, schema: Schema, limit: number): Promise<FirstPage | undefined> {
  // Nothing that depends on the time is made in SQL, so it does not matter when this is.
  const reading = await readingOf(database, schema, 0);
  if (!isMadeInSql(reading, schema.columns)) return undefined;
  const chosen = choose(reading, {});
  return { chosen, rows: pageSql(chosen, schema.columns, wholeRun[0]!, limit), asked: 0 };
}
