import type { AttemptRecord } from './attempt-recorder.queries.ts';
import type { Job } from './job.ts';

/** The window stays open while attempts end: it closes when none has ended for this long. */
const IDLE_MS = 20;
/** The window closes after this time in any case. */
const MAX_OPEN_MS = 250;

/** The deliveries of one batch of events whose first attempts begin before they are stored (ADR 25). */
export interface UnstoredDeliveries {
  /** Takes the outcome of an attempt. Resolves immediately while the window is open, and otherwise when the outcome is stored. */
  record(attempt: AttemptRecord): Promise<void>;
  /** Ends the wait for a delivery that is not attempted; resolves when it is stored. */
  leave(job: Pick<Job, 'delivery_id'>): Promise<void>;
  /** Returns true when the deliveries could not be stored: attempts that have not begun are left out, since their events come again. */
  hasFailed(): boolean;
}

/** The deliveries with the methods of the consumer that stores them. */
export interface AttemptWindow extends UnstoredDeliveries {
  /** Closes the window when all attempts have ended or took too long. Returns the attempts that succeeded, by delivery id. */
  close(): Promise<ReadonlyMap<number, AttemptRecord>>;
  /** Records failures, and outcomes that came late, like those of any delivery, now that all are stored. Resolves when the failures are recorded. */
  resolveStored(): Promise<void>;
  /** Resolves when the deliveries are stored; rejects when they cannot be. */
  readonly stored: Promise<void>;
  /** Rejects the waits, since the deliveries cannot be stored. Their events are not acked, so they come again. */
  rejectStored(error: unknown): void;
}

/**
 * Opens the window of a batch in which `count` first attempts begin. An attempt that succeeds while it is open is stored
 * with its delivery, in one insert. `recordStored` records the attempt of a delivery that is stored.
 */
export function openAttemptWindow(count: number, recordStored: (attempt: AttemptRecord) => Promise<void>): AttemptWindow {
  const succeeded = new Map<number, AttemptRecord>();
  const others: AttemptRecord[] = [];
  const storing = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // Rejections reach those that wait for it; without any, there is nothing to report.
  storing.promise.catch(() => {});
  let left = count;
  let isOpen = true;
  let isFailed = false;

  function end(): void {
    left -= 1;
    if (left === 0) ended.resolve();
  }

  async function recordLate(attempt: AttemptRecord): Promise<void> {
    await storing.promise;
    await recordStored(attempt);
  }

  return {
    async record(attempt) {
      if (!isOpen) return recordLate(attempt);
      if (attempt.status === 'succeeded') succeeded.set(attempt.delivery_id, attempt);
      else others.push(attempt);
      end();
    },
    async leave() {
      if (isOpen) end();
      await storing.promise;
    },
    async close() {
      const openedAt = performance.now();
      let before = left;
      const timer = setInterval(function closeIfIdle() {
        if (left === before || performance.now() - openedAt > MAX_OPEN_MS) ended.resolve();
        before = left;
      }, IDLE_MS);
      if (left > 0) await ended.promise;
      clearInterval(timer);
      isOpen = false;
      return succeeded;
    },
    async resolveStored() {
      storing.resolve();
      await Promise.all(others.map(recordStored));
    },
    rejectStored(error) {
      isFailed = true;
      storing.reject(error);
    },
    hasFailed: () => isFailed,
    stored: storing.promise,
  };
}
