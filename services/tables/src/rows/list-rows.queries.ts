import { sql } from '@space/database';
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

/** Counts the rows of a query. The total of a table is stored and needs no scan. */
export const countMatchingRows = (
  database: CommonQueryMethods,
  { context, source, where }: RowQuery,
  isWholeTable: boolean,
): Promise<number> =>
  isWholeTable
    ? database.oneFirst(sql.type(Total)`select ${rowCountSql(context.schema.table_id)} as total`)
    : database.oneFirst(sql.type(Total)`select count(*) as total from ${source} as r where ${where}`);

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
