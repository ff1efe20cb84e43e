import { sql } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isOpen, openBlockers } from '../rows/task-json-sql.ts';

/** The kinds of stored links; the other kinds are these, seen from the other task. */
const LinkKind = z.enum(['blocks', 'relates_to', 'duplicates']);

const LinkRow = z.object({ id: z.string(), kind: LinkKind, from_id: z.string(), to_id: z.string() });

/** A stored link: the first task blocks, relates to or duplicates the second one. */
export type LinkRow = z.infer<typeof LinkRow>;

/** Returns the open tasks that some tasks blocked and that no open task blocks now, each with one of these. */
export const findUnblocked = (tx: CommonQueryMethods, space: string, blockers: readonly string[]) =>
  tx.any(sql.type(z.object({ task_id: z.string(), by: z.string() }))`
    select t.id as task_id, min(l.from_id) as by
    from work.task_link as l join work.task as t on t.space_id = l.space_id and t.id = l.to_id
    where l.space_id = ${space} and l.from_id = any(${sql.array([...blockers], 'text')}) and l.kind = 'blocks'
      and t.trashed_at is null and ${isOpen(sql.fragment`t`)} and not exists (${openBlockers(sql.fragment`t`)})
    group by t.id order by t.id`);

/** The ids of the open tasks that the tasks of a query block and that no other open task blocks. */
export const freedWithout = (space: string, blockers: FragmentSqlToken) => sql.fragment`
  select distinct t.id from work.task_link as l join work.task as t on t.space_id = l.space_id and t.id = l.to_id
  where l.space_id = ${space} and l.from_id in (${blockers}) and l.kind = 'blocks' and t.trashed_at is null and ${isOpen(sql.fragment`t`)}
    and not exists (${openBlockers(sql.fragment`t`)} and b.id not in (${blockers}))`;

/** Returns the ids of the open tasks that no open task would block without some tasks; at most `limit`. */
export const findFreedWithout = (database: CommonQueryMethods, space: string, blockers: readonly string[], limit: number) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    ${freedWithout(space, sql.fragment`select unnest(${sql.array([...blockers], 'text')})`)} limit ${limit}`);

/** Returns the open tasks that block a task. */
export const findOpenBlockers = (tx: CommonQueryMethods, space: string, task: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    select b.id from work.task_link as l join work.task as b on b.space_id = l.space_id and b.id = l.from_id
    where l.space_id = ${space} and l.to_id = ${task} and l.kind = 'blocks' and b.trashed_at is null and ${isOpen(sql.fragment`b`)} order by b.id`);

const Edge = z.object({ id: z.string(), via: z.string().nullable() });

/** Returns the links of a kind that lead from one task to another one, directly or through others; none if the other is not reached. */
export const findEdges = (tx: CommonQueryMethods, space: string, kind: string, from: string, to: string) =>
  tx.any(sql.type(Edge)`
    with recursive chain as (
      select ${from}::text as id, null::text as via
      union
      select l.to_id, l.from_id from chain join work.task_link as l on l.space_id = ${space} and l.from_id = chain.id and l.kind = ${kind}
    )
    select id, via from chain where exists (select from chain where id = ${to})`);

/** Returns the number of links of a task. */
export const countLinks = (tx: CommonQueryMethods, space: string, task: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from work.task_link where space_id = ${space} and (from_id = ${task} or to_id = ${task})`);

/** Returns the link of a kind between two tasks, or null. */
export const findLink = (tx: CommonQueryMethods, space: string, { kind, from_id, to_id }: Omit<LinkRow, 'id'>) =>
  tx.maybeOne(sql.type(LinkRow)`
    select id, kind, from_id, to_id from work.task_link
    where space_id = ${space} and kind = ${kind} and from_id = ${from_id} and to_id = ${to_id}`);

/** Returns the tasks of a link, or null. */
export const findLinkedTasks = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.maybeOne(sql.type(LinkRow.pick({ from_id: true, to_id: true }))`
    select from_id, to_id from work.task_link where space_id = ${space} and id = ${id}`);

/** Inserts a link. */
export const insertLink = (tx: CommonQueryMethods, space: string, link: LinkRow, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into work.task_link (space_id, id, kind, from_id, to_id, created_at)
    values (${space}, ${link.id}, ${link.kind}, ${link.from_id}, ${link.to_id}, ${now}::timestamptz)`);

/** Deletes a link of a task and returns it, or null. */
export const deleteLink = (tx: CommonQueryMethods, space: string, task: string, id: string) =>
  tx.maybeOne(sql.type(LinkRow)`
    delete from work.task_link where space_id = ${space} and id = ${id} and (from_id = ${task} or to_id = ${task})
    returning id, kind, from_id, to_id`);
