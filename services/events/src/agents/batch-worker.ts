import type { Event } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { type PollingTask, pollingTask } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import { claimBatch, countPending, type DueBatch, findNextDueTime, finishBatch, postponeBatch } from './batch-worker.queries.ts';
import { insertChatLines } from './chat.queries.ts';
import { formatBatchLine } from './chat-line.ts';

/** The delay until a batch that another process started is found after it is due. */
const POLL_INTERVAL_MS = 1_000;
const MIN_PAUSE_MS = 10;
/** The delay before a failed batch is retried. */
const RETRY_DELAY_MS = 30_000;

/**
 * Returns the worker that writes one chat line for each due batch. A batch is counted in parts, each in a transaction that
 * stores its progress. The batch ends in the transaction that inserts its line, so a process that dies repeats nothing,
 * and another one continues. Several processes share the work. A failed batch does not delay the others.
 */
export function createBatchWorker({ database, clock, log }: Ports): PollingTask {
  /** Processes a part of the batch that has been due longest; false when no batch is due. */
  async function processNext(): Promise<boolean> {
    let batch: DueBatch | null = null;
    try {
      await database.transaction(async (tx) => {
        const now = isoTime(clock.now());
        batch = await claimBatch(tx, now);
        if (batch !== null && (await countPending(tx, batch))) await writeLine(tx, batch, now);
      });
      return batch !== null;
    } catch (error) {
      const failed = batch as DueBatch | null;
      if (failed === null) throw error;
      log.warn({ err: error, listener_id: failed.listener_id, space_id: failed.space_id }, 'chat line of a batch failed; retrying in 30 s');
      await postponeBatch(database, failed, isoTime(clock.now() + RETRY_DELAY_MS));
      return true;
    }
  }

  return pollingTask({
    name: 'batch-worker',
    async poll() {
      if (await processNext()) return true;
      const due = await findNextDueTime(database);
      return due === null ? false : Math.max(MIN_PAUSE_MS, due - clock.now());
    },
    intervalMs: POLL_INTERVAL_MS,
    onError: (error) => log.warn({ err: error }, 'polling for due batches failed; retrying in 1 s'),
  });
}

/** Ends a counted batch and inserts its line, unless nothing is left to report or the listener was deleted. */
async function writeLine(tx: CommonQueryMethods, batch: DueBatch, now: string): Promise<void> {
  const { space_id, listener_id, name, agent_id } = batch;
  const { count, bodies } = await finishBatch(tx, batch);
  if (count <= 0 || bodies.length === 0 || agent_id === null || name === null) return;
  const events = bodies.map((body) => JSON.parse(body) as Event);
  const line = {
    space_id,
    agent_id,
    listener_id,
    listener: name,
    text: formatBatchLine(events, count),
    event_count: count,
    event_ids: events.map(({ id }) => id),
  };
  await insertChatLines(tx, [line], now);
}
