import { runPeriodically } from './periodic.ts';
import type { Task } from './task.ts';

/** One action of a periodic task and its interval. */
export interface PeriodicJob {
  /** The pause between two runs, in milliseconds. */
  readonly everyMs: number;
  act(): Promise<void>;
}

/** The settings of a periodic task. */
export interface PeriodicOptions {
  readonly name: string;
  readonly jobs: readonly PeriodicJob[];
  /** Receives the error of a run; logs it. The next run follows as usual. */
  onError(error: unknown): void;
}

/** Returns a task that runs each job periodically. `stop` waits for the runs in progress. */
export function periodicTask({ name, jobs, onError }: PeriodicOptions): Task {
  const running = new Set<Promise<void>>();
  let stops: (() => void)[] = [];
  return {
    name,
    async start() {
      stops = jobs.map(({ everyMs, act }) =>
        runPeriodically(
          everyMs,
          () => {
            const run = act().finally(() => running.delete(run));
            running.add(run);
            return run;
          },
          onError,
        ),
      );
    },
    async stop() {
      for (const stop of stops) stop();
      await Promise.allSettled(running);
    },
  };
}
