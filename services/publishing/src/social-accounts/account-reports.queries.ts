import type { IntegrationReport } from '@space/contracts/integrations';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Stores a report for delivery, in place of one of the same account that was not delivered. */
export const enqueueReport = (tx: CommonQueryMethods, space: string, report: IntegrationReport, now: string) =>
  tx.query(sql.typeAlias('void')`
    insert into publishing.account_report (space_id, integration_id, report, due_at)
    values (${space}, ${report.integration.id}, ${JSON.stringify(report)}::jsonb, ${now}::timestamptz)
    on conflict (space_id, integration_id) do update set report = excluded.report, number = default, due_at = excluded.due_at`);

const DueReportRow = z.object({
  space_id: z.string(),
  integration_id: z.string(),
  number: z.number(),
  report: z.unknown(),
});

/** A report that is due to be delivered. */
export interface DueReport {
  readonly space_id: string;
  readonly integration_id: string;
  readonly number: number;
  readonly report: IntegrationReport;
}

/** Claims reports that are due, at most `limit`. They are due again at `until`, unless they are deleted. */
export const claimDueReports = async (database: CommonQueryMethods, now: string, until: string, limit: number): Promise<DueReport[]> =>
  (
    await database.any(sql.type(DueReportRow)`
      with due as (
        select space_id, integration_id from publishing.account_report where due_at <= ${now}::timestamptz
        order by due_at limit ${limit} for update skip locked)
      update publishing.account_report as r set due_at = ${until}::timestamptz
      from due where r.space_id = due.space_id and r.integration_id = due.integration_id
      returning r.space_id, r.integration_id, r.number, r.report`)
  ).map((row) => row as DueReport);

/** Returns the time at which the next report is due, in milliseconds since the epoch, or null. */
export const nextReportDue = (database: CommonQueryMethods) =>
  database.maybeOneFirst(sql.type(z.object({ at: z.number() }))`
    select due_at as at from publishing.account_report order by due_at limit 1`);

/** Deletes a report that was delivered, unless a newer one has taken its place. */
export const deleteReport = (database: CommonQueryMethods, { space_id, integration_id, number }: DueReport) =>
  database.query(sql.typeAlias('void')`
    delete from publishing.account_report where space_id = ${space_id} and integration_id = ${integration_id} and number = ${number}`);
