import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from './connection.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

const PlaceRow = z.object({ space_id: z.string(), id: z.string() });

/** The kinds of regular work of a connection, by the column with the time of the next one. */
export type RegularWork = 'check' | 'transactions' | 'reconciliation';

/** Claims connections whose regular work is due, and sets the time of the next one; those of other processes are skipped. */
export const claimRegularWork = (database: CommonQueryMethods, work: RegularWork, now: string, next: string, limit: number) => {
  const column = sql.identifier([`next_${work}_at`]);
  return database.any(sql.type(PlaceRow)`
    update commerce.connection as c set ${column} = ${next}::timestamptz + random() * interval '30 seconds'
    from (select space_id, id from commerce.connection
      where ${column} <= ${now}::timestamptz order by ${column} limit ${limit} for update skip locked) as due
    where c.space_id = due.space_id and c.id = due.id
    returning c.space_id, c.id`);
};

const ReportRow = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  account_label: z.string().nullable(),
  mode: z.enum(['live', 'test']),
  status: z.string(),
  created_at: z.string(),
  last_received_at: z.string().nullable(),
  last_refused_at: z.string().nullable(),
  next_check_at: z.string().nullable(),
  waiting: z.number(),
  oldest_seconds: z.number().nullable(),
});

/** Returns a connection as it is reported to the list of integrations, or null. */
export const findReport = (database: CommonQueryMethods, { space_id, id }: Place, now: string) =>
  database.maybeOne(sql.type(ReportRow)`
    select c.id, c.provider, c.name, c.account_label, c.mode, c.status, ${wireTime(sql.fragment`c.created_at`)} as created_at,
      ${wireTime(sql.fragment`c.last_received_at`)} as last_received_at,
      ${wireTime(sql.fragment`case when c.refused_signatures > 0 then c.refused_since end`)} as last_refused_at,
      ${wireTime(sql.fragment`c.next_check_at`)} as next_check_at, i.waiting, i.oldest_seconds
    from commerce.connection as c
    cross join lateral (
      select count(*) as waiting,
        greatest(0, extract(epoch from ${now}::timestamptz - min(i.received_at)))::int as oldest_seconds
      from commerce.inbox as i where i.integration_id = c.id and i.status = 'waiting') as i
    where c.space_id = ${space_id} and c.id = ${id}`);

/** Ends the reports of a connection that was disconnected: the last one has arrived. */
export const endReports = (database: CommonQueryMethods, { space_id, id }: Place) =>
  database.query(sql.typeAlias('void')`
    update commerce.connection set next_check_at = null where space_id = ${space_id} and id = ${id} and status = 'disconnected'`);

/** The outcome of a check. */
export interface CheckOutcome {
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly at: string;
}

/** Stores the outcome of a check, unless the connection was disconnected meanwhile. */
export const saveCheck = (database: CommonQueryMethods, { space_id, id }: Place, { status, error, at }: CheckOutcome) =>
  database.query(sql.typeAlias('void')`
    update commerce.connection set status = ${status},
      last_ok_at = case when ${error === null} then ${at}::timestamptz else last_ok_at end,
      last_error_code = ${error?.code ?? null}, last_error_message = ${error?.message ?? null},
      last_error_at = case when ${error !== null} then ${at}::timestamptz end
    where space_id = ${space_id} and id = ${id} and status <> 'disconnected'`);

const Times = z.object({ opened_at: z.string().nullable(), transactions_until: z.string().nullable(), created_at: z.string() });

/** Returns until when the money facts of a connection were read. */
export const findReadTimes = (database: CommonQueryMethods, { space_id, id }: Place) =>
  database.one(sql.type(Times)`
    select ${wireTime(sql.fragment`opened_at`)} as opened_at, ${wireTime(sql.fragment`transactions_until`)} as transactions_until,
      ${wireTime(sql.fragment`created_at`)} as created_at
    from commerce.connection where space_id = ${space_id} and id = ${id}`);

/** Stores until when the money facts of a connection were read. */
export const saveReadUntil = (tx: CommonQueryMethods, { space_id, id }: Place, until: string) =>
  tx.query(sql.typeAlias('void')`
    update commerce.connection set transactions_until = greatest(transactions_until, ${until}::timestamptz)
    where space_id = ${space_id} and id = ${id}`);
