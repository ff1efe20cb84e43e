import { hash } from 'node:crypto';
import { integerSql, sql, WholePage, wholePageSql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { cursorSql, fullRange, type Segment } from '../query/keyset-sql.ts';
import { findPageParts } from '../query/page-parts.queries.ts';
import { createQueryContext } from '../query/query-context.ts';
import { afterRead, type PageEnd, pageEnd } from '../query/read-rows.queries.ts';
import { buildRowQuery, type PageRequest, type RowQuery, segmentSql } from '../query/row-query-sql.ts';
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
  readonly numbers?: 'literals' | 'parameters';
}

/** Returns a statement for one result row per page. */
function pageSql(query: RowQuery, columns: readonly Column[], segment: Segment, part: MissingRows): FragmentSqlToken {
  const { limit, missing, offset, numbers = 'parameters' } = part;
  const item = sql.fragment`${rowJsonSql(query.context, columns)} as item, ${cursorSql(query.keys)} as key`;
  const rowLimit = integerSql[numbers](missing + 1);
  return wholePageSql({ rows: segmentSql(query, item, segment, rowLimit, offset), limit, missing, numbers });
}

/** Reads of one text before its statement is prepared: callers choose the texts, and a name stays for good. */
const MIN_READS = 20;

/** Characters of a text that is prepared: each connection holds it, and its parsed form takes many times more. */
const MAX_PREPARED_CHARACTERS = 16_384;

const nameOf = createPreparedNames(MIN_READS);

/**
 * Returns the name under which a frequent query is prepared, or undefined. With its limit as a parameter, a plan for all calls looks
 * costlier than one for the values of a call, so Postgres usually plans each call. At an offset it might not.
 */
const preparedName = ({ sql: text }: FragmentSqlToken, { offset = 0 }: PageRequest): string | undefined =>
  offset > 0 || text.length > MAX_PREPARED_CHARACTERS ? undefined : nameOf(`rows-${hash('sha1', text, 'base64url')}`);

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
  for (const { segment, skipped } of await findPageParts(database, query, part)) {
    const wanted = part.limit - count;
    // A full page only needs to know if there are more rows.
    const statement = pageSql(query, columns, segment, { limit: part.limit, missing: wanted, offset: skipped });
    const name = preparedName(statement, part);
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

/** Reads of the first page of a table before its statement is prepared; its text depends on the table alone. */
const MIN_FIRST_READS = 5;

const nameOfFirst = createPreparedNames(MIN_FIRST_READS);

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
    rows: pageSql(query, schema.columns, fullRange[0]!, { limit, missing: limit, numbers: 'literals' }),
    name: `${schema.row_table}-${schema.schema_version}-${limit}`,
  };
}
