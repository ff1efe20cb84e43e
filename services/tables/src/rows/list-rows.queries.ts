import { MAX_COUNTED_MATCHES } from '@space/contracts/core';
import { type Counted, countMatches, sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rowJsonSql } from '../present/item-json-sql.ts';
import type { QueryContext } from '../query/query-context.ts';
import type { RowQuery } from '../query/row-query-sql.ts';
import { rowCountSql } from '../schema/row-count-sql.ts';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';
import type { Schema } from '../schema/schema.ts';
import { currentSchemaSql } from '../schema/schema-version-sql.ts';

const Total = z.object({ total: z.number() });

/** Returns the total of a table, which is stored and needs no scan. */
export const readRowCount = (database: CommonQueryMethods, { context }: RowQuery): Promise<number> =>
  database.oneFirst(sql.type(Total)`select ${rowCountSql(context.schema.table_id)} as total`);

/** Counts all rows of a query. */
export const countMatchingRows = (database: CommonQueryMethods, { source, where }: RowQuery): Promise<number> =>
  database.oneFirst(sql.type(Total)`select count(*) as total from ${source} as r where ${where}`);

/** Returns the total of a list of rows: that of a whole table is exact, others are counted up to `MAX_COUNTED_MATCHES`. */
export const countListedRows = async (database: CommonQueryMethods, query: RowQuery, isWholeTable: boolean): Promise<Counted> =>
  isWholeTable
    ? { total: await readRowCount(database, query), total_is_exact: true }
    : countMatches(database, { matches: sql.fragment`${query.source} as r where ${query.where}`, most: MAX_COUNTED_MATCHES });

/** Counts the rows of a query, at most this many. */
export const countRowsUpTo = (database: CommonQueryMethods, { source, where }: RowQuery, most: number): Promise<number> =>
  database.oneFirst(sql.type(Total)`
    select count(*) as total from (select from ${source} as r where ${where} limit ${sql.literalValue(String(most))}::integer) as r`);

const RowJson = z.object({ item: z.string(), seq: z.number() });

/** Returns a row as JSON text with its version. Returns null if it is missing or the schema is stale. */
export const findRowJson = (database: CommonQueryMethods, context: QueryContext, id: string) =>
  database.maybeOne(sql.type(RowJson)`
    select ${rowJsonSql(context, context.schema.columns)} as item, r.seq ${currentRowSql(context.schema, id)}`);

/** Returns a stored row, or null if it is missing or the schema is stale. */
export const findCurrentRow = (database: CommonQueryMethods, schema: Schema, id: string) =>
  database.maybeOne(sql.type(RowTableRow)`select ${rowColumnsSql} ${currentRowSql(schema, id)}`);

const currentRowSql = (schema: Schema, id: string) =>
  sql.fragment`from ${rowTableSql(schema.row_table)} as r where r.id = ${id} and ${currentSchemaSql(schema)}`;
