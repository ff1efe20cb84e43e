/** Runs of a property test by default (FC_RUNS). */
const DEFAULT_RUNS = 100;

/**
 * Returns the number of runs of an expensive random test: `full` when FC_RUNS is above its default, as in `.ci/run`,
 * otherwise a third.
 */
export const randomRuns = (full: number): number =>
  Number(process.env.FC_RUNS ?? DEFAULT_RUNS) > DEFAULT_RUNS ? full : Math.ceil(full / 3);
