/** The time that one call or batch may spend on the evaluation of formulas in the main thread. */
export interface ComputeBudget {
  /** Returns true when no time is left. Only time between `resume` and `pause` counts. */
  isSpent(): boolean;
  /** Begins a stretch of evaluation without a pause for other work. */
  resume(): void;
  /** Ends the stretch. */
  pause(): void;
}

/** Evaluations between two looks at the clock; one takes at most about 20 ms. */
const EVALUATIONS_PER_CHECK = 4;

/** Returns a budget of so many milliseconds. */
export function createComputeBudget(milliseconds: number): ComputeBudget {
  let left = milliseconds;
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
      return left <= 0;
    },
    resume() {
      since = performance.now();
    },
    pause: update,
  };
}
