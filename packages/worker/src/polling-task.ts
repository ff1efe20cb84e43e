import type { Task } from './task.ts';
import { createWakeup } from './wakeup.ts';

/** A loop that polls for due work. */
export interface PollingTask extends Task {
  /** Polls now: work was queued that may be due. */
  notify(): void;
}

/** The settings of a polling task. */
export interface PollingOptions {
  readonly name: string;
  /**
   * Claims and processes due work. Returns true when there may be more, so that the next poll follows without a pause;
   * false when nothing was due; or the milliseconds until the next work is due, which shorten the interval.
   */
  poll(): Promise<boolean | number>;
  /** The longest pause between two polls, in milliseconds: finds what other processes queued or left when they died. */
  readonly intervalMs: number;
  /** The pause after a poll that threw, in milliseconds; default 1,000. */
  readonly retryDelayMs?: number;
  /** Receives the error of a poll; logs it. The next poll follows after `retryDelayMs`. */
  onError(error: unknown): void | Promise<void>;
}

const DEFAULT_RETRY_DELAY_MS = 1_000;

/**
 * Returns a loop that polls until nothing is due and then waits for `notify` or the interval. One poll runs at a time.
 * `stop` lets the poll in progress end; it does not wait for the interval or a retry delay.
 */
export function pollingTask({ name, poll, intervalMs, retryDelayMs = DEFAULT_RETRY_DELAY_MS, onError }: PollingOptions): PollingTask {
  const wakeup = createWakeup();
  const stopping = createWakeup();
  let isStopped = true;
  let loop = Promise.resolve();

  async function pollUntilStopped(): Promise<void> {
    while (!isStopped)
      try {
        wakeup.reset();
        const next = await poll();
        if (next === true || isStopped) continue;
        await wakeup.wait(next === false ? intervalMs : Math.min(intervalMs, Math.max(0, next)));
      } catch (error) {
        await onError(error);
        await stopping.wait(retryDelayMs);
      }
  }

  return {
    name,
    notify: wakeup.notify,
    async start() {
      isStopped = false;
      stopping.reset();
      loop = pollUntilStopped();
    },
    async stop() {
      isStopped = true;
      wakeup.notify();
      stopping.notify();
      await loop;
    },
  };
}
