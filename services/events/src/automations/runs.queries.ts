import { inPeriod, listQuery, orderOf, type PageInput, type PageQuery, type Period, sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { insertRunsSql, type NewRun } from './insert-runs-sql.ts';
import { repeatableEvent, reusableAnswers } from './repeatable-event-sql.ts';

const runColumns = sql.fragment`
  r.id, ${wireTime(sql.fragment`r.created_at`)} as created_at, ${wireTime(sql.fragment`r.updated_at`)} as updated_at,
  r.automation_id, r.status, case when r.event_id is null then 'manual' else 'event' end as started_by, r.event_id, r.event_type,
  r.rerun_of, ${wireTime(sql.fragment`r.cancel_requested_at`)} as cancel_requested_at, r.chain, r.error, ${wireTime(sql.fragment`r.started_at`)} as started_at, ${wireTime(sql.fragment`r.finished_at`)} as finished_at`;

/** The filters and the page of a list of runs, of one automation or of all of a Space. */
export interface RunList extends PageInput, Period {
  readonly sort: string;
  readonly automation_id?: string | undefined;
  readonly status?: string | undefined;
}

/** Builds a list of runs. */
export const listRuns = (space: string, { automation_id, status, since, until, sort, ...page }: RunList): PageQuery =>
  listQuery(page, {
    from: sql.fragment`events.automation_run as r`,
    alias: 'r',
    where: sql.fragment`r.space_id = ${space} ${automation_id ? sql.fragment`and r.automation_id = ${automation_id}` : sql.fragment``}
      ${status ? sql.fragment`and r.status = ${status}` : sql.fragment``}
      ${inPeriod(sql.fragment`r.created_at`, { since, until })}`,
    item: sql.fragment`(select row_to_json(x) from (select ${runColumns}, cardinality(r.steps) as steps_done) as x)`,
    ...orderOf(sort, 'r', {}),
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

const LockedRunRow = z.object({
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  name: z.string(),
  event_id: z.string().nullable(),
  event_type: z.string().nullable(),
  event: z.string().nullable(),
  payload: z.string().nullable(),
  chain: z.number(),
  steps: z.number(),
  is_ended: z.boolean(),
  /** True while a process executes it under a lease. */
  is_executing: z.boolean(),
  actions: z.string(),
  /** The number of actions that succeeded. */
  succeeded: z.number(),
  /** The number of actions of which an answer, or that there is none, is stored. */
  answers: z.number(),
});

/** Returns the state and the trigger of a run, locked until the transaction ends, or null. */
export const lockRun = (tx: CommonQueryMethods, space: string, automation: string, id: string, now: string) =>
  tx.maybeOne(sql.type(LockedRunRow)`
    select status, name, event_id, event_type, event, payload::text as payload, chain, cardinality(steps) as steps, due_at is null as is_ended,
           lease is not null and coalesce(due_at > ${now}::timestamptz, false) as is_executing,
           actions::text as actions, cardinality(step_results) as answers,
           (select count(*) from unnest(steps) as step where step ->> 'outcome' = 'succeeded') as succeeded
    from events.automation_run where space_id = ${space} and automation_id = ${automation} and id = ${id} for update`);

/** Ends a locked run that no process executes as cancelled. */
export const endCancelledRun = (tx: CommonQueryMethods, space: string, automation: string, id: string, error: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update events.automation_run
    set status = 'cancelled', error = ${error}, due_at = null, lease = null, step_results = ${reusableAnswers(sql.fragment`step_results`)}, finished_at = ${now}::timestamptz,
        event = ${repeatableEvent(sql.fragment`event`)},
        cancel_requested_at = coalesce(cancel_requested_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
    where space_id = ${space} and automation_id = ${automation} and id = ${id}`);

/** Marks a locked run, so that its process ends it before the next action; a marked run does not change. */
export const requestCancellation = (tx: CommonQueryMethods, space: string, automation: string, id: string, now: string) =>
  tx.query(sql.typeAlias('void')`
    update events.automation_run set cancel_requested_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where space_id = ${space} and automation_id = ${automation} and id = ${id} and cancel_requested_at is null`);

const UnfinishedRunRow = z.object({ id: z.string(), status: z.enum(['queued', 'running']) });

/** Returns the unfinished run that repeats another one, or null. */
export const findUnfinishedRerun = (tx: CommonQueryMethods, space: string, automation: string, of: string) =>
  tx.maybeOne(sql.type(UnfinishedRunRow)`
    select id, status from events.automation_run
    where space_id = ${space} and automation_id = ${automation} and rerun_of = ${of} and due_at is not null order by id limit 1`);

/** Copies the first `count` steps of a run with their answers to a run that repeats it. */
export const reuseSteps = (tx: CommonQueryMethods, space: string, automation: string, { from, to, count }: ReusedSteps) =>
  tx.query(sql.typeAlias('void')`
    update events.automation_run as n
    set step_results = o.step_results[1:${count}::int],
        steps = array(
          select case when step ->> 'reused_from' is null
                      then (left(step::text, -1) || ',"reused_from":' || to_json(o.id)::text || '}')::json else step end
          from unnest(o.steps[1:${count}::int]) with ordinality as s (step, number) order by number)
    from events.automation_run as o
    where n.space_id = ${space} and n.automation_id = ${automation} and n.id = ${to}
      and o.space_id = n.space_id and o.automation_id = n.automation_id and o.id = ${from}`);

/** The runs between which steps are copied, and the number of steps. */
interface ReusedSteps {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}
