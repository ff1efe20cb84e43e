import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@space/contracts/core';
import type { Action } from '@space/contracts/events';

/** The fields of a run that ended which say what of it can be reused. */
interface EndedRun {
  readonly status: string;
  /** Its actions as JSON text. */
  readonly actions: string;
  readonly succeeded: number;
  readonly answers: number;
}

/**
 * Returns the number of actions that a run which repeats another one from its failed step does not execute: those that succeeded.
 * Throws `conflict` when there is no failed step, when the automation has other actions there now, or when answers are not stored.
 */
export function reusableSteps({ status, actions, succeeded, answers }: EndedRun, current: string): number {
  if (status === 'succeeded') throw new Problem('conflict', 'The run succeeded, so no step of it failed; repeat it with begin: start.');
  const [before, now] = [actions, current].map((json) => JSON.parse(json) as Action[]) as [Action[], Action[]];
  const changed = before.slice(0, succeeded).findIndex((action, index) => !isSameCall(action, now[index]));
  if (changed !== -1)
    throw new Problem(
      'conflict',
      `Step ${changed} of the automation has changed since the run, so its answer does not count; repeat the run with begin: start.`,
    );
  if (now.length <= succeeded)
    throw new Problem('conflict', `The automation has no action after step ${succeeded - 1} any more; repeat the run with begin: start.`);
  if (answers < succeeded)
    throw new Problem('conflict', 'The answers of the earlier steps are not stored any more; repeat the run with begin: start.');
  return succeeded;
}

/** Returns true if two actions call the same operation with the same arguments; their names do not count. */
const isSameCall = (one: Action, other: Action | undefined): boolean =>
  one.operation === other?.operation && isDeepStrictEqual(one.arguments, other.arguments);
