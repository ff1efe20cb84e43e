import type { Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';

const FLUSH_MS = 3_000;

/** Writes down every few seconds what was noted in memory, and once more at the end. */
export function flushTask(name: string, { flush }: { flush(): Promise<void> }): Task {
  let stop = () => {};
  return {
    name,
    async start() {
      stop = runPeriodically(FLUSH_MS, flush, () => {});
    },
    async stop() {
      stop();
      await flush();
    },
  };
}
