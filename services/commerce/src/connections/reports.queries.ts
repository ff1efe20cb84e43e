import { IntegrationErrorCode } from '@space/contracts/integrations';
import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Connection } from './connection.ts';

type Place = Pick<Connection, 'space_id' | 'id'>;

/** Seconds for which a report belongs to the process that sends it; then it is due again. */
export const REPORT_LEASE_S = 15;

const StoredCheck = z.object({
  checked_at: z.string(),
  duration_ms: z.number(),
  error: z.object({ code: IntegrationErrorCode, message: z.string() }).nullable(),
});

/** A check of a connection as it is reported. */
export type StoredCheck = z.infer<typeof StoredCheck>;

const DueReport = z.object({
  space_id: z.string(),
  id: z.string(),
  check: StoredCheck.nullable(),
  number: z.number(),
  attempts: z.number(),
});

/** A report that this process sends. */
export type DueReport = z.infer<typeof DueReport>;

const claimed = sql.fragment`c.space_id, c.id, c.report_check as check, c.report_number as number, c.report_attempts as attempts`;

const lease = (now: string) => sql.fragment`${now}::timestamptz + make_interval(secs => ${REPORT_LEASE_S})`;

/** Stores that a check is to be reported, in place of one that was not reported yet, and claims the report. Null if there is no such connection. */
export const claimNewReport = (database: CommonQueryMethods, { space_id, id }: Place, check: StoredCheck, now: string) =>
  database.maybeOne(sql.type(DueReport)`
    update commerce.connection as c set report_due_at = ${lease(now)}, report_check = ${JSON.stringify(check)}::jsonb,
      report_number = c.report_number + 1
    where c.space_id = ${space_id} and c.id = ${id} and c.status <> 'disconnected'
    returning ${claimed}`);

/** Claims the report of a connection; null if there is none. */
export const claimReport = (database: CommonQueryMethods, { space_id, id }: Place, now: string) =>
  database.maybeOne(sql.type(DueReport)`
    update commerce.connection as c set report_due_at = ${lease(now)}
    where c.space_id = ${space_id} and c.id = ${id} and c.report_due_at is not null
    returning ${claimed}`);

/** Claims reports that are due, at most `limit`; those of other processes are skipped. */
export const claimDueReports = (database: CommonQueryMethods, now: string, limit: number) =>
  database.any(sql.type(DueReport)`
    update commerce.connection as c set report_due_at = ${lease(now)}
    from (select space_id, id from commerce.connection
      where report_due_at <= ${now}::timestamptz order by report_due_at limit ${limit} for update skip locked) as due
    where c.space_id = due.space_id and c.id = due.id
    returning ${claimed}`);

/** Stores the status that follows from a report, and ends it; a newer report is not changed by that. */
export const endReport = (database: CommonQueryMethods, { space_id, id, number, check }: DueReport, status: Connection['status']) => {
  const outcome =
    check === null
      ? sql.fragment``
      : sql.fragment`, status = ${status},
      last_ok_at = case when ${check.error === null} then ${check.checked_at}::timestamptz else last_ok_at end,
      last_error_code = ${check.error?.code ?? null}, last_error_message = ${check.error?.message ?? null},
      last_error_at = case when ${check.error !== null} then ${check.checked_at}::timestamptz end`;
  return database.query(sql.typeAlias('void')`
    update commerce.connection set report_due_at = null, report_check = null, report_attempts = 0 ${outcome}
    where space_id = ${space_id} and id = ${id} and report_number = ${number}`);
};

/** Postpones a report that failed, unless there is a newer one. */
export const postponeReport = (database: CommonQueryMethods, { space_id, id, number }: DueReport, until: string) =>
  database.query(sql.typeAlias('void')`
    update commerce.connection set report_due_at = ${until}::timestamptz, report_attempts = report_attempts + 1
    where space_id = ${space_id} and id = ${id} and report_number = ${number} and report_due_at is not null`);

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

/** Returns a connection as it is reported to the list of integrations. */
export const readReported = (database: CommonQueryMethods, { space_id, id }: Place, now: string) =>
  database.one(sql.type(ReportRow)`
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
