import { Actor } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isOfOpenSpace } from '../closing/open-space-sql.ts';
import { isDue, type ScheduleColumn } from '../schedule/due-sql.ts';

const DuePostRow = z.object({ space_id: z.string(), id: z.string(), collection_id: z.string(), by: Actor });

/** A post that is due, and the actor who scheduled it. */
export type DuePost = z.output<typeof DuePostRow>;

const actorColumns = { publish_at: 'publish_by', unpublish_at: 'unpublish_by' } as const;

/** Returns the first posts that are due at `now`, in the order of their times, except those of some Spaces and of closed ones. */
export const listDuePosts = (
  database: CommonQueryMethods,
  column: ScheduleColumn,
  now: string,
  limit: number,
  except: readonly string[],
): Promise<readonly DuePost[]> =>
  database.any(sql.type(DuePostRow)`
    select p.space_id, p.id, p.collection_id, p.${sql.identifier([actorColumns[column]])} as by from publishing.post as p
    where ${isDue(column, now)} and ${isOfOpenSpace}
      and p.space_id <> all(${sql.array([...except], 'text')}) order by p.${sql.identifier([column])}, p.id limit ${limit}`);

/** Locks a due post until the transaction ends; returns false when it is not due any more or another process has locked it. */
export const lockDuePost = (tx: CommonQueryMethods, { space_id, id }: DuePost, column: ScheduleColumn, now: string): Promise<boolean> =>
  tx.exists(sql.type(z.object({}))`
    select from publishing.post as p
    where p.space_id = ${space_id} and p.id = ${id} and ${isDue(column, now)} and ${isOfOpenSpace} for update skip locked`);

/** Returns the earliest scheduled time of all posts of open Spaces, in milliseconds since the epoch; null when no post is scheduled. */
export const nextPostDue = (database: CommonQueryMethods, column: ScheduleColumn): Promise<number | null> =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select p.${sql.identifier([column])} as at from publishing.post as p where p.${sql.identifier([column])} is not null and ${isOfOpenSpace}
    order by p.${sql.identifier([column])} limit 1`);
