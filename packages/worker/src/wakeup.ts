/** A signal that ends the sleep of one loop, as a condition variable does. */
export interface Wakeup {
  /** Ends the current wait, or the next one when the loop does not wait now, so that no notification is lost. */
  notify(): void;
  /** Discards a notification that the poll which begins now will answer. */
  reset(): void;
  /** Resolves after so many milliseconds, or as soon as `notify` is called. */
  wait(milliseconds: number): Promise<void>;
}

/** Returns a wake-up signal for one loop; two loops need two. */
export function createWakeup(): Wakeup {
  let isNotified = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    reset() {
      isNotified = false;
    },
    async wait(milliseconds) {
      if (isNotified) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, milliseconds);
      await promise;
      clearTimeout(timer);
    },
  };
}
