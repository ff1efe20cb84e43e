import { announceChanges, type Signals } from '@space/bus';
import { MAX_BUFFERED_ACTIVITY } from '@space/contracts/platform';
import { type Database, isTransientError, sqlState } from '@space/database';
import type { Log } from '@space/runtime';
import { insertLines, type NewActivityLine } from './activity.queries.ts';

/** The activity log of one gateway. Best-effort: a process that is killed loses the lines since the last flush. */
export interface ActivityLog {
  /** Adds a line to the buffer, so that no call waits for the database. */
  append(line: NewActivityLine): void;
  /** Stores the buffered lines. Never rejects: lines that could not be stored stay buffered. */
  flush(): Promise<void>;
}

/** Lines of one statement. */
const MAX_LINES = 1_000;

/** Creates the log; with a bus it announces new lines to open consoles. */
export function createActivityLog(database: Database, log: Log, bus?: Signals): ActivityLog {
  let buffer: NewActivityLine[] = [];
  let dropped = 0;
  /** Spaces with lines that consoles do not know yet. */
  const stored = new Set<string>();
  /** Lines at the front that are inserted one by one, because Postgres rejected a statement that held them. */
  let singleInserts = 0;

  async function insertNext(): Promise<void> {
    const lines = buffer.slice(0, singleInserts > 0 ? 1 : MAX_LINES);
    try {
      await insertLines(database, lines);
      for (const { space_id } of lines) stored.add(space_id);
    } catch (error) {
      if (!isRejected(error)) throw error;
      if (lines.length > 1) {
        singleInserts = lines.length;
        return;
      }
      const { space_id, operation, request_id } = lines[0]!;
      log.error({ err: error, space_id, operation, request_id }, 'dropped a line of the activity log: Postgres cannot store it');
    }
    buffer = buffer.slice(lines.length);
    if (singleInserts > 0) singleInserts -= 1;
  }

  function announce(): void {
    if (bus) for (const space_id of stored) announceChanges(bus, space_id, [{ topic: 'activity' }]);
    stored.clear();
  }

  return {
    append(line) {
      if (buffer.length < MAX_BUFFERED_ACTIVITY) buffer.push(line);
      else dropped += 1;
    },
    async flush() {
      try {
        while (buffer.length > 0) await insertNext();
        announce();
      } catch (error) {
        log.warn({ err: error, lines: buffer.length }, 'could not store lines of the activity log; the next flush tries again');
        return;
      }
      if (dropped > 0) log.warn({ lines: dropped }, 'dropped lines of the activity log: Postgres was too slow');
      dropped = 0;
    },
  };
}

/** Returns true if Postgres or the driver rejected the values of lines (SQLSTATE 22, 23, 54), so that a retry fails again. */
function isRejected(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined ? !isTransientError(error) : /^(?:22|23|54)/.test(state);
}
