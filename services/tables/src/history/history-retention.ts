import type { Clock, Database } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import { columnPurger } from './column-retention.ts';
import { foldTallies } from './merge-row-counts.queries.ts';
import { beginning, collectHistory } from './row-history-retention.queries.ts';

const SWEEP_MS = 60_000;
const FOLD_MS = 10_000;

/** What the janitor works with. */
export type JanitorPorts = Pick<Ports, 'database' | 'clock' | 'log'>;

/**
 * Clears away behind the rows: versions that nobody can ask for any more, cells of deleted columns that no snapshot can
 * bring back, and the many small lines of the tally. Each round does a bounded part; several processes may do it at once.
 */
export function historyJanitor({ database, clock, log }: JanitorPorts): Task {
  let endings: (() => void)[] = [];
  const working = new Set<Promise<void>>();
  const sweep = historySweep(database, clock);
  const failed = (error: unknown) => log.warn({ err: error }, 'the history could not be cleared; trying again');
  const watched = (act: () => Promise<void>) => () => {
    const work = act().finally(() => working.delete(work));
    working.add(work);
    return work;
  };
  return {
    name: 'history-janitor',
    async start() {
      endings = [
        runPeriodically(SWEEP_MS, watched(sweep), failed),
        runPeriodically(
          FOLD_MS,
          watched(() => foldTallies(database)),
          failed,
        ),
      ];
    },
    async stop() {
      for (const end of endings) end();
      await Promise.allSettled(working);
    },
  };
}

/** One round of clearing: old versions, then cells of deleted columns. It remembers how far it came. */
export function historySweep(database: Database, clock: Clock): () => Promise<void> {
  const purge = columnPurger(database);
  let place = beginning;
  return async () => {
    place = await collectHistory(database, clock.now(), place);
    await purge();
  };
}
