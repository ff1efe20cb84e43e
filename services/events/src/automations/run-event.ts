import { automationRunCancelled, automationRunFailed, automationRunSucceeded } from '@space/contracts/events';
import { createEvent, type EmittedEvent } from '@space/event-log';

/** The statuses of a run that has ended. */
export type EndedStatus = 'succeeded' | 'failed' | 'cancelled';

/** The fields of a run that its last event names. */
interface EndedRun {
  readonly space_id: string;
  readonly automation_id: string;
  readonly id: string;
  /** The name of the automation when the run was queued. */
  readonly name: string;
  readonly event_id: string | null;
  readonly chain: number | undefined;
}

/** Returns the fields of the event of a run that has ended after `steps` actions. */
export const runEndedData = ({ automation_id, id, name, event_id }: EndedRun, steps: number) =>
  ({ automation_id, automation: name, run_id: id, started_by: event_id === null ? 'manual' : 'event', event_id, steps }) as const;

/** Returns the event of a run that has ended after `steps` actions; `error` is the reason of a failure. */
export function runEndedEvent(
  run: EndedRun,
  status: EndedStatus,
  { steps, error }: { readonly steps: number; readonly error: string | null },
  now: number,
): EmittedEvent {
  const { space_id, automation_id, name, chain } = run;
  const by = { space_id, actor: { kind: 'automation', id: automation_id, name }, chain } as const;
  const data = runEndedData(run, steps);
  if (status === 'succeeded') return createEvent(automationRunSucceeded, data, by, now);
  if (status === 'cancelled') return createEvent(automationRunCancelled, data, by, now);
  return createEvent(automationRunFailed, { ...data, error: error ?? '' }, by, now);
}
