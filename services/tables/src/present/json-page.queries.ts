import { hash } from 'node:crypto';
import { literalIntegerSql, sql, WholePage, wholePageSql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { cursorSql, fullRange, type Segment } from '../query/keyset-sql.ts';
import { createQueryContext } from '../query/query-context.ts';
import { afterRead, type PageEnd, pageEnd } from '../query/read-rows.queries.ts';
import { buildRowQuery, type PageRequest, type RowQuery, segmentSql, segmentsOf } from '../query/row-query-sql.ts';
import { planTextSearch } from '../query/text-search.queries.ts';
import { createPreparedNames } from '../schema/prepared-names.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { canBuildJsonInSql, rowJsonSql } from './item-json-sql.ts';

/** A page of rows as JSON text, with commas between the rows. */
export interface JsonPage extends PageEnd {
  readonly items: string;
}

/** The entries that a page still misses. */
interface MissingRows {
  readonly limit: number;
  readonly missing: number;
  readonly offset?: number | undefined;
  /** True if one plan serves all calls, because the statement has no values of a caller. */
  readonly has_one_plan?: boolean;
}

/** Returns a statement for one result row per page. */
function pageSql(query: RowQuery, columns: readonly Column[], segment: Segment, part: MissingRows): FragmentSqlToken {
  const { limit, missing, offset, has_one_plan = false } = part;
  const item = sql.fragment`${rowJsonSql(query.context, columns)} as item, ${cursorSql(query.keys)} as key`;
  const most = has_one_plan ? literalIntegerSql(missing + 1) : missing + 1;
  return wholePageSql({ rows: segmentSql(query, item, segment, most, offset), limit, missing, has_one_plan });
}

/** Queries of one form are prepared once they are frequent. Postgres plans each call for its values, since a plan for all would not know them. */
const nameOf = createPreparedNames(20);

/** Reads a page whose JSON Postgres builds, segment by segment. */
export async function readJsonPage(
  database: CommonQueryMethods,
  asked: RowQuery,
  columns: readonly Column[],
  part: PageRequest,
): Promise<JsonPage> {
  const query = await planTextSearch(database, asked);
  const items: string[] = [];
  let count = 0;
  let key: string | null = null;
  let hasMore = false;
  for (const segment of segmentsOf(query, part)) {
    const wanted = part.limit - count;
    // A full page only needs to know if there are more rows.
    const statement = pageSql(query, columns, segment, { ...part, missing: wanted });
    const name = nameOf(`rows-${hash('sha1', statement.sql, 'base64url')}`);
    const page = await database.one((name === undefined ? sql.type(WholePage) : sql.prepared(name, WholePage))`${statement}`);
    if (page.items !== null && wanted > 0) items.push(page.items);
    count += Math.min(page.found, wanted);
    key = page.key ?? key;
    hasMore = page.found > wanted;
    if (hasMore) break;
  }
  await afterRead(database, query, count);
  return { items: items.join(','), ...pageEnd(hasMore ? key : null) };
}

/** The first page of all rows, the most frequent request: its statement is built once per schema and limit. */
interface FirstPage {
  readonly query: RowQuery;
  readonly rows: FragmentSqlToken;
  readonly name: string;
}

const nameOfFirst = createPreparedNames(5);

const firstPages = new WeakMap<Schema, Map<number, FirstPage | undefined>>();

/** Reads the first page of all rows; returns undefined if Postgres alone cannot build its JSON. */
export async function readFirstPage(database: CommonQueryMethods, schema: Schema, limit: number): Promise<JsonPage | undefined> {
  let pages = firstPages.get(schema);
  if (!pages) {
    pages = new Map();
    firstPages.set(schema, pages);
  }
  if (!pages.has(limit)) pages.set(limit, await buildFirstPage(database, schema, limit));
  const first = pages.get(limit);
  if (!first) return undefined;
  const name = nameOfFirst(first.name);
  const tag = name === undefined ? sql.type(WholePage) : sql.prepared(name, WholePage);
  const { found, items, key } = await database.one(tag`${first.rows}`);
  await afterRead(database, first.query, found);
  return { items: items ?? '', ...pageEnd(found > limit ? key : null) };
}

async function buildFirstPage(database: CommonQueryMethods, schema: Schema, limit: number): Promise<FirstPage | undefined> {
  // JSON that Postgres builds does not depend on the time.
  const context = await createQueryContext(database, schema, 0);
  if (!canBuildJsonInSql(context, schema.columns)) return undefined;
  const query = buildRowQuery(context, {});
  return {
    query,
    rows: pageSql(query, schema.columns, fullRange[0]!, { limit, missing: limit, has_one_plan: true }),
    name: `${schema.row_table}-${schema.schema_version}-${limit}`,
  };
}
