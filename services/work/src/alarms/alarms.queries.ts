import { sql, unnestRows } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** An event of a task that is due at a time: a reminder, or the moment from which the task is overdue. */
export interface Alarm {
  readonly task_id: string;
  readonly kind: 'reminder' | 'overdue';
  readonly minutes_before: number;
  /** ISO 8601. */
  readonly fire_at: string;
}

const DueAlarm = z.object({
  space_id: z.string(),
  task_id: z.string(),
  kind: z.enum(['reminder', 'overdue']),
  minutes_before: z.number(),
});

/** Deletes the alarms of tasks. */
export const deleteAlarms = (tx: CommonQueryMethods, space: string, tasks: readonly string[]) =>
  tx.query(sql.typeAlias('void')`
    delete from work.task_alarm where space_id = ${space} and task_id = any(${sql.array([...tasks], 'text')})`);

/** Deletes the alarms of tasks whose time is after `now`. */
export const deleteFutureAlarms = (tx: CommonQueryMethods, space: string, tasks: readonly string[], now: string) =>
  tx.query(sql.typeAlias('void')`
    delete from work.task_alarm
    where space_id = ${space} and task_id = any(${sql.array([...tasks], 'text')}) and fire_at > ${now}::timestamptz`);

/** Builds the insert of alarms of tasks that have none. `from` follows the rows. */
export const alarmsSql = (space: string, alarms: readonly Alarm[], from = sql.fragment``) => sql.fragment`
  insert into work.task_alarm (space_id, task_id, kind, minutes_before, fire_at) select ${space}, n.* from ${unnestRows(
    alarms.map((alarm) => ({ ...alarm })),
    { task_id: 'text', kind: 'text', minutes_before: 'int4', fire_at: 'timestamptz' },
    'n',
  )} ${from}`;

/** Inserts alarms of tasks that have none. */
export const insertAlarms = (tx: CommonQueryMethods, space: string, alarms: readonly Alarm[]) =>
  tx.query(sql.typeAlias('void')`${alarmsSql(space, alarms)}`);

/** Returns alarms whose time has come, the earliest first, without a lock; those of the tasks `without` are left out. */
export const findDueAlarms = (database: CommonQueryMethods, now: string, without: readonly string[], limit: number) =>
  database.any(sql.type(DueAlarm)`
    select space_id, task_id, kind, minutes_before from work.task_alarm
    where fire_at <= ${now}::timestamptz and task_id <> all(${sql.array([...without], 'text')})
    order by fire_at limit ${limit}`);

/**
 * Deletes the due alarms of a task and returns them. It skips those that another process has locked, and those whose task is being changed,
 * since their time may change: both are found again in the next poll.
 */
export const takeDueAlarms = (tx: CommonQueryMethods, space: string, task: string, now: string) =>
  tx.any(sql.type(DueAlarm)`
    delete from work.task_alarm as a using (
      select d.space_id, d.task_id, d.kind, d.minutes_before from work.task_alarm as d
      join work.task as t on t.space_id = d.space_id and t.id = d.task_id
      where d.space_id = ${space} and d.task_id = ${task} and d.fire_at <= ${now}::timestamptz
      for update of d, t skip locked
    ) as due
    where a.space_id = due.space_id and a.task_id = due.task_id and a.kind = due.kind and a.minutes_before = due.minutes_before
    returning a.space_id, a.task_id, a.kind, a.minutes_before`);

/** Returns the time of the next alarm, in milliseconds since the epoch, or null; those of the tasks `without` are left out. */
export const nextAlarm = (database: CommonQueryMethods, without: readonly string[]) =>
  database.oneFirst(sql.type(z.object({ at: z.number().nullable() }))`
    select min(fire_at) as at from work.task_alarm where task_id <> all(${sql.array([...without], 'text')})`);
