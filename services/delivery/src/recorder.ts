import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, type Database, isoTime, passingFailure } from '@space/database';
import { type Log, metrics } from '@space/runtime';
import { type AttemptRecord, recordAttempts } from './recorder.queries.ts';

/** Writes attempts down. */
export interface Recorder {
  /** Resolves when the attempt is committed. */
  record(attempt: AttemptRecord): Promise<void>;
}

const MAX_GROUP = 500;
const RETRY_MS = 250;
/** Receivers of one event answer close together: their outcomes wait this long for each other. Nobody waits for them. */
const GATHER_MS = 5;

/**
 * Groups attempts: outcomes that come in within a few milliseconds, or while a statement runs, go together in the next.
 * Under load groups grow by themselves. While Postgres is away they wait; if this process dies
 * meanwhile, the leases run out and the attempts are made again.
 */
export function recorder(database: Database, clock: Clock, log: Log): Recorder {
  let waiting: { attempt: AttemptRecord; written: PromiseWithResolvers<void> }[] = [];
  let running = false;

  const drain = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      await delay(GATHER_MS);
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      try {
        await write(group.map(({ attempt }) => attempt));
        for (const { written } of group) written.resolve();
      } catch (error) {
        if (passingFailure(error)) {
          waiting = [...group, ...waiting];
          await delay(RETRY_MS);
        } else for (const { written } of group) written.reject(error);
      }
    }
    running = false;
  };

  const write = async (attempts: AttemptRecord[]): Promise<void> => {
    for (const listener of await recordAttempts(database, attempts, isoTime(clock.now()))) {
      metrics.listenersDisabled.inc({ reason: listener.disabled_reason.includes('410') ? 'gone' : 'dead' });
      log.warn({ listener_id: listener.id, reason: listener.disabled_reason }, 'a webhook was switched off');
    }
  };

  return {
    record(attempt) {
      const written = Promise.withResolvers<void>();
      waiting.push({ attempt, written });
      if (!running) void drain();
      return written.promise;
    },
  };
}
