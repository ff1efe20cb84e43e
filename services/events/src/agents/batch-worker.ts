import type { Event } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { Ports, Task } from '@space/runtime';
import { createWakeup } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import { claimBatch, countPending, type DueBatch, findNextDueTime, finishBatch, postponeBatch } from './batch-worker.queries.ts';
import { insertChatLines } from './chat.queries.ts';
import { formatBatchLine } from './chat-line.ts';

/** The task that writes the lines of batches. */
export interface BatchWorker extends Task {
  /** Look now: a batch became due. */
  notify(): void;
}

/** The longest sleep: batches that other processes began are found this soon after they are due. */
const LOOK_MS = 1_000;
const AFTER_FAILURE_MS = 1_000;
/** A batch that could not be ended is tried again this much later; the others go on. */
const PUT_OFF_MS = 30_000;

/**
 * Writes one line for each batch that is due. A batch is a row in Postgres. What waits for it is counted part by part,
 * each in a transaction of its own that notes how far it came, and the batch ends in the transaction that writes its
 * line: a process that dies in between has done nothing twice, and the next one that looks goes on. Several processes
 * look side by side; each takes what no other has. A batch that fails stands behind the others.
 */
export function createBatchWorker({ database, clock, log }: Ports): BatchWorker {
  const bell = createWakeup();
  let stopped = false;
  let running = Promise.resolve();

  const writeDue = async (): Promise<void> => {
    while (!stopped && (await goOn()));
  };

  /** Goes on with the batch that has been due longest; false when there is none. */
  const goOn = async (): Promise<boolean> => {
    let batch: DueBatch | null = null;
    try {
      await database.transaction(async (tx) => {
        const now = isoTime(clock.now());
        batch = await claimBatch(tx, now);
        if (batch !== null && (await countPending(tx, batch))) await writeLine(tx, batch, now);
      });
      return batch !== null;
    } catch (error) {
      const failing = batch as DueBatch | null;
      if (failing === null) throw error;
      log.warn({ err: error, listener_id: failing.listener_id, space_id: failing.space_id }, 'a batch could not be written; it is put off');
      await postponeBatch(database, failing, isoTime(clock.now() + PUT_OFF_MS));
      return true;
    }
  };

  const turn = async (): Promise<number> => {
    bell.reset();
    await writeDue();
    const due = await findNextDueTime(database);
    return Math.min(LOOK_MS, Math.max(10, (due ?? Number.POSITIVE_INFINITY) - clock.now()));
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      const rest = await turn().catch((error) => {
        log.warn({ err: error }, 'the lines of batches could not be written; trying again');
        return AFTER_FAILURE_MS;
      });
      await bell.wait(rest);
    }
  };

  return {
    name: 'agent-batches',
    notify: bell.notify,
    async start() {
      running = run();
    },
    async stop() {
      stopped = true;
      bell.notify();
      await running;
    },
  };
}

/** Ends a batch that is counted and writes its line, if there is anything to tell and somebody to be told. */
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
