import type { CanUse, Event } from '@space/contracts';
import { isoTime } from '@space/database';
import { alarm } from '@space/event-log';
import type { Ports, Task } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { endBatch, nextBatch, takeBatch } from './batches.queries.ts';
import { insertLines } from './chat.queries.ts';
import { batchLine } from './chat-line.ts';

/** The task that writes the lines of batches. */
export interface Batches extends Task {
  /** Look now: a batch became due. */
  look(): void;
}

/** The longest sleep: batches that other processes began are found this soon after they are due. */
const LOOK_MS = 1_000;
const AFTER_FAILURE_MS = 1_000;

/**
 * Writes one line for each batch that is due. A batch is a row in Postgres, and it ends in the transaction that writes
 * its line: a process that dies in between has done nothing, and the next one that looks does it. Several processes
 * look side by side; each takes what no other has.
 */
export function batches({ database, clock, log }: Ports): Batches {
  const bell = alarm();
  let stopped = false;
  let running = Promise.resolve();

  const writeDue = async (): Promise<void> => {
    while (!stopped && (await database.transaction((tx) => writeOne(tx, isoTime(clock.now())))));
  };

  const turn = async (): Promise<number> => {
    bell.reset();
    await writeDue();
    const due = await nextBatch(database);
    return Math.min(LOOK_MS, Math.max(10, (due ?? Number.POSITIVE_INFINITY) - clock.now()));
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      const rest = await turn().catch((error) => {
        log.warn({ err: error }, 'the lines of batches could not be written; trying again');
        return AFTER_FAILURE_MS;
      });
      await bell.sleep(rest);
    }
  };

  return {
    name: 'agent-batches',
    look: bell.ring,
    async start() {
      running = run();
    },
    async stop() {
      stopped = true;
      bell.ring();
      await running;
    },
  };
}

/** Writes the line of one batch that is due; false when there is none. */
async function writeOne(tx: CommonQueryMethods, now: string): Promise<boolean> {
  const batch = await takeBatch(tx, now);
  if (!batch) return false;
  const { space_id, listener_id, name, agent_id, can_use } = batch;
  const { count, bodies } = await endBatch(tx, space_id, listener_id, (can_use ?? {}) as CanUse);
  if (count === 0 || agent_id === null || name === null) return true;
  const events = bodies.map((body) => JSON.parse(body) as Event);
  const line = {
    space_id,
    agent_id,
    listener_id,
    listener: name,
    text: batchLine(events, count),
    event_count: count,
    event_ids: events.map(({ id }) => id),
  };
  await insertLines(tx, [line], now);
  return true;
}
