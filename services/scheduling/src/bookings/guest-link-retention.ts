import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import { deleteExpiredLinks } from './guest-links.ts';

const LOOK_MS = 60_000;

/** Forgets the links of bookings that were over some weeks ago; any number of processes may do this at once. */
export const guestLinkRetention = ({ database, clock, log }: Pick<Ports, 'database' | 'clock' | 'log'>): Task => {
  let stop = () => {};
  return {
    name: 'links of guests',
    async start() {
      stop = runPeriodically(
        LOOK_MS,
        async () => {
          await deleteExpiredLinks(database, clock.now());
        },
        (error) => log.warn({ err: error }, 'old links of guests were not forgotten; trying again'),
      );
    },
    async stop() {
      stop();
    },
  };
};
