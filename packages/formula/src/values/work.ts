import { fail } from './evaluation-failure.ts';

/*
 * The work of an evaluation. One unit is about one character that a simple function reads, at most 2 nanoseconds. Units are
 * counted from the lengths of arguments, never from time, so that a formula has the same outcome on every machine. A function
 * charges its work before it does it.
 */

/** The work that one evaluation may still do. */
export interface WorkBudget {
  /** Units of work. */
  left: number;
  /** Milliseconds for replacements by patterns, the only work that cannot be counted beforehand. */
  patternMs: number;
  /** See `FormulaContext`. */
  readonly beforeWork?: ((units: number) => void) | undefined;
}

/** Takes units of work from a budget. Fails when the budget is spent, and then for all further work. */
export function charge(budget: WorkBudget, units: number): void {
  budget.left -= units;
  if (budget.left < 0) fail('too_slow');
  budget.beforeWork?.(units);
}

/** Units of work of each call of a function besides its texts and lists; most functions need far less. */
export const WORK_PER_CALL = 1_000;

/** Units of work per element of a list that a function reads or builds. */
export const WORK_PER_ELEMENT = 50;

/** Units of work to write one element of a list, which may be a long number, as text. */
export const WORK_PER_ELEMENT_TEXT = 300;
