/** Work of a queue that failed and waits for its retry, so that it delays no other work. */
export interface Postponed {
  /** Returns the keys that wait: the next list of due work leaves them out. */
  waiting(): string[];
  /** Postpones the work of a key after a failure, and returns the pause in milliseconds. Each failure of a key lengthens it. */
  postpone(key: string): number;
  /** Forgets the failures of a key: its work succeeded. */
  done(key: string): void;
  /** Returns the milliseconds until the first retry, or null when nothing waits. */
  untilNext(): number | null;
}

interface Failed {
  readonly failures: number;
  readonly until: number;
}

/** The time after its last failure for which a key that was not seen again is remembered, in milliseconds. */
const FORGET_AFTER_MS = 10 * 60_000;

/**
 * Creates the postponed work of one process, by the monotonic clock. `pauses` are in milliseconds; the last one repeats. A process that
 * restarts forgets them and tries everything again.
 */
export function createPostponed(pauses: readonly [number, ...number[]], now: () => number = () => performance.now()): Postponed {
  const failed = new Map<string, Failed>();
  return {
    waiting() {
      const at = now();
      for (const [key, { until }] of failed) if (until + FORGET_AFTER_MS <= at) failed.delete(key);
      return [...failed].flatMap(([key, { until }]) => (until > at ? key : []));
    },
    postpone(key) {
      const failures = (failed.get(key)?.failures ?? 0) + 1;
      const pause = pauses[Math.min(failures, pauses.length) - 1]!;
      failed.set(key, { failures, until: now() + pause });
      return pause;
    },
    done: (key) => void failed.delete(key),
    untilNext() {
      const at = now();
      const next = Math.min(...[...failed.values()].flatMap(({ until }) => (until > at ? until : [])));
      return next === Number.POSITIVE_INFINITY ? null : next - at;
    },
  };
}
