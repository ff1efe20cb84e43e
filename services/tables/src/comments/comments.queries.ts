import { findExisting, listQuery, orderOf, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { RowTableRow, rowColumnsSql, rowTableSql } from '../schema/row-table-sql.ts';

/** Returns the JSON of the comment row `c`. */
const commentJson = (c: FragmentSqlToken) => sql.fragment`(select row_to_json(r) from (select
  ${c}.id, ${wireTime(sql.fragment`${c}.created_at`)} as created_at, ${wireTime(sql.fragment`${c}.updated_at`)} as updated_at,
  ${c}.table_id, ${c}.row_id, ${c}.body, ${c}.author) as r)`;

const CommentJson = z.object({ json: z.string() });

/** Builds a page of the comments on a row, oldest first. */
export const listComments = (
  space: string,
  { table_id, row_id, sort, ...page }: PageInput & { table_id: string; row_id: string; sort: string },
): PageQuery =>
  listQuery(page, {
    from: sql.fragment`tables.row_comment as c`,
    alias: 'c',
    where: sql.fragment`c.space_id = ${space} and c.table_id = ${table_id} and c.row_id = ${row_id}`,
    item: commentJson(sql.fragment`c`),
    ...orderOf(sort, 'c', {}),
  });

/** Returns the JSON of a comment; throws `not_found`. */
export async function findComment(
  database: CommonQueryMethods,
  space: string,
  { table_id, row_id, comment_id }: { readonly table_id: string; readonly row_id: string; readonly comment_id: string },
): Promise<string> {
  const query = sql.type(CommentJson)`
    select ${commentJson(sql.fragment`c`)}::text as json from tables.row_comment as c
    where c.space_id = ${space} and c.table_id = ${table_id} and c.row_id = ${row_id} and c.id = ${comment_id}`;
  return (await findExisting(database, query, { noun: 'comment on this row', id: comment_id })).json;
}

/** Returns a row, or null. `mustLock` locks it against deletion until the transaction ends. */
export const findRow = (database: CommonQueryMethods, row_table: string, id: string, mustLock = false) =>
  database.maybeOne(sql.type(RowTableRow)`
    select ${rowColumnsSql} from ${rowTableSql(row_table)} where id = ${id} ${mustLock ? sql.fragment`for key share` : sql.fragment``}`);

/** Inserts a comment and returns its JSON. */
export const insertComment = (
  tx: CommonQueryMethods,
  comment: { space_id: string; id: string; table_id: string; row_id: string; body: string; author: string; now: string },
) =>
  tx.oneFirst(sql.type(CommentJson)`
    insert into tables.row_comment as c (space_id, id, table_id, row_id, body, author, created_at, updated_at)
    values (${comment.space_id}, ${comment.id}, ${comment.table_id}, ${comment.row_id}, ${comment.body}, ${comment.author}::jsonb,
            ${comment.now}::timestamptz, ${comment.now}::timestamptz)
    returning ${commentJson(sql.fragment`c`)}::text as json`);

/** Deletes a comment and returns it, or null if it does not exist. */
export const deleteComment = (tx: CommonQueryMethods, space: string, table: string, row: string, id: string) =>
  tx.maybeOne(sql.type(z.object({ body: z.string() }))`
    delete from tables.row_comment where space_id = ${space} and table_id = ${table} and row_id = ${row} and id = ${id} returning body`);
