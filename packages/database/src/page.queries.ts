import type { CommonQueryMethods, FragmentSqlToken, QuerySqlToken } from 'slonik';
import { z } from 'zod';
import { sql } from './database.ts';
import { limitPageBytes, WholePage, wholePageSql } from './page-bytes-sql.ts';
import { areStatementNamesChecked, assertSameText } from './statement-names.ts';

/** One page of a list, to be read in one statement that builds its JSON in Postgres. Most are made by `listQuery`. */
export interface PageQuery {
  /**
   * Selects at most `limit + 1` rows in order. Each has a `key`, the text of a JSON array after which the next page
   * starts, and an `item`, the JSON text of one entry.
   */
  readonly rows: FragmentSqlToken;
  readonly limit: number;
  /** The rows that the total counts; absent unless the caller asks for a total. */
  readonly total?: Matches | undefined;
  /** Name of the prepared statement, if the statement's text depends on nothing else. */
  readonly prepare?: string | undefined;
  /** Bytes of a page; default `MAX_PAGE_BYTES`. A query with `prepare` has the default. */
  readonly page_bytes?: number | undefined;
}

/** The rows that match a list. */
export interface Matches {
  /** The `from` and `where` of the rows. */
  readonly matches: FragmentSqlToken;
  /** Rows that are counted at most, or `Infinity`: the page then says if its total is exact. */
  readonly most?: number | undefined;
}

/** The total of a page as it is on the wire. */
export interface Counted {
  readonly total?: number;
  /** False if there are more than `total`; absent if the list always counts all. */
  readonly total_is_exact?: boolean;
}

/** `item` is null in a row that only takes up room of the page. */
const Row = z.object({ key: z.string(), item: z.string().nullable() });
const Total = z.object({ total: z.number() });

/** The prepared statements by name: building a text costs more than all other work of a page outside of Postgres. */
const prepared = new Map<string, QuerySqlToken>();

/** An entry of a page: the JSON text of a key, after which the next page may start, and of the entry itself. */
export interface PageEntry {
  readonly key: string;
  readonly item: string;
}

/** The entries of a page, which a handler may shorten. */
export interface PageEntries extends Counted {
  readonly entries: readonly PageEntry[];
  readonly has_more: boolean;
}

/** Returns the `next_cursor` of a page that ends with this entry. */
export const cursorAfter = ({ key }: Pick<PageEntry, 'key'>): string => Buffer.from(key).toString('base64url');

/**
 * Reads a page and returns its JSON text: `data`, `has_more`, `next_cursor`, and `total` if the query has one. A page of
 * large entries has fewer than `limit` (`MAX_PAGE_BYTES`).
 */
export async function readPage(database: CommonQueryMethods, query: PageQuery): Promise<string> {
  const { found, items, key } = await database.one(statementOf(query, wholePage));
  const end = query.total ? `,${JSON.stringify(await countMatches(database, query.total)).slice(1)}` : '}';
  const has_more = found > query.limit;
  const cursor = has_more ? JSON.stringify(cursorAfter({ key: key! })) : 'null';
  return `{"data":[${items ?? ''}],"has_more":${has_more},"next_cursor":${cursor}${end}`;
}

/** Reads a page as `readPage` does, and returns its entries. */
export async function readEntries(database: CommonQueryMethods, query: PageQuery): Promise<PageEntries> {
  const { limit } = query;
  const found = await database.any(statementOf(query, separateEntries));
  const entries = found.slice(0, limit).filter((row): row is PageEntry => row.item !== null);
  return { entries, has_more: found.length > limit, ...(query.total && (await countMatches(database, query.total))) };
}

/** Counts the rows of a list; one more than `most` is enough to know that there are more. */
export async function countMatches(database: CommonQueryMethods, { matches, most }: Matches): Promise<Counted> {
  if (most === undefined || most === Number.POSITIVE_INFINITY) {
    const total = await database.oneFirst(sql.type(Total)`select count(*) as total from ${matches}`);
    return most === undefined ? { total } : { total, total_is_exact: true };
  }
  const counted = await database.oneFirst(sql.type(Total)`
    select count(*) as total from (select from ${matches} limit ${sql.literalValue(String(most + 1))}::integer) as found`);
  return { total: Math.min(counted, most), total_is_exact: counted <= most };
}

/** A way to select the entries of a page, with the suffix of its prepared statements. */
interface Selection<Schema extends z.ZodType> {
  readonly suffix: string;
  readonly row: Schema;
  select(page: Pick<PageQuery, 'rows' | 'limit' | 'page_bytes'>): FragmentSqlToken;
}

const separateEntries: Selection<typeof Row> = {
  suffix: '',
  row: Row,
  select: (page) => sql.fragment`
    select key, case when slot = 1 then item end as item
    from (${limitPageBytes({ ...page, columns: sql.fragment`key, item`, bytes: sql.fragment`octet_length(item)` })}) as entry`,
};

const wholePage: Selection<typeof WholePage> = { suffix: '-page', row: WholePage, select: wholePageSql };

/** Returns the statement of a page. A prepared one has the text of its first call; the values are those of this call. */
function statementOf<Schema extends z.ZodType>(query: PageQuery, selection: Selection<Schema>): QuerySqlToken<Schema> {
  if (!query.prepare) return buildStatement(query, selection);
  const name = `${query.prepare}${selection.suffix}`;
  const known = prepared.get(name) as QuerySqlToken<Schema> | undefined;
  if (!known) {
    const statement = buildStatement(query, selection, name);
    prepared.set(name, statement);
    return statement;
  }
  if (areStatementNamesChecked()) assertSameText(name, known.sql, buildStatement(query, selection, name).sql);
  return { ...known, values: query.rows.values };
}

function buildStatement<Schema extends z.ZodType>(
  { rows, limit, page_bytes }: PageQuery,
  { row, select }: Selection<Schema>,
  name?: string,
): QuerySqlToken<Schema> {
  const tag = name === undefined ? sql.type(row) : sql.prepared(name, row);
  return tag`${select({ rows, limit, page_bytes })}` as QuerySqlToken<Schema>;
}
