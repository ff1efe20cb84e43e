import { MAX_AUTOMATION_CHAIN, MAX_UNFINISHED_RUNS_PER_SPACE } from '@space/contracts/events';

/** The error of a run that exceeds the depth of a chain of automations (contract, U5). */
export const CHAIN_LIMIT_REACHED = `Not run: a chain of automations stops at ${MAX_AUTOMATION_CHAIN}, and this would be one more. Look for automations that start each other.`;

/** The error of a run of a Space that has too many unfinished runs. */
export const RUN_LIMIT_REACHED = `Not run: this Space has ${MAX_UNFINISHED_RUNS_PER_SPACE} unfinished runs, which is the maximum. Trigger fewer runs, or wait until some finish.`;
