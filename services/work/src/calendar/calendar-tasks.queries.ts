import { CalendarTask } from '@space/contracts/work';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isOpen } from '../rows/task-json-sql.ts';

const select = (where: FragmentSqlToken) => sql.fragment`
  select t.id as task_id, t.version as task_version, t.title as task,
    (select p.key || '-' || t.number from work.project as p where p.space_id = t.space_id and p.id = t.project_id) as identifier,
    t.due_date::text as due_date, t.due_time, t.timezone, ${wireTime(sql.fragment`t.due_at`)} as due_at
  from work.task as t
  where t.due_at is not null and t.trashed_at is null and ${isOpen(sql.fragment`t`)} and ${where} order by t.id`;

/** Returns open tasks of a Space with a due date, after an id. */
export const listCalendarTasks = (database: CommonQueryMethods, space: string, after: string, limit: number) =>
  database.any(sql.type(CalendarTask)`${select(sql.fragment`t.space_id = ${space} and t.id > ${after}`)} limit ${limit}`);

/** Returns those of some tasks that are open and have a due date. */
export const findCalendarTasks = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.any(sql.type(CalendarTask)`${select(sql.fragment`t.space_id = ${space} and t.id = any(${sql.array([...ids], 'text')})`)}`);

/** Returns the Spaces that have open tasks with a due date, after an id. It is about all Spaces. */
export const listCalendarSpaces = (database: CommonQueryMethods, after: string, limit: number) =>
  database.anyFirst(sql.type(z.object({ space_id: z.string() }))`
    with recursive spaces as (
      (select t.space_id from work.task as t where t.space_id > ${after} and t.due_at is not null and t.trashed_at is null
        and ${isOpen(sql.fragment`t`)} order by t.space_id limit 1)
      union all
      select (select t.space_id from work.task as t where t.space_id > s.space_id and t.due_at is not null and t.trashed_at is null
        and ${isOpen(sql.fragment`t`)} order by t.space_id limit 1)
      from spaces as s where s.space_id is not null
    )
    select space_id from spaces where space_id is not null limit ${limit}`);
