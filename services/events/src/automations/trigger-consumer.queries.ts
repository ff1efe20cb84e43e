import type { CanUse } from '@space/contracts/core';
import { sql, unnestRows } from '@space/database';
import { type EmittedEvent, outboxRows, outboxTable } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { insertRunsSql, type NewRun } from './insert-runs-sql.ts';

const TriggeredRow = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  event_type: z.string(),
  filters: z.record(z.string(), z.unknown()),
  actions: z.string(),
  scopes: z.array(z.string()),
  key_id: z.string(),
  agent_id: z.string().nullable(),
  /** The Can use list of the agent whose key it uses; null when that is no agent's key. */
  can_use: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.number(),
  recorded_at: z.number(),
});

/** An automation that events can trigger. */
export type TriggeredAutomation = z.infer<typeof TriggeredRow> & { readonly can_use: CanUse | null };

/** Returns the enabled automations of some Spaces that events of some types can trigger. */
export const findTriggeredAutomations = (
  database: CommonQueryMethods,
  spaces: readonly string[],
  types: readonly string[],
): Promise<readonly TriggeredAutomation[]> =>
  database.any(sql.prepared('find-triggered-automations', TriggeredRow)`
    select a.id, a.space_id, a.name, a.event_type, a.filters, a.actions::text as actions, a.scopes, a.key_id, a.agent_id, a.created_at, a.recorded_at,
           case when a.agent_id is not null then coalesce(agent.can_use, '{}') end as can_use
    from events.automation as a left join events.agent as agent on agent.space_id = a.space_id and agent.id = a.agent_id
    where a.space_id = any(${sql.array([...spaces], 'text')}) and a.event_type = any(${sql.array([...types], 'text')}) and a.enabled`);

/**
 * Queues runs and inserts an event for each that fails before it starts, in one statement. Returns how many runs were new;
 * runs that were queued before change nothing.
 */
export const queueRuns = (
  database: CommonQueryMethods,
  runs: readonly NewRun[],
  failures: readonly (EmittedEvent & { readonly run_id: string })[],
  now: string,
) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with inserted as (${insertRunsSql(runs, now)}),
    emitted as (
      insert into ${outboxTable('events')} (id, space_id, type, body, trace)
      select event.* from (${outboxRows(failures, null)}) as event
      join ${unnestRows(
        failures.map(({ id, run_id }) => ({ event_id: id, run_id })),
        { event_id: 'text', run_id: 'text' },
        'of_run',
      )} on of_run.event_id = event.id
      join inserted on inserted.id = of_run.run_id
    )
    select count(*) from inserted`);
