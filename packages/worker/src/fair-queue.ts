/** Runs a task after the tasks queued before it, and returns its result. */
export type FairQueue = <T>(owner: string, run: () => Promise<T>) => Promise<T>;

/** Returns a queue that runs one task at a time, in round-robin order of the owners, so that one owner with many tasks does not delay the others. */
export function createFairQueue(): FairQueue {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isBusy = false;

  async function runAll(): Promise<void> {
    isBusy = true;
    for (let first = waiting.entries().next().value; first; first = waiting.entries().next().value) {
      const [owner, [run, ...rest]] = first;
      // An owner with more tasks goes to the end of the line.
      waiting.delete(owner);
      if (rest.length > 0) waiting.set(owner, rest);
      await run!();
    }
    isBusy = false;
  }

  return function enqueue(owner, run) {
    return new Promise((resolve, reject) => {
      waiting.getOrInsertComputed(owner, () => []).push(() => run().then(resolve, reject));
      if (!isBusy) void runAll();
    });
  };
}
