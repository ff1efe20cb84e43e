import { decodeCursor, type PageQuery, sql, wireTime } from '@space/database';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const runFields = (r: FragmentSqlToken) => sql.fragment`
  ${r}.id, ${wireTime(sql.fragment`${r}.created_at`)} as created_at, ${wireTime(sql.fragment`${r}.updated_at`)} as updated_at,
  ${r}.automation_id, ${r}.state, case when ${r}.event_id is null then 'manual' else 'event' end as started_by, ${r}.event_id, ${r}.event_type,
  ${r}.chain, ${r}.error, ${wireTime(sql.fragment`${r}.started_at`)} as started_at, ${wireTime(sql.fragment`${r}.finished_at`)} as finished_at`;

const r = sql.fragment`r`;

/** The page of runs of an automation, newest first. */
export function listRuns(
  space: string,
  list: { id: string; state?: string | undefined; limit: number; cursor?: string | undefined; include_total: boolean },
): PageQuery {
  const matching = sql.fragment`r.space_id = ${space} and r.automation_id = ${list.id}
    ${list.state ? sql.fragment`and r.state = ${list.state}` : sql.fragment``}`;
  const behind = list.cursor ? sql.fragment`and r.id < ${decodeCursor(list.cursor, 'text')[0]}` : sql.fragment``;
  return {
    limit: list.limit,
    rows: sql.fragment`
      select json_build_array(r.id)::text as key,
             (select row_to_json(x) from (select ${runFields(r)}, cardinality(r.steps) as steps_done) as x)::text as item
      from (select * from events.automation_run as r where ${matching} ${behind} order by r.id desc limit ${list.limit + 1}) as r`,
    total: list.include_total ? sql.fragment`select count(*) from events.automation_run as r where ${matching}` : undefined,
  };
}

/** One run of one automation with its step log, as JSON; null when there is none. */
export const findRun = (database: CommonQueryMethods, space: string, automation: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ json: z.string() }))`
    select (select row_to_json(x) from (select ${runFields(r)}, r.payload, array_to_json(r.steps) as steps) as x)::text as json
    from events.automation_run as r where r.space_id = ${space} and r.automation_id = ${automation} and r.id = ${id}`);

/** Whether an automation is in a Space. */
export const isAutomation = (database: CommonQueryMethods, space: string, id: string): Promise<boolean> =>
  database.exists(sql.type(z.unknown())`select from events.automation where space_id = ${space} and id = ${id}`);

const AutomationToRunRow = z.object({
  name: z.string(),
  enabled: z.boolean(),
  actions: z.string(),
  scopes: z.array(z.string()),
  key_id: z.string(),
  agent_id: z.string().nullable(),
});

/** What a run of an automation needs to know of it, or null. */
export const findAutomationToRun = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(AutomationToRunRow)`
    select name, enabled, actions::text as actions, scopes, key_id, agent_id from events.automation where space_id = ${space} and id = ${id} for share`);

/** A run that is to be queued. */
export interface NewRun {
  readonly id: string;
  readonly space_id: string;
  readonly automation_id: string;
  readonly name: string;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly event: string | null;
  readonly payload: string | null;
  readonly chain: number;
  readonly trace: string | null;
  /** The actions as JSON text. */
  readonly actions: string;
  readonly scopes: readonly string[];
  readonly key_id: string;
  readonly agent_id: string | null;
  /** Why it ends before it begins; null when it is queued. */
  readonly error: string | null;
}

const texts = (runs: readonly NewRun[], value: (run: NewRun) => string | null) => sql.array(runs.map(value), 'text');

/** The insert of runs, to stand alone or in a statement with more; those that an event has started before are left out. */
export const insertRuns = (runs: readonly NewRun[], now: string) => sql.fragment`
  insert into events.automation_run
    (space_id, automation_id, id, name, state, event_id, event_type, event, payload, chain, trace, actions, scopes, key_id, agent_id, error, due_at, finished_at, created_at, updated_at)
  select n.space_id, n.automation_id, n.id, n.name, case when n.error is null then 'queued' else 'failed' end, n.event_id, n.event_type, n.event,
         n.payload::json, n.chain, n.trace, n.actions::json, array(select json_array_elements_text(n.scopes::json)), n.key_id, n.agent_id, n.error,
         case when n.error is null then ${now}::timestamptz end, case when n.error is not null then ${now}::timestamptz end,
         ${now}::timestamptz, ${now}::timestamptz
  from unnest(
    ${texts(runs, (run) => run.space_id)}, ${texts(runs, (run) => run.automation_id)}, ${texts(runs, (run) => run.id)},
    ${texts(runs, (run) => run.name)}, ${texts(runs, (run) => run.event_id)}, ${texts(runs, (run) => run.event_type)},
    ${texts(runs, (run) => run.event)}, ${texts(runs, (run) => run.payload)},
    ${sql.array(
      runs.map((run) => run.chain),
      'int4',
    )},
    ${texts(runs, (run) => run.trace)}, ${texts(runs, (run) => run.actions)}, ${texts(runs, (run) => JSON.stringify(run.scopes))},
    ${texts(runs, (run) => run.key_id)}, ${texts(runs, (run) => run.agent_id)}, ${texts(runs, (run) => run.error)}
  ) as n (space_id, automation_id, id, name, event_id, event_type, event, payload, chain, trace, actions, scopes, key_id, agent_id, error)
  on conflict do nothing
  returning id`;

/** How many runs of these Spaces are not over, each counted up to `most`; Spaces without any are left out. */
export const countUnfinishedRuns = (database: CommonQueryMethods, spaces: readonly string[], most: number) =>
  database.any(sql.type(z.object({ space_id: z.string(), count: z.number() }))`
    select s.space_id, count(*) as count
    from unnest(${sql.array([...spaces], 'text')}) as s (space_id)
    cross join lateral (
      select from events.automation_run as r where r.space_id = s.space_id and r.due_at is not null limit ${most}
    ) as r
    group by s.space_id`);
