import { listQuery, type PageInput, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { insertRunsSql, type NewRun } from './insert-runs-sql.ts';

const runColumns = sql.fragment`
  r.id, ${wireTime(sql.fragment`r.created_at`)} as created_at, ${wireTime(sql.fragment`r.updated_at`)} as updated_at,
  r.automation_id, r.status, case when r.event_id is null then 'manual' else 'event' end as started_by, r.event_id, r.event_type,
  r.chain, r.error, ${wireTime(sql.fragment`r.started_at`)} as started_at, ${wireTime(sql.fragment`r.finished_at`)} as finished_at`;

/** The filters and the page of a list of runs; `id` is the automation. */
export interface RunList extends PageInput {
  readonly id: string;
  readonly status?: string | undefined;
}

/** Builds the list of the runs of an automation, newest first. */
export const listRuns = (space: string, { id, status, ...page }: RunList): PageQuery =>
  listQuery(page, {
    from: sql.fragment`events.automation_run as r`,
    alias: 'r',
    where: sql.fragment`r.space_id = ${space} and r.automation_id = ${id} ${status ? sql.fragment`and r.status = ${status}` : sql.fragment``}`,
    item: sql.fragment`(select row_to_json(x) from (select ${runColumns}, cardinality(r.steps) as steps_done) as x)`,
  });

/** Returns one run of an automation with its step log as JSON text, or null. */
export const findRun = (database: CommonQueryMethods, space: string, automation: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select (select row_to_json(x) from (select ${runColumns}, r.payload, array_to_json(r.steps) as steps) as x)::text as json
    from events.automation_run as r where r.space_id = ${space} and r.automation_id = ${automation} and r.id = ${id}`);

const AutomationToRunRow = z.object({
  name: z.string(),
  enabled: z.boolean(),
  actions: z.string(),
  scopes: z.array(z.string()),
  key_id: z.string(),
  agent_id: z.string().nullable(),
});

/** Returns the fields of an automation that a run copies, locked against changes until the transaction ends, or null. */
export const findAutomationToRun = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(AutomationToRunRow)`
    select name, enabled, actions::text as actions, scopes, key_id, agent_id from events.automation where space_id = ${space} and id = ${id} for share`);

/** Inserts one run. */
export const insertRun = (tx: CommonQueryMethods, run: NewRun, now: string) =>
  tx.query(sql.typeAlias('void')`with run as (${insertRunsSql([run], now)}) select from run`);

/** Counts the unfinished runs of some Spaces, each up to `limit`; a Space without any is left out. */
export const countUnfinishedRuns = (database: CommonQueryMethods, spaces: readonly string[], limit: number) =>
  database.any(sql.type(z.object({ space_id: z.string(), count: z.number() }))`
    select s.space_id, count(*) as count
    from unnest(${sql.array([...spaces], 'text')}) as s (space_id)
    cross join lateral (
      select from events.automation_run as r where r.space_id = s.space_id and r.due_at is not null limit ${limit}
    ) as r
    group by s.space_id`);
