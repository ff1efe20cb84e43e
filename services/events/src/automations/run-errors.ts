import { MAX_AUTOMATION_CHAIN, MAX_REPEATED_EVENT_BYTES, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';

/** The error of a run that exceeds the depth of a chain of automations (contract, U5). */
export const CHAIN_LIMIT_REACHED = `Not run: a chain of automations stops at ${MAX_AUTOMATION_CHAIN}, and this would be one more. Look for automations that start each other.`;

/** The error of a run of a Space that has too many unfinished runs. */
export const RUN_LIMIT_REACHED = `Not run: this Space has ${MAX_UNFINISHED_RUNS_PER_SPACE} unfinished runs, which is the maximum. Trigger fewer runs, or wait until some finish.`;

/** Returns the error of a run that was cancelled before the step with this number. */
export const cancelledBefore = (step: number): string =>
  step === 0
    ? 'Cancelled before step 0: no action was executed.'
    : `Cancelled before step ${step}: ${step === 1 ? 'step 0 was executed and is' : `steps 0 to ${step - 1} were executed and are`} not undone.`;

/** The error of a run that cannot be repeated, because its event is not stored. */
export const EVENT_NOT_STORED = `The run cannot be repeated: its event is not stored, because it has more than ${MAX_REPEATED_EVENT_BYTES / 1_024} KB or started no action. Run the automation with a payload.`;
