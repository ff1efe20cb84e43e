/** Runs what the first screen does not need, when the browser has nothing else to do. A browser without idle callbacks waits a second. */
export const whenIdle = (run: () => unknown): unknown =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 1_000);
