import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@space/database/embedded';
import { memoryFolder } from './memory-folder.ts';

/** Each run has a folder here, named by its process id, so that a later run can remove those of killed runs. */
const folders = join(memoryFolder(), 'space-test-postgres');
const own = join(folders, String(process.pid));

let running: EmbeddedPostgres | undefined;

/** The Postgres of one test run, without durability. It ends with the run. */
export const disposablePostgres = {
  /** Starts it and returns its URL. */
  async start(): Promise<string> {
    await mkdir(folders, { recursive: true });
    clearLeftOvers();
    running = await startEmbeddedPostgres({ folder: own, disposable: true });
    process.once('exit', () => remove(own));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
    return running.url;
  },

  /** Stops it and removes its data; does nothing if it does not run. */
  async stop(): Promise<void> {
    if (!running) return;
    await running.stop();
    remove(own);
  },
};

/** Removes the servers and folders of runs that have ended. */
function clearLeftOvers(): void {
  for (const name of readdirSync(folders)) if (!alive(Number(name))) remove(join(folders, name));
}

/** Kills the server of a folder if it runs, and deletes the folder. */
function remove(folder: string): void {
  const file = join(folder, 'data', 'postmaster.pid');
  if (existsSync(file)) kill(Number(readFileSync(file, 'utf8').split('\n')[0]));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It ended by itself.
  }
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
