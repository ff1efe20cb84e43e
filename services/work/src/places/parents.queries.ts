import { Problem } from '@space/contracts/core';
import { MAX_OPEN_SUBTASKS, MAX_TASK_DEPTH } from '@space/contracts/work';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isOpen } from '../rows/task-json-sql.ts';

const ParentRow = z.object({ id: z.string(), depth: z.number() });

/**
 * Locks the trees and links of a Space until the transaction ends: two changes that close a circle together would each not see the
 * other's.
 */
export const lockTrees = (tx: CommonQueryMethods, space: string) =>
  tx.query(sql.type(z.object({ locked: z.literal(true) }))`
    select pg_advisory_xact_lock(hashtextextended('work.trees ' || ${space}, 0)) is not null as locked`);

/** Makes a task a part of another one, so that later checks of the same transaction see it. */
export const setParent = (tx: CommonQueryMethods, space: string, id: string, parent: string | null) =>
  tx.query(sql.typeAlias('void')`update work.task set parent_id = ${parent} where space_id = ${space} and id = ${id}`);

/** Returns the tasks from a task up to the top of its tree, itself first. */
const findAncestors = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    with recursive up as (
      select t.id, t.parent_id, 1 as depth from work.task as t where t.space_id = ${space} and t.id = ${id}
      union all
      select t.id, t.parent_id, up.depth + 1 from up join work.task as t on t.space_id = ${space} and t.id = up.parent_id
      where up.depth < 100
    )
    select id from up order by depth`);

/** Returns the levels of the tree below a task, itself included. */
const countLevels = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.oneFirst(sql.type(ParentRow.pick({ depth: true }))`
    with recursive down as (
      select t.id, 1 as depth from work.task as t where t.space_id = ${space} and t.id = ${id}
      union all
      select t.id, down.depth + 1 from down join work.task as t on t.space_id = ${space} and t.parent_id = down.id
      where down.depth < 100
    )
    select coalesce(max(depth), 1) as depth from down`);

/** Throws `limit_reached` when one of some tasks has too many open subtasks, such as by tasks that have come back. */
export async function assertNoneCrowded(
  tx: CommonQueryMethods,
  space: string,
  parents: readonly { readonly id: string; readonly name: string }[],
) {
  const crowded = await tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select t.parent_id as id from work.task as t
    where t.space_id = ${space} and t.parent_id = any(${sql.array(
      parents.map(({ id }) => id),
      'text',
    )}) and t.trashed_at is null and ${isOpen(sql.fragment`t`)}
    group by t.parent_id having count(*) > ${MAX_OPEN_SUBTASKS} order by t.parent_id limit 1`);
  if (crowded !== null) throw tooManyOpen(parents.find(({ id }) => id === crowded)!.name);
}

const tooManyOpen = (name: string): Problem =>
  new Problem('limit_reached', `A task can have ${MAX_OPEN_SUBTASKS} open subtasks; complete or move some of ${name} first.`);

const countOpenSubtasks = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) as count from work.task as t
    where t.space_id = ${space} and t.parent_id = ${id} and t.trashed_at is null and ${isOpen(sql.fragment`t`)}`);

/** Throws `limit_reached` unless a task may get more open subtasks. */
export async function assertOpenSubtasks(
  tx: CommonQueryMethods,
  space: string,
  parent: { readonly id: string; readonly name: string },
  added: number,
) {
  if ((await countOpenSubtasks(tx, space, parent.id)) + added > MAX_OPEN_SUBTASKS) throw tooManyOpen(parent.name);
}

/**
 * Throws unless tasks may become parts of a parent: `conflict` for a circle, `limit_reached` for a tree that is too deep and for too many open
 * subtasks. The trees of the Space must be locked. `child` is null for new tasks.
 */
export async function assertParent(
  tx: CommonQueryMethods,
  space: string,
  parent: { readonly id: string; readonly name: string },
  child: { readonly id: string; readonly name: string } | null,
  added = 1,
): Promise<void> {
  const ancestors = await findAncestors(tx, space, parent.id);
  if (child && ancestors.includes(child.id))
    throw new Problem(
      'conflict',
      `${child.name} cannot be a part of ${parent.name}, which is a part of ${child.name}; choose another parent.`,
    );
  const levels = child ? await countLevels(tx, space, child.id) : 1;
  if (ancestors.length + levels > MAX_TASK_DEPTH)
    throw new Problem(
      'limit_reached',
      `Subtasks can have ${MAX_TASK_DEPTH} levels with the first task; choose a parent that is higher up.`,
    );
  await assertOpenSubtasks(tx, space, parent, added);
}
