import type { Signals } from '@space/bus';
import { FEED_GREW, FEED_WAITS_END } from '@space/contracts';
import type { Task } from '@space/runtime';

/** Wakes whoever waits for events of a Space. */
export interface FeedWatch extends Task {
  /** Begins to listen for events of a Space, or undefined when too many wait already or this process stops. */
  listen(space: string): FeedEar | undefined;
}

/** Why a wait is over. */
type Wake = 'grew' | 'ended' | 'quiet';

/** One who waits. What comes between `listen` and `wait` is not missed. */
interface FeedEar {
  /** Waits until events may have come, the wait is ended because somebody stops, or the time is over. */
  wait(milliseconds: number): Promise<Wake>;
  close(): void;
}

/** Calls that wait in one process for events of one Space; one more is answered at once. */
const MAX_WAITING = 200;

/** The waits of this process, woken by what consumers say on the bus. */
export function feedWatch(bus: Signals): FeedWatch {
  const waiting = new Map<string, Set<(why: Wake) => void>>();
  const endings: (() => void)[] = [];
  let stopped = false;

  const wakeAll = (): void => {
    for (const wakes of waiting.values()) for (const wake of [...wakes]) wake('ended');
  };

  return {
    name: 'feed-watch',
    async start() {
      endings.push(
        bus.subscribe(FEED_GREW, (payload) => {
          for (const space of Buffer.from(payload).toString().split(',')) for (const wake of [...(waiting.get(space) ?? [])]) wake('grew');
        }),
        bus.subscribe(FEED_WAITS_END, wakeAll),
      );
    },
    async stop() {
      stopped = true;
      for (const end of endings) end();
      wakeAll();
    },
    listen(space) {
      const others = waiting.get(space) ?? new Set();
      if (stopped || others.size >= MAX_WAITING) return undefined;
      let woken: Wake | undefined;
      let heard = () => {};
      const wake = (why: Wake): void => {
        woken ??= why;
        heard();
      };
      waiting.set(space, others.add(wake));
      return {
        async wait(milliseconds) {
          if (woken === undefined) {
            const { promise, resolve } = Promise.withResolvers<void>();
            heard = resolve;
            const timer = setTimeout(resolve, milliseconds);
            await promise;
            clearTimeout(timer);
          }
          const why = woken ?? 'quiet';
          woken = undefined;
          return why;
        },
        close() {
          others.delete(wake);
          if (others.size === 0 && waiting.get(space) === others) waiting.delete(space);
        },
      };
    },
  };
}
