import type { Actor } from '@space/contracts/core';
import { listQuery, orderOf, type PageInput, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { CommentedKind, CommentRow, CommentTable } from './commented-things.ts';

const JsonRow = z.object({ json: z.string() });
const Id = z.object({ id: z.string() });

const tableOf = (kind: CommentedKind) => sql.identifier(['library', `${kind}_comment`]);
const thingOf = (kind: CommentedKind) => sql.identifier([`${kind}_id`]);

/** The JSON of a comment `m`: a `CommentRow` with its place. */
const commentJson = ({
  kind,
  placeJson,
}: Pick<CommentTable<never>, 'kind' | 'placeJson'>) => sql.fragment`(select row_to_json(r) from (select
  m.id, ${wireTime(sql.fragment`m.created_at`)} as created_at, ${wireTime(sql.fragment`m.updated_at`)} as updated_at, m.${thingOf(kind)},
  m.parent_id, m.body, m.author, m.mentioned_ids, ${placeJson},
  (select count(*) from ${tableOf(kind)} as c where c.space_id = m.space_id and c.parent_id = m.id) as replies_count,
  ${wireTime(sql.fragment`m.resolved_at`)} as resolved_at, m.resolved_by, ${wireTime(sql.fragment`m.edited_at`)} as edited_at
) as r)`;

/** The conditions of a list of comments. */
export interface CommentFilter extends PageInput {
  readonly sort: string;
  readonly parent_id?: string | undefined;
  readonly resolved?: boolean | undefined;
}

/** The query of comments on a thing; `about` is a condition on their place. Items are rows. */
export function listComments<Place>(
  space: string,
  table: CommentTable<Place>,
  thing: string,
  { sort, parent_id, resolved, ...list }: CommentFilter,
  about?: FragmentSqlToken,
) {
  const name = tableOf(table.kind);
  const conditions = [
    sql.fragment`m.space_id = ${space} and m.${thingOf(table.kind)} = ${thing}`,
    ...(parent_id === undefined
      ? []
      : [parent_id === 'none' ? sql.fragment`m.parent_id is null` : sql.fragment`m.parent_id = ${parent_id}`]),
    ...(about === undefined ? [] : [about]),
    // A reply is as resolved as the first comment of its thread.
    ...(resolved === undefined
      ? []
      : [
          sql.fragment`(coalesce((select f.resolved_at from ${name} as f where f.space_id = m.space_id and f.id = m.parent_id),
            m.resolved_at) is not null) = ${resolved}`,
        ]),
  ];
  return listQuery(list, {
    from: sql.fragment`${name} as m`,
    alias: 'm',
    where: sql.fragment`${sql.join(conditions, sql.fragment` and `)}`,
    item: commentJson(table),
    ...orderOf(sort, 'm', {}),
  });
}

/** Returns the number of comments on a thing. */
export const countComments = (tx: CommonQueryMethods, space: string, kind: CommentedKind, thing: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from ${tableOf(kind)} where space_id = ${space} and ${thingOf(kind)} = ${thing}`);

/** Returns a comment on a thing; null without one. */
export async function findComment<Row extends CommentRow>(
  database: CommonQueryMethods,
  space: string,
  table: Pick<CommentTable<never>, 'kind' | 'placeJson'>,
  thing: string,
  id: string,
): Promise<Row | null> {
  const row = await database.maybeOne(sql.type(JsonRow)`
    select ${commentJson(table)}::text as json from ${tableOf(table.kind)} as m
    where m.space_id = ${space} and m.${thingOf(table.kind)} = ${thing} and m.id = ${id}`);
  return row && (JSON.parse(row.json) as Row);
}

/** Returns a comment on a thing, locked until the transaction ends; null without one. */
export async function lockComment<Row extends CommentRow>(
  tx: CommonQueryMethods,
  space: string,
  table: Pick<CommentTable<never>, 'kind' | 'placeJson'>,
  thing: string,
  id: string,
): Promise<Row | null> {
  await tx.any(sql.type(Id)`
    select id from ${tableOf(table.kind)} where space_id = ${space} and ${thingOf(table.kind)} = ${thing} and id = ${id} for update`);
  return findComment(tx, space, table, thing, id);
}

/** A comment that is written. */
interface NewComment<Place> {
  readonly id: string;
  readonly thing_id: string;
  readonly parent_id: string | null;
  readonly body: string;
  readonly author: Actor;
  readonly mentioned_ids: readonly string[];
  readonly place: Place | null;
}

/** The JSON of an actor. */
const actorJson = ({ kind, id, name }: Actor): string => JSON.stringify({ kind, id, name });

/** Inserts a comment. */
export function insertComment<Place>(
  tx: CommonQueryMethods,
  space: string,
  { kind, placeColumns }: CommentTable<Place>,
  comment: NewComment<Place>,
  now: string,
) {
  const place = Object.entries(placeColumns(comment.place));
  const names = place.map(([name]) => sql.identifier([name]));
  const values = place.map(([, value]) => sql.fragment`${value}`);
  return tx.query(sql.typeAlias('void')`
    insert into ${tableOf(kind)} (space_id, id, ${thingOf(kind)}, parent_id, body, author, mentioned_ids, created_at, updated_at,
      ${sql.join(names, sql.fragment`, `)})
    values (${space}, ${comment.id}, ${comment.thing_id}, ${comment.parent_id}, ${comment.body}, ${actorJson(comment.author)}::jsonb,
      ${sql.array([...comment.mentioned_ids], 'text')}, ${now}::timestamptz, ${now}::timestamptz, ${sql.join(values, sql.fragment`, `)})`);
}

/** Changes the text of a comment. */
export const updateCommentBody = (
  tx: CommonQueryMethods,
  space: string,
  kind: CommentedKind,
  id: string,
  { body, mentioned_ids }: { readonly body: string; readonly mentioned_ids: readonly string[] },
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set body = ${body}, mentioned_ids = ${sql.array([...mentioned_ids], 'text')},
      edited_at = ${now}::timestamptz, updated_at = ${now}::timestamptz where space_id = ${space} and id = ${id}`);

/** Resolves a thread by its first comment, or with null opens it again. */
export const setResolved = (tx: CommonQueryMethods, space: string, kind: CommentedKind, id: string, by: Actor | null, now: string) =>
  tx.query(sql.typeAlias('void')`
    update ${tableOf(kind)} set resolved_at = ${by && now}::timestamptz, resolved_by = ${by && actorJson(by)}::jsonb,
      updated_at = ${now}::timestamptz where space_id = ${space} and id = ${id}`);

/** Deletes a comment with its replies. */
export const deleteComment = (tx: CommonQueryMethods, space: string, kind: CommentedKind, id: string) =>
  tx.query(sql.typeAlias('void')`delete from ${tableOf(kind)} where space_id = ${space} and id = ${id}`);
