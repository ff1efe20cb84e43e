import type { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const CommentJson = z.object({ json: z.string() });

/** The JSON of a comment `m`. */
const commentJson = sql.fragment`json_build_object('id', m.id, 'created_at', ${wireTime(sql.fragment`m.created_at`)},
  'updated_at', ${wireTime(sql.fragment`m.updated_at`)}, 'task_id', m.task_id, 'body', m.body, 'author', m.author,
  'mentioned_ids', m.mentioned_ids, 'edited_at', ${wireTime(sql.fragment`m.edited_at`)})`;

/** The query of the comments on a task. */
export const listComments = (space: string, task: string, { sort, ...list }: PageInput & { readonly sort: string }) =>
  listQuery(list, {
    from: sql.fragment`work.task_comment as m`,
    alias: 'm',
    where: sql.fragment`m.space_id = ${space} and m.task_id = ${task}`,
    item: commentJson,
    ...orderOf(sort, 'm', {}),
  });

/** Returns the number of comments on a task. */
export const countComments = (tx: CommonQueryMethods, space: string, task: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from work.task_comment where space_id = ${space} and task_id = ${task}`);

/** A comment that is written. */
interface NewComment {
  readonly id: string;
  readonly task_id: string;
  readonly body: string;
  readonly author: Actor;
  readonly mentioned_ids: readonly string[];
}

/** Inserts a comment and returns its JSON. */
export const insertComment = (tx: CommonQueryMethods, space: string, comment: NewComment, now: string) =>
  tx.oneFirst(sql.type(CommentJson)`
    insert into work.task_comment as m (space_id, id, task_id, body, author, mentioned_ids, created_at, updated_at)
    values (${space}, ${comment.id}, ${comment.task_id}, ${comment.body},
      ${JSON.stringify({ kind: comment.author.kind, id: comment.author.id, name: comment.author.name })}::jsonb,
      ${sql.array([...comment.mentioned_ids], 'text')}, ${now}::timestamptz, ${now}::timestamptz)
    returning ${commentJson}::text as json`);

const StoredComment = z.object({
  id: z.string(),
  body: z.string(),
  author_id: z.string(),
  mentioned_ids: z.array(z.string()),
  json: z.string(),
});

/** Returns a comment on a task, locked until the transaction ends, or null. */
export const lockComment = (tx: CommonQueryMethods, space: string, task: string, id: string) =>
  tx.maybeOne(sql.type(StoredComment)`
    select m.id, m.body, m.author ->> 'id' as author_id, m.mentioned_ids, ${commentJson}::text as json from work.task_comment as m
    where m.space_id = ${space} and m.task_id = ${task} and m.id = ${id} for update`);

/** Changes the text of a comment and returns its JSON. */
export const updateComment = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  body: string,
  mentioned_ids: readonly string[],
  now: string,
) =>
  tx.oneFirst(sql.type(CommentJson)`
    update work.task_comment as m set body = ${body}, mentioned_ids = ${sql.array([...mentioned_ids], 'text')},
      edited_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where m.space_id = ${space} and m.id = ${id} returning ${commentJson}::text as json`);

/** Deletes a comment. */
export const deleteComment = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from work.task_comment where space_id = ${space} and id = ${id}`);
