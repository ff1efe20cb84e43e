import { EVENT_RETENTION_DAYS } from '@space/contracts/events';
import { AGENT_CHAT_DAYS } from '@space/contracts/platform';
import { type Database, isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { DAY_MS } from '@space/time';
import { deleteExpired, periodicTask, type RetentionRule } from '@space/worker';
import { collectGarbage } from './feed-gc.ts';
import { deleteExpiredChatLines, deleteExpiredFeedEvents, deleteExpiredFeedItems } from './feed-retention.queries.ts';

const RETENTION_INTERVAL_MS = 60_000;
/** Rows that one statement deletes. */
const CHUNK = 5_000;

/** Receives the error of one part of a run: what failed, a Space or a kind of rows. */
type OnError = (error: unknown, what: string) => void;

/** Returns the task that deletes expired feed events and chat lines, and events of types that no listener names. */
export function createFeedRetention({ database, clock, log }: Ports): Task {
  const onError: OnError = (error, what) => log.warn({ err: error, what }, 'feed retention failed; retrying in 60 s');
  return periodicTask({
    name: 'feed-retention',
    jobs: [{ everyMs: RETENTION_INTERVAL_MS, act: () => runFeedRetention(database, clock.now(), onError) }],
    onError: (error) => onError(error, 'feeds'),
  });
}

/** Runs the retention once. The error of one part is handed to `onError`, and the other parts run. */
export async function runFeedRetention(database: Database, now: number, onError: OnError): Promise<void> {
  const retention = isoTime(now - EVENT_RETENTION_DAYS * DAY_MS);
  const chatRetention = isoTime(now - AGENT_CHAT_DAYS * DAY_MS);
  const rules: RetentionRule[] = [
    { what: 'feed events', deleteChunk: (limit) => deleteExpiredFeedEvents(database, retention, limit) },
    { what: 'feed items', deleteChunk: (limit) => deleteExpiredFeedItems(database, retention, limit) },
    { what: 'chat lines', deleteChunk: (limit) => deleteExpiredChatLines(database, chatRetention, limit) },
  ];
  await deleteExpired(rules, CHUNK, onError);
  await collectGarbage(database, now, onError);
}
