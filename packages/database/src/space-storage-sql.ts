import type { FragmentSqlToken } from 'slonik';
import { sql } from './database.ts';

/** A table and its columns. */
export interface StoredTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Bytes of the header of a row. */
const ROW_HEADER_BYTES = 24;

/**
 * Returns the number of bytes of the row `t` of a table, as Postgres stores it. The size of a long value is part of the
 * pointer to it, so nothing is decompressed.
 */
export const rowBytesSql = ({ columns }: Pick<StoredTable, 'columns'>): FragmentSqlToken => sql.fragment`
  ${sql.literalValue(String(ROW_HEADER_BYTES))}::bigint + ${sql.join(
    columns.map((column) => sql.fragment`coalesce(pg_column_size(${sql.identifier(['t', column])}), 0)`),
    sql.fragment` + `,
  )}`;

/** Returns a select of the bytes and the rows that tables store of a Space, as `bytes` and `rows`. */
export const spaceBytesSql = (tables: readonly StoredTable[], space: string): FragmentSqlToken => sql.fragment`
  select coalesce(sum(bytes), 0)::bigint as bytes, coalesce(sum(rows), 0)::bigint as rows from (${sql.join(
    tables.map(
      (table) => sql.fragment`
        select sum(${rowBytesSql(table)}) as bytes, count(*) as rows
        from ${sql.identifier([table.schema, table.name])} as t where t.space_id = ${space}`,
    ),
    sql.fragment` union all `,
  )}) as of_table`;
