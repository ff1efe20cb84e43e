import { statfs } from 'node:fs/promises';
import { storageFullProblem } from '@space/database';
import { type Log, metrics } from '@space/runtime';
import { runPeriodically } from '@space/worker';

const CHECK_MS = 2_000;
const MB = 1_048_576;

/** Free space that Postgres needs to start: the log of transactions grows by files of 16 MB. */
const MIN_START_MB = 64;

/** Changes are accepted again at this multiple of the floor, so that the state does not flap. */
const RESUME_FACTOR = 1.1;

/** Watches the free space of the disk of the data folder. Reads go on below the floor; changes are refused. */
export interface StorageGuard {
  /** Throws `unavailable` while there is less free space than the floor. */
  assertWritable(): void;
  /** Returns true if Postgres cannot start because of the disk. */
  isTooFullToStart(): boolean;
  stop(): void;
}

/** Starts to watch the disk of `folder`. A floor of 0 refuses nothing. */
export async function startStorageGuard(folder: string, floorMb: number, log: Log): Promise<StorageGuard> {
  let freeMb = Number.POSITIVE_INFINITY;
  let isFull = false;

  async function check(): Promise<void> {
    const { bavail, bsize } = await statfs(folder);
    freeMb = (bavail * bsize) / MB;
    metrics.storageFree.set({ volume: 'data' }, bavail * bsize);
    const wasFull = isFull;
    isFull = freeMb < floorMb * (wasFull ? RESUME_FACTOR : 1);
    metrics.storageFull.set(isFull ? 1 : 0);
    if (isFull === wasFull) return;
    const fields = { free_mb: Math.floor(freeMb), floor_mb: floorMb };
    if (isFull) log.error(fields, 'the disk is nearly full; changes are refused until it has more space than the floor');
    else log.info(fields, 'the disk has space again; changes are accepted');
  }

  await check();
  const stop = runPeriodically(CHECK_MS, check, (error) => log.warn({ err: error }, 'reading the free disk space failed; retrying in 2 s'));
  return {
    assertWritable() {
      if (isFull) throw storageFullProblem();
    },
    isTooFullToStart: () => freeMb < MIN_START_MB,
    stop,
  };
}
