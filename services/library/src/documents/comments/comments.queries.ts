import type { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { Anchor } from '@space/rich-text';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { CommentRow } from './comment-row.ts';

const JsonRow = z.object({ json: z.string() });
const Id = z.object({ id: z.string() });

/** The JSON of a comment `m`: a `CommentRow`. */
const commentJson = sql.fragment`(select row_to_json(r) from (select
  m.id, ${wireTime(sql.fragment`m.created_at`)} as created_at, ${wireTime(sql.fragment`m.updated_at`)} as updated_at, m.document_id,
  m.parent_id, m.body, m.author, m.mentioned_ids, m.quote, m.block_id,
  (select count(*) from library.document_comment as c where c.space_id = m.space_id and c.parent_id = m.id) as replies_count,
  ${wireTime(sql.fragment`m.resolved_at`)} as resolved_at, m.resolved_by, ${wireTime(sql.fragment`m.edited_at`)} as edited_at,
  encode(m.anchor_start, 'base64') as anchor_start, encode(m.anchor_end, 'base64') as anchor_end
) as r)`;

/** The conditions of a list of comments. */
interface CommentFilter extends PageInput {
  readonly sort: string;
  readonly parent_id?: string | undefined;
  readonly block_id?: string | undefined;
  readonly resolved?: boolean | undefined;
}

/** The query of comments on a document. Items are rows. */
export function listComments(space: string, document: string, { sort, parent_id, block_id, resolved, ...list }: CommentFilter) {
  const conditions = [
    sql.fragment`m.space_id = ${space} and m.document_id = ${document}`,
    ...(parent_id === undefined
      ? []
      : [parent_id === 'none' ? sql.fragment`m.parent_id is null` : sql.fragment`m.parent_id = ${parent_id}`]),
    ...(block_id === undefined ? [] : [sql.fragment`m.block_id = ${block_id}`]),
    // A reply is as resolved as the first comment of its thread.
    ...(resolved === undefined
      ? []
      : [
          sql.fragment`(coalesce((select f.resolved_at from library.document_comment as f where f.space_id = m.space_id and f.id = m.parent_id),
            m.resolved_at) is not null) = ${resolved}`,
        ]),
  ];
  return listQuery(list, {
    from: sql.fragment`library.document_comment as m`,
    alias: 'm',
    where: sql.fragment`${sql.join(conditions, sql.fragment` and `)}`,
    item: commentJson,
    ...orderOf(sort, 'm', {}),
  });
}

/** Returns the number of comments on a document. */
export const countComments = (tx: CommonQueryMethods, space: string, document: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from library.document_comment where space_id = ${space} and document_id = ${document}`);

/** Returns a comment on a document; null without one. */
export async function findComment(database: CommonQueryMethods, space: string, document: string, id: string): Promise<CommentRow | null> {
  const row = await database.maybeOne(sql.type(JsonRow)`
    select ${commentJson}::text as json from library.document_comment as m
    where m.space_id = ${space} and m.document_id = ${document} and m.id = ${id}`);
  return row && (JSON.parse(row.json) as CommentRow);
}

/** Returns a comment on a document, locked until the transaction ends; null without one. */
export async function lockComment(tx: CommonQueryMethods, space: string, document: string, id: string): Promise<CommentRow | null> {
  await tx.any(sql.type(Id)`
    select id from library.document_comment where space_id = ${space} and document_id = ${document} and id = ${id} for update`);
  return findComment(tx, space, document, id);
}

/** A comment that is written. */
interface NewComment {
  readonly id: string;
  readonly document_id: string;
  readonly parent_id: string | null;
  readonly body: string;
  readonly author: Actor;
  readonly mentioned_ids: readonly string[];
  readonly anchor: Anchor | null;
}

const bytes = (value: Uint8Array | null | undefined) => (value ? sql.binary(Buffer.from(value)) : null);

/** The JSON of an actor. */
const actorJson = ({ kind, id, name }: Actor): string => JSON.stringify({ kind, id, name });

/** Inserts a comment. */
export const insertComment = (tx: CommonQueryMethods, space: string, comment: NewComment, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_comment (space_id, id, document_id, parent_id, body, author, mentioned_ids, block_id, quote, anchor_start,
      anchor_end, created_at, updated_at)
    values (${space}, ${comment.id}, ${comment.document_id}, ${comment.parent_id}, ${comment.body}, ${actorJson(comment.author)}::jsonb,
      ${sql.array([...comment.mentioned_ids], 'text')}, ${comment.anchor?.block_id ?? null}, ${comment.anchor?.quote ?? null},
      ${bytes(comment.anchor?.start)}, ${bytes(comment.anchor?.end)}, ${now}::timestamptz, ${now}::timestamptz)`);

/** Changes the text of a comment. */
export const updateCommentBody = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  { body, mentioned_ids }: { readonly body: string; readonly mentioned_ids: readonly string[] },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update library.document_comment set body = ${body}, mentioned_ids = ${sql.array([...mentioned_ids], 'text')},
      edited_at = ${now}::timestamptz, updated_at = ${now}::timestamptz where space_id = ${space} and id = ${id}`);

/** Resolves a thread by its first comment, or with null opens it again. */
export const setResolved = (tx: CommonQueryMethods, space: string, id: string, by: Actor | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update library.document_comment set resolved_at = ${by && now}::timestamptz, resolved_by = ${by && actorJson(by)}::jsonb,
      updated_at = ${now}::timestamptz where space_id = ${space} and id = ${id}`);

/** Deletes a comment with its replies. */
export const deleteComment = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from library.document_comment where space_id = ${space} and id = ${id}`);
