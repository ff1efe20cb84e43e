import type { Ports } from '@space/runtime';
import { type PollingTask, pollingTask } from '@space/worker';

/** A kind of scheduled change, for example publishing pages. */
export interface ScheduledJob {
  /** The kind, for the log. */
  readonly name: string;
  /** Returns the time at which the next row is due, in milliseconds since the epoch; null when no row waits. */
  nextDue(): Promise<number | null>;
  /** Processes due rows, each in a transaction of its own; returns false when nothing was due. */
  act(): Promise<boolean>;
}

/** The longest pause between two polls, in milliseconds: finds what other processes scheduled. */
const POLL_INTERVAL_MS = 1_000;
/** The pause after a poll that threw, in milliseconds. */
const RETRY_DELAY_MS = 1_000;
/** The pause while a due row is locked by another process or postponed, in milliseconds. */
const BUSY_DELAY_MS = 100;

/**
 * Returns the task that runs one kind of scheduled job.
 *
 * A schedule is a time in Postgres, in the row that it changes, and nowhere else: it survives the death of a process, and
 * a process that starts finds what became due meanwhile. A process locks the due row, skips rows that others have locked,
 * and commits the change, its event and the end of the schedule together. So several processes make each change once, and
 * a process that is killed before the commit has changed nothing.
 */
export function createJobTask({ clock, log }: Pick<Ports, 'clock' | 'log'>, job: ScheduledJob): PollingTask {
  return pollingTask({
    name: job.name,
    intervalMs: POLL_INTERVAL_MS,
    retryDelayMs: RETRY_DELAY_MS,
    async poll() {
      if (await job.act()) return true;
      const next = await job.nextDue().catch(() => null);
      if (next === null) return false;
      const wait = next - clock.now();
      return wait <= 0 ? BUSY_DELAY_MS : wait;
    },
    onError: (error) => log.warn({ err: error, kind: job.name }, 'scheduled job failed; retrying in 1 s'),
  });
}
