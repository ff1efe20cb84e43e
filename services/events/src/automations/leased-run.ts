import type { Caller, Event } from '@space/contracts/core';
import type { Action } from '@space/contracts/events';
import type { ClaimedRun } from './run-worker.queries.ts';

/** A run that this process has leased and executes. */
export interface LeasedRun extends ClaimedRun {
  readonly plan: readonly Action[];
  readonly lease: string;
  /** The caller of its actions: the automation, with the scopes it was queued with and the key that saved it. */
  readonly caller: Caller;
  /** The results of the executed actions, as far as later actions read them; null for the others. */
  readonly results: unknown[];
}

/** Converts a claimed run to a leased one. */
export const toLeasedRun = (run: ClaimedRun, lease: string): LeasedRun => ({
  ...run,
  lease,
  plan: JSON.parse(run.actions) as Action[],
  results: JSON.parse(run.step_results) as unknown[],
  caller: {
    space_id: run.space_id,
    key_id: run.key_id,
    actor: { kind: 'automation', id: run.automation_id, name: run.name },
    scopes: run.scopes,
    chain: run.chain,
    ...(run.agent_id === null ? {} : { agent_id: run.agent_id }),
  },
});

/** Returns the values that the merge tags of the run's next action can read. */
export function mergeTagValues({ event: text, payload, results }: LeasedRun) {
  const event = text === null ? undefined : (JSON.parse(text) as Event);
  return { event, contact: event?.data.contact, payload: payload === null ? {} : JSON.parse(payload), steps: results };
}
