import { MAX_PAGE_BYTES } from '@space/contracts/core';
import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { sql } from './database.ts';

/** The rows of a page, one more than the page has. */
export interface PageRows {
  /** A statement that selects `columns` in order, at most `limit + 1` rows. */
  readonly rows: FragmentSqlToken;
  readonly columns: FragmentSqlToken;
  /** The number of bytes of an entry, an expression over the columns. */
  readonly bytes: FragmentSqlToken;
  /** Entries of a whole page. */
  readonly limit: number;
  /** Entries that are missing in this page; default `limit`. A page that is read in parts passes fewer. */
  readonly missing?: number | undefined;
  /** Entries that fit in a page however large they are; default 1. */
  readonly guaranteed?: number | undefined;
  /** Bytes of a page; default `MAX_PAGE_BYTES`. */
  readonly page_bytes?: number | undefined;
  /** Default literals, with which one plan serves all calls. With parameters statements of different limits have one text. */
  readonly numbers?: 'literals' | 'parameters' | undefined;
}

/**
 * Builds a select of rows that together have at most `page_bytes`, or of `guaranteed` larger ones. The result has
 * the given columns and `slot`.
 *
 * A page has `limit` slots of equal size. A larger entry takes several: it is repeated, and only the row with `slot = 1`,
 * the last one, counts as the entry. So `limit` stops the statement at the byte at which it would stop at the row, and
 * Postgres serialises at most one entry too many. A running sum in a window would serialise all of them.
 */
export function limitPageBytes({
  rows,
  columns,
  bytes,
  limit,
  missing = limit,
  guaranteed = 1,
  page_bytes = MAX_PAGE_BYTES,
  numbers = 'literals',
}: PageRows): FragmentSqlToken {
  const number = integerSql[numbers];
  const slotBytes = Math.floor(page_bytes / Math.max(limit, 1));
  return sql.fragment`
    select ${columns}, generate_series(least(${number(Math.max(1, Math.floor(limit / guaranteed)))}, ((${bytes}) - 1) / ${number(slotBytes)} + 1), 1, -1) as slot
    from (${rows} offset 0) as entry limit ${number(missing + 1)}`;
}

/** The JSON texts of the entries of a page with commas between them, the slots found, and the key of the last entry. */
export const WholePage = z.object({ found: z.number(), items: z.string().nullable(), key: z.string().nullable() });

/**
 * Builds a select of one row for a page, of entries with the JSON text `item` and the text `key`; `found` is at most one more than are
 * missing. One row for each entry would cost Node more than the rest of the request.
 */
export function wholePageSql(page: Omit<PageRows, 'columns' | 'bytes'>): FragmentSqlToken {
  const slots = limitPageBytes({ ...page, columns: sql.fragment`item, key`, bytes: sql.fragment`octet_length(item)` });
  const isShown = sql.fragment`slot = 1 and place <= ${integerSql[page.numbers ?? 'literals'](page.missing ?? page.limit)}`;
  return sql.fragment`
    select found, items, keys[cardinality(keys)] as key from (
      select count(*) as found, string_agg(item, ',') filter (where ${isShown}) as items, array_agg(key) filter (where ${isShown}) as keys
      from (select item, key, slot, row_number() over () as place from (${slots}) as entry) as entry
    ) as page`;
}

/** Returns the entries among rows that `limitPageBytes` selected, at most `limit`, and if there are more. */
export const entriesOfPage = <Row extends { readonly slot: number }>(found: readonly Row[], limit: number) => ({
  entries: found.slice(0, limit).filter(({ slot }) => slot === 1),
  has_more: found.length > limit,
});

/** The ways to write a number of a page: as a parameter it would keep Postgres from one plan for all calls. */
export const integerSql = {
  literals: (value: number): FragmentSqlToken => sql.fragment`${sql.literalValue(String(value))}::integer`,
  parameters: (value: number): FragmentSqlToken => sql.fragment`${value}::integer`,
};
