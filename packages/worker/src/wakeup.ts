/** What a loop sleeps by: it sleeps until its time is over or somebody rings. */
export interface Wakeup {
  /** Ends the sleep, or the next one when nobody sleeps, so that no ring is lost between a look and the sleep after it. */
  notify(): void;
  /** Forgets a ring that the look which begins now will answer. */
  reset(): void;
  wait(milliseconds: number): Promise<void>;
}

/** An alarm for one loop. */
export function createWakeup(): Wakeup {
  let rang = false;
  let wake = () => {};
  return {
    notify() {
      rang = true;
      wake();
    },
    reset() {
      rang = false;
    },
    async wait(milliseconds) {
      if (rang) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, milliseconds);
      await promise;
      clearTimeout(timer);
    },
  };
}
