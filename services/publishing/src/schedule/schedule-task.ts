import { setTimeout as delay } from 'node:timers/promises';
import type { Ports, Task } from '@space/runtime';
import { createWakeup } from '@space/worker';

/** A kind of thing that happens when its time has come. */
export interface ScheduledJob {
  /** What it is, for the log. */
  readonly name: string;
  /** When the next one is due, in milliseconds since the epoch; null when none waits. */
  nextDue(): Promise<number | null>;
  /** Does the next one that is due, whole and once, in a transaction of its own; false when none was. */
  act(): Promise<boolean>;
}

/** Does what was planned when its time has come. */
export interface ScheduleTask extends Task {
  /** Looks now: something was planned that may be due soon. */
  readonly poll: () => void;
}

/** The net under the calls of `poll`, for what another process planned, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;
/** What fails is tried again this much later, in milliseconds. */
const RETRY_DELAY_MS = 1_000;
/** What is due and in other hands is looked at again this much later, in milliseconds. */
const BUSY_MS = 100;

/**
 * What is planned stands in Postgres as a time beside the thing itself, and nowhere else: a process that dies takes
 * nothing with it, and one that starts finds what became due meanwhile. Whoever acts takes the row for itself, passes over
 * rows that others have, and commits the change, its event and the end of the plan together; so several processes do each
 * thing once, and a process that is killed in between has done nothing.
 */
export function createScheduleTask({ clock, log }: Pick<Ports, 'clock' | 'log'>, kinds: readonly ScheduledJob[]): ScheduleTask {
  const bell = createWakeup();
  let stopped = true;
  let loop: Promise<unknown> = Promise.resolve();

  const follow = async (kind: ScheduledJob): Promise<void> => {
    while (!stopped)
      try {
        if (await kind.act()) continue;
        return;
      } catch (error) {
        log.warn({ err: error, planned: kind.name }, 'what was planned could not be done; trying again');
        await delay(RETRY_DELAY_MS);
        return;
      }
  };

  const untilNext = async (): Promise<number> => {
    const dues = await Promise.all(kinds.map((kind) => kind.nextDue().catch(() => null)));
    const next = Math.min(...dues.map((due) => due ?? Number.POSITIVE_INFINITY));
    const wait = next - clock.now();
    // What is due and was not done is in other hands, or waits for something else than its time.
    return wait <= 0 ? BUSY_MS : Math.min(POLL_INTERVAL_MS, wait);
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      bell.reset();
      await Promise.all(kinds.map(follow));
      if (!stopped) await bell.wait(await untilNext());
    }
  };

  return {
    name: 'schedule',
    poll: bell.notify,
    async start() {
      stopped = false;
      loop = run();
    },
    async stop() {
      stopped = true;
      bell.notify();
      await loop;
    },
  };
}
