import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { DeadLetter } from './event-log.ts';
import { outboxTable } from './outbox-sql.ts';

/** An event that a group did not process: a dead letter, or an event that it missed while it was overdue. */
export interface UndeliveredEvent {
  /** `<schema>:<number>` for a dead letter, `<schema>:<group>:<seq>` for a missed event. */
  readonly id: string;
  readonly group: string;
  /** Null for bytes that are not an event; these cannot be redelivered. */
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly space_id: string | null;
  readonly reason: string;
  /** The time at which it was dead-lettered or left its outbox, ISO 8601. */
  readonly at: string;
}

/** The groups to select; undefined for all. */
export type GroupSelection = readonly string[] | undefined;

const UndeliveredRow = z.object({
  id: z.string(),
  group: z.string(),
  event_id: z.string().nullable(),
  event_type: z.string().nullable(),
  space_id: z.string().nullable(),
  reason: z.string(),
  at: z.string(),
});
const Id = z.object({ id: z.string() });

const deadLetterTable = (schema: string) => sql.identifier([schema, 'dead_letter']);
const missedTable = (schema: string) => sql.identifier([schema, 'outbox_missed']);
const selects = (groups: GroupSelection, column: ReturnType<typeof sql.fragment>) =>
  groups ? sql.fragment`${column} = any(${sql.array([...groups], 'text')})` : sql.fragment`true`;

/** Stores an event that a consumer group could not process in the table `dead_letter` of a schema. */
export const storeDeadLetter = (database: CommonQueryMethods, schema: string, group: string, { event_id, payload, reason }: DeadLetter) =>
  database.query(sql.typeAlias('void')`
    insert into ${deadLetterTable(schema)} (consumer, event_id, payload, reason)
    values (${group}, ${event_id}, ${sql.binary(Buffer.from(payload))}, ${reason})`);

/** Returns the dead letters of a schema, oldest first. */
export const findDeadLetters = (database: CommonQueryMethods, schema: string, groups: GroupSelection, limit: number) =>
  database.any(sql.type(UndeliveredRow)`
    select ${schema} || ':' || l.id as id, l.consumer as "group", l.event_id, body ->> 'type' as event_type, body ->> 'space_id' as space_id,
      l.reason, ${wireTime(sql.fragment`l.created_at`)} as at
    from ${deadLetterTable(schema)} as l
    cross join lateral (select case when l.event_id is not null then convert_from(l.payload, 'UTF8')::jsonb end as body) as event
    where ${selects(groups, sql.fragment`l.consumer`)}
    order by l.id limit ${limit}`);

/** Deletes the dead letters of a Space and returns how many they were. */
export const deleteDeadLetters = async (database: CommonQueryMethods, schema: string, space: string): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from ${deadLetterTable(schema)}
      where case when event_id is not null then convert_from(payload, 'UTF8')::jsonb ->> 'space_id' end = ${space}`)
  ).rowCount;

/** Returns the missed events of an outbox, oldest first. */
export const findMissed = (database: CommonQueryMethods, schema: string, groups: GroupSelection, limit: number) =>
  database.any(sql.type(UndeliveredRow)`
    select ${schema} || ':' || m.consumer_group || ':' || m.seq as id, m.consumer_group as "group", m.id as event_id, m.type as event_type,
      m.space_id, 'the group was overdue' as reason, ${wireTime(sql.fragment`m.missed_at`)} as at
    from ${missedTable(schema)} as m
    where ${selects(groups, sql.fragment`m.consumer_group`)}
    order by m.missed_at, m.seq limit ${limit}`);

/**
 * Moves dead letters back to the outbox of their schema, for their group only, and returns the ids of
 * `UndeliveredEvent`. Bytes that are not an event stay. `ids` are numbers; undefined means all.
 */
export const redeliverDeadLetters = (
  database: CommonQueryMethods,
  schema: string,
  groups: GroupSelection,
  ids: readonly string[] | undefined,
) =>
  database.anyFirst(sql.type(Id)`
    with taken as (
      delete from ${deadLetterTable(schema)} as l
      where l.event_id is not null and ${selects(groups, sql.fragment`l.consumer`)}
        and ${ids ? sql.fragment`l.id = any(${sql.array([...ids], 'int8')})` : sql.fragment`true`}
      returning l.id, l.consumer, l.event_id, convert_from(l.payload, 'UTF8') as body
    ), redelivered as (
      insert into ${outboxTable(schema)} (id, space_id, type, body, only_group)
      select event_id, body::jsonb ->> 'space_id', body::jsonb ->> 'type', body, consumer from taken order by taken.id
      on conflict (id, coalesce(only_group, '')) do nothing
    )
    select ${schema} || ':' || id as id from taken order by taken.id`);

/** Moves missed events back to their outbox, for their group only, and returns the ids of `UndeliveredEvent`. `seqs` undefined means all. */
export const redeliverMissed = (
  database: CommonQueryMethods,
  schema: string,
  groups: GroupSelection,
  seqs: readonly string[] | undefined,
) =>
  database.anyFirst(sql.type(Id)`
    with taken as (
      delete from ${missedTable(schema)} as m
      where ${selects(groups, sql.fragment`m.consumer_group`)}
        and ${seqs ? sql.fragment`m.seq = any(${sql.array([...seqs], 'int8')})` : sql.fragment`true`}
      returning m.*
    ), redelivered as (
      insert into ${outboxTable(schema)} (id, space_id, type, body, only_group)
      select id, space_id, type, body, consumer_group from taken order by seq
      on conflict (id, coalesce(only_group, '')) do nothing
    )
    select ${schema} || ':' || consumer_group || ':' || seq as id from taken order by seq`);
