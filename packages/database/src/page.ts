import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { sql } from './database.ts';

/** One page of a list, to be read in one statement that builds its JSON in Postgres. */
export interface PageQuery {
  /** The rows in order, at most `limit + 1` of them: `key`, the text of a JSON array that the next page starts behind, and `item`, the JSON text of one. */
  readonly rows: FragmentSqlToken;
  readonly limit: number;
  /** Counts all rows that match, when the caller asked for a total. */
  readonly total?: FragmentSqlToken | undefined;
  /** Given when the statement's text depends on nothing else, so that Postgres plans it once. */
  readonly prepare?: string | undefined;
}

const Row = z.object({ key: z.string(), item: z.string() });
const Total = z.object({ total: z.number() });

/** Reads a page and answers its JSON text: data, has_more, next_cursor, and total when asked. */
export async function readPage(database: CommonQueryMethods, { rows, limit, total, prepare }: PageQuery): Promise<string> {
  const tag = prepare ? sql.prepared(prepare, Row) : sql.type(Row);
  const hits = await database.any(tag`${rows}`);
  const shown = hits.slice(0, limit);
  const isMore = hits.length > limit;
  const next = isMore ? JSON.stringify(Buffer.from(shown.at(-1)!.key).toString('base64url')) : 'null';
  const counted = total ? `,"total":${await database.oneFirst(sql.type(Total)`select (${total}) as total`)}` : '';
  return `{"data":[${shown.map((row) => row.item).join(',')}],"has_more":${isMore},"next_cursor":${next}${counted}}`;
}

/** A timestamp column as the wire shows it: ISO 8601 UTC with milliseconds. */
export const wireTime = (column: FragmentSqlToken) => sql.fragment`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A LIKE pattern that finds `text` literally anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
