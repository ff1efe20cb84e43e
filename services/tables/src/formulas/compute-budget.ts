import { MAX_CALL_COMPUTE_MS, MAX_CALL_COMPUTED_BYTES } from '@space/contracts/tables';

/** The time that one call or batch may spend on the evaluation of formulas in the main thread, and the bytes that they may return. */
export interface ComputeBudget {
  /** Returns true when no time or no room is left. Only time between `resume` and `pause` counts. */
  isSpent(): boolean;
  /** Returns true when no room is left. */
  isFull(): boolean;
  /** Counts bytes of computed cells. */
  countBytes(bytes: number): void;
  /** Counts bytes if there is room for them. Returns false if there is not. */
  takeBytes(bytes: number): boolean;
  /** Begins a stretch of evaluation without a pause for other work. */
  resume(): void;
  /** Ends the stretch. */
  pause(): void;
}

/** Evaluations between two looks at the clock; one takes at most about 20 ms. */
const EVALUATIONS_PER_CHECK = 4;

/** Returns the budget of one call. */
export const createCallBudget = (): ComputeBudget => createComputeBudget(MAX_CALL_COMPUTE_MS, MAX_CALL_COMPUTED_BYTES);

/** Returns a budget of so many milliseconds and bytes. */
export function createComputeBudget(milliseconds: number, bytes = Number.POSITIVE_INFINITY): ComputeBudget {
  let left = milliseconds;
  let room = bytes;
  let since = performance.now();
  let count = 0;
  const update = () => {
    const now = performance.now();
    left -= now - since;
    since = now;
  };
  return {
    isSpent() {
      count += 1;
      if (left > 0 && count % EVALUATIONS_PER_CHECK === 0) update();
      return left <= 0 || room <= 0;
    },
    isFull: () => room <= 0,
    countBytes(count) {
      room -= count;
    },
    takeBytes(count) {
      if (count > room) return false;
      room -= count;
      return true;
    },
    resume() {
      since = performance.now();
    },
    pause: update,
  };
}
