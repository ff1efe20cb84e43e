import { createSpaceQueue } from './space-queue.ts';

/** Runs a task after the tasks queued before it, and returns its result. */
export type FairQueue = <T>(owner: string, run: () => Promise<T>) => Promise<T>;

/** Returns a queue that runs one task at a time, in round-robin order of the owners, so that one owner with many tasks does not delay the others. */
export function createFairQueue(): FairQueue {
  const waiting = createSpaceQueue<() => Promise<void>>();
  let isBusy = false;

  async function runAll(): Promise<void> {
    isBusy = true;
    for (let run = waiting.shift(); run; run = waiting.shift()) await run();
    isBusy = false;
  }

  return function enqueue(owner, run) {
    return new Promise((resolve, reject) => {
      waiting.push(owner, () => run().then(resolve, reject));
      if (!isBusy) void runAll();
    });
  };
}
