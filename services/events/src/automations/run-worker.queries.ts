import { sql, unnestRows } from '@space/database';
import { type EmittedEvent, outboxRows, outboxTable } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { repeatableEvent, reusableAnswers } from './repeatable-event-sql.ts';

const ClaimedRun = z.object({
  space_id: z.string(),
  automation_id: z.string(),
  id: z.string(),
  name: z.string(),
  event_id: z.string().nullable(),
  event: z.string().nullable(),
  payload: z.string().nullable(),
  chain: z.number(),
  trace: z.string().nullable(),
  actions: z.string(),
  scopes: z.array(z.string()),
  key_id: z.string(),
  agent_id: z.string().nullable(),
  /** The number of executed actions. */
  done: z.number(),
  step_results: z.string(),
  attempt_count: z.number(),
  /** True if the run is to end before its next action. */
  is_cancelled: z.boolean(),
  /** The enabled state of the automation; null when it was deleted. */
  enabled: z.boolean().nullable(),
});

/** A claimed run with its progress. */
export type ClaimedRun = z.infer<typeof ClaimedRun>;

/** The parameters of a claim. */
export interface RunClaim {
  readonly now: string;
  readonly until: string;
  readonly lease: string;
  /** The free slots of the process, and so the most runs to claim. */
  readonly capacity: number;
  /** The most runs of one Space, those in progress included. */
  readonly capacity_per_space: number;
  /** The number of runs in progress by Space. */
  readonly running: ReadonlyMap<string, number>;
}

/**
 * Claims due runs under a lease and returns them: those of the Space with the fewest runs in progress first, the oldest of
 * equals. A run waits while its Space has as many runs in progress as slots are free, so each further Space that takes all it
 * can get leaves half of the free slots to others. Spaces are found by a loose index scan, so that a Space with many runs
 * costs no more than one with a single run.
 */
export const claimRuns = (database: CommonQueryMethods, claim: RunClaim) =>
  database.any(sql.prepared('claim-runs', ClaimedRun)`
    with recursive space as (
      (select space_id from events.automation_run where due_at is not null order by space_id limit 1)
      union all
      select (select r.space_id from events.automation_run as r where r.due_at is not null and r.space_id > space.space_id order by r.space_id limit 1)
      from space where space.space_id is not null
    ),
    queued as (
      select c.*, coalesce(busy.count, 0) + c.place as slots_of_space,
             row_number() over (order by coalesce(busy.count, 0) + c.place, c.due_at, c.space_id) as slot
      from space
      left join ${unnestRows(
        [...claim.running].map(([space_id, count]) => ({ space_id, count })),
        { space_id: 'text', count: 'int4' },
        'busy',
      )} on busy.space_id = space.space_id
      cross join lateral (
        select o.*, row_number() over (order by o.due_at) as place from (
          select r.space_id, r.automation_id, r.id, r.due_at from events.automation_run as r
          where r.space_id = space.space_id and r.due_at <= ${claim.now}::timestamptz
          order by r.due_at limit greatest(0, ${claim.capacity_per_space}::int - coalesce(busy.count, 0))
        ) as o
      ) as c
      where space.space_id is not null and not exists (select from events.closed_space as closed where closed.space_id = space.space_id)
    ),
    candidate as (select * from queued where slots_of_space + slot <= ${claim.capacity}::int + 1),
    due as (
      select r.space_id, r.automation_id, r.id from events.automation_run as r
      join candidate as c on c.space_id = r.space_id and c.automation_id = r.automation_id and c.id = r.id
      where r.due_at <= ${claim.now}::timestamptz
      for update of r skip locked
    )
    update events.automation_run as r
    set status = 'running', lease = ${claim.lease}, due_at = ${claim.until}::timestamptz,
        started_at = coalesce(r.started_at, ${claim.now}::timestamptz), updated_at = ${claim.now}::timestamptz
    from due left join events.automation as a on a.space_id = due.space_id and a.id = due.automation_id
    where r.space_id = due.space_id and r.automation_id = due.automation_id and r.id = due.id
    returning r.space_id, r.automation_id, r.id, r.name, r.event_id, r.event, r.payload::text as payload, r.chain, r.trace,
              r.actions::text as actions, r.scopes, r.key_id, r.agent_id, cardinality(r.steps) as done,
              array_to_json(r.step_results)::text as step_results, r.attempt_count,
              r.cancel_requested_at is not null as is_cancelled, a.enabled`);

/** The key of a run and the lease under which it is changed. */
export interface RunLease {
  readonly space_id: string;
  readonly automation_id: string;
  readonly id: string;
  readonly lease: string;
}

/** The new state of a run. */
export interface RunProgress {
  readonly now: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly error: string | null;
  /** The time at which the run is due or its lease ends; null when it is finished. */
  readonly due: string | null;
  /** True if this process continues the run. */
  readonly is_leased: boolean;
  readonly attempt_count: number;
  /** The number and the JSON of the action that ended just now, with the result that later actions read. */
  readonly step: { readonly index: number; readonly json: string; readonly result: string | null } | null;
  readonly events: readonly EmittedEvent[];
}

/**
 * Stores the progress of a run and inserts its events. Returns the enabled state of its automation and if the run is to be cancelled;
 * null when the lease was lost or the run was deleted, and then stores nothing. A run that waits to be cancelled is due immediately.
 */
export const saveRunProgress = (database: CommonQueryMethods, run: RunLease, { step, ...progress }: RunProgress) =>
  database.maybeOne(sql.prepared('save-run-progress', z.object({ enabled: z.boolean(), is_cancelled: z.boolean() }))`
    with change as (
      update events.automation_run as r
      set status = ${progress.status}, error = ${progress.error}, attempt_count = ${progress.attempt_count},
          due_at = case when ${progress.due}::timestamptz is null or ${progress.is_leased} or r.cancel_requested_at is null
                        then ${progress.due}::timestamptz else ${progress.now}::timestamptz end,
          lease = case when ${progress.is_leased} then r.lease end,
          steps = case when ${step?.json ?? null}::text is null then r.steps else array_append(r.steps, ${step?.json ?? null}::json) end,
          step_results = case when ${progress.due}::timestamptz is null and ${progress.status === 'succeeded'} then '{}'
                              when ${progress.due}::timestamptz is null then ${reusableAnswers(sql.fragment`r.step_results`)}
                              when ${step?.json ?? null}::text is null then r.step_results
                              else array_append(r.step_results, ${step?.result ?? null}::json) end,
          event = case when ${progress.due}::timestamptz is not null then r.event else ${repeatableEvent(sql.fragment`r.event`)} end,
          finished_at = case when ${progress.due}::timestamptz is null then ${progress.now}::timestamptz end,
          updated_at = ${progress.now}::timestamptz
      where r.space_id = ${run.space_id} and r.automation_id = ${run.automation_id} and r.id = ${run.id} and r.lease = ${run.lease}
        and cardinality(r.steps) = coalesce(${step?.index ?? null}::int, cardinality(r.steps))
      returning r.space_id, r.automation_id, r.cancel_requested_at is not null as is_cancelled
    ),
    emitted as (
      insert into ${outboxTable('events')} (id, space_id, type, body, trace)
      select * from (${outboxRows(progress.events, null)}) as event where exists (select from change)
    )
    select a.enabled, change.is_cancelled from change join events.automation as a on a.space_id = change.space_id and a.id = change.automation_id`);

/** Extends the lease of a run until a time; returns false if it was lost. */
export const renewLease = async (database: CommonQueryMethods, run: RunLease, until: string): Promise<boolean> =>
  (
    await database.query(sql.typeAlias('void')`
      update events.automation_run as r set due_at = ${until}::timestamptz
      where r.space_id = ${run.space_id} and r.automation_id = ${run.automation_id} and r.id = ${run.id} and r.lease = ${run.lease}`)
  ).rowCount === 1;

/** Deletes a leased run whose automation was deleted. */
export const deleteRun = (database: CommonQueryMethods, run: RunLease) =>
  database.query(sql.typeAlias('void')`
    delete from events.automation_run as r
    where r.space_id = ${run.space_id} and r.automation_id = ${run.automation_id} and r.id = ${run.id} and r.lease = ${run.lease}`);
