import type { Ports, Task } from '@space/runtime';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import { createPostponed, pollingTask } from '@space/worker';

const POLL_INTERVAL_MS = SECOND_MS;
/** The pause while due work is locked by another process, in milliseconds. */
const BUSY_DELAY_MS = 100;
/** The pauses of a task whose due work failed, in milliseconds. */
const RETRY_PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS] as const;

/** A task of a Space. */
interface TaskOfSpace {
  readonly space_id: string;
  readonly id: string;
}

/** Work that tasks have at a time. */
interface DueWork {
  /** Such as "giving back a claimed task", for the log. */
  readonly what: string;
  readonly name: string;
  /** Returns tasks with due work, the earliest first, except those `without`. */
  find(without: readonly string[]): Promise<readonly TaskOfSpace[]>;
  /** Does the due work of a task; false if another process has it. */
  act(space: string, id: string): Promise<boolean>;
  /** Returns the time of the next work, in milliseconds since the epoch, or null. */
  next(without: readonly string[]): Promise<number | null>;
}

/**
 * Returns the task that does due work, one task after the other. Work that fails is postponed, with a longer pause each time, so that it
 * delays no other.
 */
export function dueTasks({ clock, log }: Pick<Ports, 'clock' | 'log'>, { what, name, find, act, next }: DueWork): Task {
  const postponed = createPostponed(RETRY_PAUSES_MS);

  async function attempt(space_id: string, id: string): Promise<boolean> {
    try {
      const isDone = await act(space_id, id);
      postponed.done(id);
      return isDone;
    } catch (error) {
      const pause = postponed.postpone(id);
      log.warn({ err: error, space_id, task_id: id }, `${what} failed; retrying in ${pause / SECOND_MS} s`);
      return false;
    }
  }

  return pollingTask({
    name,
    intervalMs: POLL_INTERVAL_MS,
    async poll() {
      let done = 0;
      for (const { space_id, id } of await find(postponed.waiting())) if (await attempt(space_id, id)) done += 1;
      if (done > 0) return true;
      const at = await next(postponed.waiting());
      return at === null ? false : Math.max(BUSY_DELAY_MS, at - clock.now());
    },
    onError: (error) => log.warn({ err: error }, `${what} failed; retrying in 1 s`),
  });
}
