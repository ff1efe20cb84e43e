/** Does what it is given one after the other, and answers what came of it. */
export type FairQueue = <T>(owner: string, act: () => Promise<T>) => Promise<T>;

/** A queue in which owners take turns: whoever has much to do waits behind the first thing of everybody else. */
export function createFairQueue(): FairQueue {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let isBusy = false;

  const doAll = async (): Promise<void> => {
    isBusy = true;
    for (let first = waiting.entries().next().value; first; first = waiting.entries().next().value) {
      const [owner, [act, ...more]] = first;
      // Behind all others, when there is more.
      waiting.delete(owner);
      if (more.length > 0) waiting.set(owner, more);
      await act!();
    }
    isBusy = false;
  };

  return (owner, act) =>
    new Promise((resolve, reject) => {
      waiting.getOrInsertComputed(owner, () => []).push(() => act().then(resolve, reject));
      if (!isBusy) void doAll();
    });
}
