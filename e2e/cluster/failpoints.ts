import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@space/runtime/testing';

/** Where a process is to die. */
export interface Failpoint {
  /** What the statement looks like. */
  readonly statement: string;
  /** Before it is sent; before it is sent with another first value than the last time; or with its rows in hand. */
  readonly when: 'before' | 'before a new place' | 'after rows';
}

/** Ways to hurt the processes of one cluster from within. */
export interface Failpoints {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Waits until a process of this service has died at the failpoint. */
  die(service: string, failpoint: Failpoint): Promise<void>;
  /** Moves the wall clock of a service's processes; of those that follow Postgres' clock, what they are told of that. */
  moveClock(service: string, milliseconds: number, clock?: 'wall' | 'database'): Promise<void>;
}

/** Prepares a folder of failpoints; `env` is what the processes are started with. */
export function failpoints(folder: string): Failpoints {
  return {
    folder,
    env: { SPACE_TEST_FAILPOINTS: folder, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'preloaded.ts')}` },
    async die(service, failpoint) {
      const file = join(folder, `${service}.fail`);
      await writeFile(`${file}.new`, JSON.stringify(failpoint));
      await rename(`${file}.new`, file);
      await eventually(
        () => {
          if (existsSync(file)) throw new Error(`The ${service} process sent no statement like ${failpoint.statement}.`);
        },
        { timeout: 60_000 },
      );
    },
    async moveClock(service, milliseconds, clock = 'wall') {
      const file = join(folder, `${service}.${clock}`);
      if (milliseconds === 0) await rm(file, { force: true });
      else {
        await writeFile(`${file}.new`, String(milliseconds));
        await rename(`${file}.new`, file);
      }
      // The processes look every 50 ms, and ask Postgres every second.
      await new Promise((seen) => setTimeout(seen, clock === 'wall' ? 150 : 1_500));
    },
  };
}
