import { announceChanges } from '@space/bus';
import type { Event } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import { createTurns, type PollingTask, pollingTask } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import {
  type BatchKey,
  claimBatch,
  countPending,
  type DueBatch,
  findNextDueTime,
  finishBatch,
  listDueBatches,
  postponeBatch,
} from './batch-worker.queries.ts';
import { insertChatLines } from './chat.queries.ts';
import { formatBatchLine } from './chat-line.ts';

/** The delay until a batch that another process started is found after it is due. */
const POLL_INTERVAL_MS = 1_000;
const MIN_PAUSE_MS = 10;
/** The delay before a failed batch is retried. */
const RETRY_DELAY_MS = 30_000;

/** Batches that are listed at a time. */
const BATCHES = 16;
/** Batches of one Space in one turn. */
const TURN = 4;

/**
 * Returns the worker that writes one chat line for each due batch. A batch is counted in parts, each in a transaction that
 * stores its progress. The batch ends in the transaction that inserts its line, so a process that dies repeats nothing,
 * and another one continues. Several processes share the work. Spaces take turns, part by part. A failed batch does not
 * delay the others.
 */
export function createBatchWorker({ database, bus, clock, log }: Ports): PollingTask {
  const turns = createTurns({
    list: (limit, except) => listDueBatches(database, isoTime(clock.now()), limit, except),
    batch: BATCHES,
    turn: TURN,
  });

  /** Processes a part of a due batch; returns false when another process has it. */
  async function processPart(key: BatchKey): Promise<boolean> {
    try {
      const batch = await database.transaction(async (tx) => {
        const now = isoTime(clock.now());
        const claimed = await claimBatch(tx, key, now);
        if (claimed !== null && (await countPending(tx, claimed))) await writeLine(tx, claimed, now);
        return claimed;
      });
      if (batch?.agent_id) announceChanges(bus, batch.space_id, [{ topic: `chat:${batch.agent_id}` }]);
      return batch !== null;
    } catch (error) {
      const { listener_id, space_id } = key;
      log.warn({ err: error, listener_id, space_id }, 'chat line of a batch failed; retrying in 30 s');
      await postponeBatch(database, key, isoTime(clock.now() + RETRY_DELAY_MS));
      return true;
    }
  }

  /** Processes a part of each listed batch; returns false when nothing is due that this process can have. */
  async function processTurn(): Promise<boolean> {
    let hasWorked = false;
    for (const key of await turns.next()) if (await processPart(key)) hasWorked = true;
    return hasWorked;
  }

  return pollingTask({
    name: 'batch-worker',
    async poll() {
      if (await processTurn()) return true;
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
