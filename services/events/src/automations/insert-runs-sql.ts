import { sql, unnestRows } from '@space/database';

/** A run to queue. */
export interface NewRun {
  readonly id: string;
  readonly space_id: string;
  readonly automation_id: string;
  readonly name: string;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly event: string | null;
  readonly payload: string | null;
  /** The finished run that this one repeats; null for all others. */
  readonly rerun_of: string | null;
  readonly chain: number;
  readonly trace: string | null;
  /** The actions as JSON text. */
  readonly actions: string;
  readonly scopes: readonly string[];
  readonly key_id: string;
  readonly agent_id: string | null;
  /** The reason why it fails before it starts; null when it is queued. */
  readonly error: string | null;
}

/**
 * Builds the insert of runs, which returns the inserted ids, as a statement or as part of one. A run whose event has
 * started its automation before is left out, unless it repeats a run.
 */
export const insertRunsSql = (runs: readonly NewRun[], now: string) => sql.fragment`
  insert into events.automation_run
    (space_id, automation_id, id, name, status, event_id, event_type, event, payload, rerun_of, chain, trace, actions, scopes, key_id, agent_id, error, due_at, finished_at, created_at, updated_at)
  select n.space_id, n.automation_id, n.id, n.name, case when n.error is null then 'queued' else 'failed' end, n.event_id, n.event_type, n.event,
         n.payload, n.rerun_of, n.chain, n.trace, n.actions, array(select json_array_elements_text(n.scopes)), n.key_id, n.agent_id, n.error,
         case when n.error is null then ${now}::timestamptz end, case when n.error is not null then ${now}::timestamptz end,
         ${now}::timestamptz, ${now}::timestamptz
  from ${unnestRows(
    runs.map((run) => ({ ...run, scopes: JSON.stringify(run.scopes) })),
    {
      space_id: 'text',
      automation_id: 'text',
      id: 'text',
      name: 'text',
      event_id: 'text',
      event_type: 'text',
      event: 'text',
      payload: 'json',
      rerun_of: 'text',
      chain: 'int4',
      trace: 'text',
      actions: 'json',
      scopes: 'json',
      key_id: 'text',
      agent_id: 'text',
      error: 'text',
    },
    'n',
  )}
  on conflict do nothing
  returning id`;
