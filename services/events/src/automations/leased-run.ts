import type { Caller, Event } from '@space/contracts/core';
import type { Action } from '@space/contracts/events';
import type { ClaimedRun } from './run-worker.queries.ts';

/** A run that this process has leased and carries out. */
export interface LeasedRun extends ClaimedRun {
  readonly plan: readonly Action[];
  readonly lease: string;
  /** Who its actions are done by: the automation, with the scopes it was queued with, for the key that saved it. */
  readonly caller: Caller;
  /** What the actions before answered, as far as actions behind read it. */
  readonly answered: unknown[];
}

/** A run that was taken, ready to go on where it stands. */
export const toLeasedRun = (run: ClaimedRun, lease: string): LeasedRun => ({
  ...run,
  lease,
  plan: JSON.parse(run.actions) as Action[],
  answered: JSON.parse(run.answers) as unknown[],
  caller: {
    space_id: run.space_id,
    key_id: run.key_id,
    actor: { kind: 'automation', id: run.automation_id, name: run.name },
    scopes: run.scopes,
    chain: run.chain,
    ...(run.agent_id === null ? {} : { agent_id: run.agent_id }),
  },
});

/** What the merge tags of its next action read. */
export function mergeTagValues({ event: text, payload, answered }: LeasedRun) {
  const event = text === null ? undefined : (JSON.parse(text) as Event);
  return { event, contact: event?.data.contact, payload: payload === null ? {} : JSON.parse(payload), steps: answered };
}
