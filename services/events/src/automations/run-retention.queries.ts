import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';

/** Deletes at most `limit` finished runs that were created before `before`; returns how many. */
export const deleteExpiredRuns = async (database: CommonQueryMethods, before: string, limit: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.automation_run where (space_id, automation_id, id) in (
        select space_id, automation_id, id from events.automation_run
        where created_at < ${before}::timestamptz and due_at is null limit ${limit})`)
  ).rowCount;
