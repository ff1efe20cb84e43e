import { ACTIVITY_DAYS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime, isTransientError, sqlState } from '@space/database';
import type { Log, Task } from '@space/runtime';
import { runPeriodically } from '@space/worker';
import { insertLines, type NewLine, removeOldLines, wasFull } from './activity.queries.ts';

/** Writes down which calls were made; best-effort: a process that is killed takes the last half second with it. */
export interface ActivityLog extends Task {
  note(line: NewLine): void;
}

const WRITE_MS = 500;
const SWEEP_MS = 60_000;
const DAY_MS = 86_400_000;
/** Lines of one statement. */
const MAX_LINES = 1_000;
/** Lines that wait while Postgres does not answer; what comes behind them is not written. */
const MAX_WAITING = 20_000;

/** The log of one gateway: lines are collected and written together, so that a call waits for none. */
export function activityLog(database: Database, clock: Clock, log: Log): ActivityLog {
  let waiting: NewLine[] = [];
  let dropped = 0;
  /** Lines at the front that are written one by one, since one of them was refused. */
  let singly = 0;
  let endings: (() => void)[] = [];

  const writeNext = async (): Promise<void> => {
    const lines = waiting.slice(0, singly > 0 ? 1 : MAX_LINES);
    try {
      await insertLines(database, lines);
    } catch (error) {
      if (!isOfItsData(error)) throw error;
      if (lines.length > 1) {
        singly = lines.length;
        return;
      }
      const { space_id, operation, request_id } = lines[0]!;
      log.error({ err: error, space_id, operation, request_id }, 'a line of the activity log was left out: it cannot be kept');
    }
    waiting = waiting.slice(lines.length);
    if (singly > 0) singly -= 1;
  };
  const write = async (): Promise<void> => {
    while (waiting.length > 0) await writeNext();
    if (dropped > 0) log.warn({ lines: dropped }, 'lines of the activity log were left out: Postgres did not keep up');
    dropped = 0;
  };
  const sweep = async (): Promise<void> => {
    while (wasFull(await removeOldLines(database, isoTime(clock.now() - ACTIVITY_DAYS * DAY_MS))));
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'the activity log could not be written; trying again');

  return {
    name: 'activity-log',
    note(line) {
      if (waiting.length < MAX_WAITING) waiting.push(line);
      else dropped += 1;
    },
    async start() {
      endings = [runPeriodically(WRITE_MS, write, failed), runPeriodically(SWEEP_MS, sweep, failed)];
    },
    async stop() {
      for (const end of endings) end();
      await write().catch(failed);
    },
  };
}

/** Whether lines were refused for what they say (SQLSTATE 22, 23, 54), or never reached Postgres for it: trying again changes nothing. */
function isOfItsData(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? !isTransientError(error) : /^(?:22|23|54)/.test(state);
}
