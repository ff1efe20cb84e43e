import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@space/runtime/testing';

/** The statement at which a process is killed. */
export interface Failpoint {
  /** A regular expression that matches the statement. */
  readonly statement: string;
  /** Before it is sent; before it is sent with another first value than the previous time; or after its rows arrived. */
  readonly when: 'before' | 'before a new place' | 'after rows';
}

/** Injects faults into the processes of one cluster. */
export interface Failpoints {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Sets a failpoint and waits until a process of this service has been killed there. */
  die(service: string, failpoint: Failpoint): Promise<void>;
  /** Moves the wall clock of a service's processes, or the clock that they read from Postgres. */
  moveClock(service: string, milliseconds: number, clock?: 'wall' | 'database'): Promise<void>;
}

/** Prepares a folder of failpoints; `env` belongs into the environment of the processes. */
export function failpoints(folder: string): Failpoints {
  return {
    folder,
    env: { SPACE_TEST_FAILPOINTS: folder, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'failpoints-preload.ts')}` },
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
      // The processes read the files every 50 ms, and the clock of Postgres every second.
      await new Promise((seen) => setTimeout(seen, clock === 'wall' ? 150 : 1_500));
    },
  };
}
