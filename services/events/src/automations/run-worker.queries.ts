import { sql } from '@space/database';
import { type EmittedEvent, outboxRows, outboxTable } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

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
  /** Actions that were carried out before. */
  done: z.number(),
  answers: z.string(),
  tries: z.number(),
  /** Whether the automation is switched on; null when it is there no more. */
  enabled: z.boolean().nullable(),
});

/** A run that was taken, and where it stands. */
export type ClaimedRun = z.infer<typeof ClaimedRun>;

/** What a look for runs goes by. */
export interface RunClaim {
  readonly now: string;
  readonly until: string;
  readonly lease: string;
  /** Runs at most. */
  readonly room: number;
  /** Runs of one Space at most, those included that are under way. */
  readonly room_per_space: number;
  /** How many runs of a Space are under way. */
  readonly running: ReadonlyMap<string, number>;
}

/**
 * Takes runs that are due under a lease: of every Space its oldest, before any Space has its second. Spaces are found by
 * jumping along the index from one to the next, so that a Space with many runs costs no more than one with a single one.
 */
export const claimRuns = (database: CommonQueryMethods, taking: RunClaim) =>
  database.any(sql.prepared('take-runs', ClaimedRun)`
    with recursive space as (
      (select space_id from events.automation_run where due_at is not null order by space_id limit 1)
      union all
      select (select r.space_id from events.automation_run as r where r.due_at is not null and r.space_id > space.space_id order by r.space_id limit 1)
      from space where space.space_id is not null
    ),
    candidate as (
      select c.* from space
      left join unnest(${sql.array([...taking.running.keys()], 'text')}, ${sql.array([...taking.running.values()], 'int4')}) as busy (space_id, count)
        on busy.space_id = space.space_id
      cross join lateral (
        select o.*, row_number() over (order by o.due_at) as place from (
          select r.space_id, r.automation_id, r.id, r.due_at from events.automation_run as r
          where r.space_id = space.space_id and r.due_at <= ${taking.now}::timestamptz
          order by r.due_at limit greatest(0, ${taking.room_per_space}::int - coalesce(busy.count, 0))
        ) as o
      ) as c
      where space.space_id is not null
      order by c.place, c.due_at limit ${taking.room}
    ),
    due as (
      select r.space_id, r.automation_id, r.id from events.automation_run as r
      join candidate as c on c.space_id = r.space_id and c.automation_id = r.automation_id and c.id = r.id
      where r.due_at <= ${taking.now}::timestamptz
      for update of r skip locked
    )
    update events.automation_run as r
    set state = 'running', lease = ${taking.lease}, due_at = ${taking.until}::timestamptz,
        started_at = coalesce(r.started_at, ${taking.now}::timestamptz), updated_at = ${taking.now}::timestamptz
    from due left join events.automation as a on a.space_id = due.space_id and a.id = due.automation_id
    where r.space_id = due.space_id and r.automation_id = due.automation_id and r.id = due.id
    returning r.space_id, r.automation_id, r.id, r.name, r.event_id, r.event, r.payload::text as payload, r.chain, r.trace,
              r.actions::text as actions, r.scopes, r.key_id, r.agent_id, cardinality(r.steps) as done, array_to_json(r.answers)::text as answers, r.tries,
              a.enabled`);

/** A run under the lease of whoever changes it. */
export interface RunLease {
  readonly space_id: string;
  readonly automation_id: string;
  readonly id: string;
  readonly lease: string;
}

/** What is written down of a run. */
export interface RunProgress {
  readonly now: string;
  readonly state: 'running' | 'succeeded' | 'failed';
  readonly error: string | null;
  /** When somebody must look at it again; null when it is over. */
  readonly due: string | null;
  /** Whether this process goes on with it. */
  readonly held: boolean;
  readonly tries: number;
  /** The action that was just carried out or refused, as JSON, and its number. */
  readonly step: { readonly index: number; readonly json: string; readonly answer: string | null } | null;
  readonly events: readonly EmittedEvent[];
}

/**
 * Writes down how a run stands, with its event. Answers whether its automation is switched on; null when the run is no
 * longer this process' to change: its lease was lost, or it was deleted.
 */
export const saveRunProgress = (database: CommonQueryMethods, run: RunLease, { step, ...noted }: RunProgress) =>
  database.maybeOneFirst(sql.prepared('note-run', z.object({ enabled: z.boolean() }))`
    with change as (
      update events.automation_run as r
      set state = ${noted.state}, error = ${noted.error}, tries = ${noted.tries}, due_at = ${noted.due}::timestamptz,
          lease = case when ${noted.held} then r.lease end,
          steps = case when ${step?.json ?? null}::text is null then r.steps else array_append(r.steps, ${step?.json ?? null}::json) end,
          answers = case when ${noted.due}::timestamptz is null then '{}'
                         when ${step?.json ?? null}::text is null then r.answers
                         else array_append(r.answers, ${step?.answer ?? null}::json) end,
          event = case when ${noted.due}::timestamptz is not null then r.event end,
          finished_at = case when ${noted.due}::timestamptz is null then ${noted.now}::timestamptz end,
          updated_at = ${noted.now}::timestamptz
      where r.space_id = ${run.space_id} and r.automation_id = ${run.automation_id} and r.id = ${run.id} and r.lease = ${run.lease}
        and cardinality(r.steps) = coalesce(${step?.index ?? null}::int, cardinality(r.steps))
      returning r.space_id, r.automation_id
    ),
    emitted as (
      insert into ${outboxTable('events')} (id, space_id, type, body, trace)
      select * from (${outboxRows(noted.events, null)}) as event where exists (select from change)
    )
    select a.enabled from change join events.automation as a on a.space_id = change.space_id and a.id = change.automation_id`);

/** Keeps a run until later, for an action that may take longer than a lease; answers whether it was still held. */
export const renewLease = async (database: CommonQueryMethods, run: RunLease, until: string): Promise<boolean> =>
  (
    await database.query(sql.typeAlias('void')`
      update events.automation_run as r set due_at = ${until}::timestamptz
      where r.space_id = ${run.space_id} and r.automation_id = ${run.automation_id} and r.id = ${run.id} and r.lease = ${run.lease}`)
  ).rowCount === 1;

/** Forgets a run whose automation is there no more. */
export const deleteRun = (database: CommonQueryMethods, run: RunLease) =>
  database.query(sql.typeAlias('void')`
    delete from events.automation_run as r
    where r.space_id = ${run.space_id} and r.automation_id = ${run.automation_id} and r.id = ${run.id} and r.lease = ${run.lease}`);

/** Removes runs that were over before `old`, at most `most`, and answers how many. */
export const deleteExpiredRuns = async (database: CommonQueryMethods, old: string, most: number): Promise<number> =>
  (
    await database.query(sql.typeAlias('void')`
      delete from events.automation_run where (space_id, automation_id, id) in (
        select space_id, automation_id, id from events.automation_run
        where created_at < ${old}::timestamptz and due_at is null limit ${most})`)
  ).rowCount;
