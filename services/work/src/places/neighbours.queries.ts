import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Position = z.object({ position: z.string() });
const IdAt = z.object({ id: z.string(), position: z.string() });

/** A list: the tasks of a project, or those without one. */
const inList = (space: string, project: string | null) =>
  sql.fragment`t.space_id = ${space} and coalesce(t.project_id, '') = ${project ?? ''}`;

/** Returns the place of the next task of a list after a place, without regard to its status; null at the end. */
export const positionAfter = (tx: CommonQueryMethods, space: string, project: string | null, position: string) =>
  tx.maybeOneFirst(sql.type(Position)`
    select t.position from work.task as t where ${inList(space, project)} and t.position > ${position} order by t.position limit 1`);

/** Returns the place of the task of a list before a place; null at the beginning. */
export const positionBefore = (tx: CommonQueryMethods, space: string, project: string | null, position: string) =>
  tx.maybeOneFirst(sql.type(Position)`
    select t.position from work.task as t where ${inList(space, project)} and t.position < ${position} order by t.position desc limit 1`);

/** Returns the id of the task that follows a place among those of a project with one status; null at the end. */
export const findFollowing = (
  tx: CommonQueryMethods,
  space: string,
  task: { project_id: string | null; status_id: string; position: string },
) =>
  tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select t.id from work.task as t
    where ${inList(space, task.project_id)} and t.status_id = ${task.status_id} and t.trashed_at is null and t.position > ${task.position}
    order by t.position limit 1`);

/** Returns the id of the task before a place among those of a project with one status; null at the beginning. */
export const findPreceding = (
  tx: CommonQueryMethods,
  space: string,
  task: { project_id: string | null; status_id: string; position: string },
) =>
  tx.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select t.id from work.task as t
    where ${inList(space, task.project_id)} and t.status_id = ${task.status_id} and t.trashed_at is null and t.position < ${task.position}
    order by t.position desc limit 1`);

/** Returns the tasks of a list around a place, at most `each` on each side, in order. */
export async function findAround(tx: CommonQueryMethods, space: string, project: string | null, position: string, each: number) {
  const [before, after] = [
    await tx.any(sql.type(IdAt)`
      select t.id, t.position from work.task as t where ${inList(space, project)} and t.position <= ${position}
      order by t.position desc limit ${each}`),
    await tx.any(sql.type(IdAt)`
      select t.id, t.position from work.task as t where ${inList(space, project)} and t.position > ${position}
      order by t.position limit ${each}`),
  ];
  return [...before.toReversed(), ...after];
}

/** Gives tasks other places in two steps, since two tasks never have the same place. */
export async function movePositions(
  tx: CommonQueryMethods,
  space: string,
  places: readonly { readonly id: string; readonly position: string }[],
) {
  const rows = places.map((place) => ({ ...place }));
  const types = { id: 'text', position: 'text' } as const;
  await tx.query(sql.typeAlias('void')`
    update work.task as t set position = '~' || t.id from ${unnestRows(rows, types, 'n')} where t.space_id = ${space} and t.id = n.id`);
  await tx.query(sql.typeAlias('void')`
    update work.task as t set position = n.position from ${unnestRows(rows, types, 'n')} where t.space_id = ${space} and t.id = n.id`);
}
