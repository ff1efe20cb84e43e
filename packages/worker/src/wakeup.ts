/** What a loop sleeps by: it sleeps until its time is over or somebody rings. */
export interface Alarm {
  /** Ends the sleep, or the next one when nobody sleeps, so that no ring is lost between a look and the sleep after it. */
  ring(): void;
  /** Forgets a ring that the look which begins now will answer. */
  reset(): void;
  sleep(milliseconds: number): Promise<void>;
}

/** An alarm for one loop. */
export function alarm(): Alarm {
  let rang = false;
  let wake = () => {};
  return {
    ring() {
      rang = true;
      wake();
    },
    reset() {
      rang = false;
    },
    async sleep(milliseconds) {
      if (rang) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, milliseconds);
      await promise;
      clearTimeout(timer);
    },
  };
}
