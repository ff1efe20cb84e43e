import type { CanUse } from '@space/contracts/core';
import { sql } from '@space/database';
import { type EmittedEvent, outboxRows, outboxTable } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { insertRuns, type NewRun } from './runs.queries.ts';

const TriggeredAutomation = z.object({
  id: z.string(),
  space_id: z.string(),
  name: z.string(),
  event_type: z.string(),
  filters: z.record(z.string(), z.unknown()),
  actions: z.string(),
  scopes: z.array(z.string()),
  key_id: z.string(),
  agent_id: z.string().nullable(),
  /** What the agent may use whose key it acts for; null when it acts for no agent's. */
  can_use: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.number(),
  recorded_at: z.number(),
});

/** An automation that starts from events. */
export type TriggeredAutomation = z.infer<typeof TriggeredAutomation> & { readonly can_use: CanUse | null };

/** The enabled automations of some Spaces that start from some types. */
export const findTriggeredAutomations = (
  database: CommonQueryMethods,
  spaces: readonly string[],
  types: readonly string[],
): Promise<readonly TriggeredAutomation[]> =>
  database.any(sql.prepared('automations-of', TriggeredAutomation)`
    select a.id, a.space_id, a.name, a.event_type, a.filters, a.actions::text as actions, a.scopes, a.key_id, a.agent_id, a.created_at, a.recorded_at,
           case when a.agent_id is not null then coalesce(agent.can_use, '{}') end as can_use
    from events.automation as a left join events.agent as agent on agent.space_id = a.space_id and agent.id = a.agent_id
    where a.space_id = any(${sql.array([...spaces], 'text')}) and a.event_type = any(${sql.array([...types], 'text')}) and a.enabled`);

/** Queues runs in one statement and emits an event for each that ends at once; runs that were queued before change nothing. */
export const queueRuns = (
  database: CommonQueryMethods,
  runs: readonly NewRun[],
  failures: readonly (EmittedEvent & { readonly run_id: string })[],
  now: string,
) =>
  database.oneFirst(sql.type(z.object({ count: z.number() }))`
    with inserted as (${insertRuns(runs, now)}),
    emitted as (
      insert into ${outboxTable('events')} (id, space_id, type, body, trace)
      select event.* from (${outboxRows(failures, null)}) as event
      join unnest(${sql.array(
        failures.map((event) => event.id),
        'text',
      )}, ${sql.array(
        failures.map((event) => event.run_id),
        'text',
      )}) as of (event_id, run_id) on of.event_id = event.id
      join inserted on inserted.id = of.run_id
    )
    select count(*) from inserted`);
