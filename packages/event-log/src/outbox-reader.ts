import { setTimeout as delay } from 'node:timers/promises';
import { createWakeup } from '@space/worker';
import { pauseAfterBatch } from './batch-pacing.ts';
import { createBatches } from './batches.ts';
import { type OutboxRow, readCursor, readNext, saveCursor } from './outbox.queries.ts';
import type { Position } from './outbox-position.ts';
import type { OutboxSession } from './outbox-session.ts';

/** A running reader of an outbox. */
export interface OutboxReader {
  /** Polls now: events were committed. */
  notify(): void;
  /** Stops after the batch in progress. */
  stop(): Promise<void>;
  /** True if this process is the active reader. */
  active(): boolean;
}

/** The settings of a reader. */
export interface OutboxReaderOptions {
  /** The connection to read on. Readers of one outbox may share it. */
  readonly session: OutboxSession;
  readonly schema: string;
  /** The name of its cursor and its lock. */
  readonly reader: string;
  /** Minimum time between the starts of two batches, in milliseconds (see `pauseAfterBatch`). */
  readonly lingerMs: number;
  /** Batches that may be in progress together; default 1, which handles events in their order. */
  readonly concurrentBatches?: number;
  handle(rows: readonly OutboxRow[]): Promise<void>;
  failed(error: unknown): void;
}

const BATCH_SIZE = 500;
/** Finds events whose notification was lost. */
const POLL_INTERVAL_MS = 1_000;
/** Delay before a missing number is looked for again. */
const GAP_POLL_MS = 3;
const STANDBY_INTERVAL_MS = 500;
const RETRY_DELAY_MS = 500;

/**
 * Starts to read an outbox with one cursor. Of all processes the one that holds the advisory lock of schema and reader
 * reads; the others stand by and take over when its connection ends.
 */
export function tailOutbox(options: OutboxReaderOptions): OutboxReader {
  const { session, schema, reader, lingerMs, concurrentBatches = 1, handle, failed } = options;
  const lockName = `outbox:${schema}:${reader}`;
  const wakeup = createWakeup();
  let isStopped = false;
  let isActive = false;
  const running = readUntilStopped();

  return {
    notify: wakeup.notify,
    async stop() {
      isStopped = true;
      wakeup.notify();
      await running;
    },
    active: () => isActive,
  };

  async function readUntilStopped(): Promise<void> {
    while (!isStopped)
      try {
        await readAsActiveReader();
      } catch (error) {
        if (isStopped) return;
        failed(error);
        await delay(RETRY_DELAY_MS);
      }
  }

  async function readAsActiveReader(): Promise<void> {
    const connection = await session.connection();
    if (!(await connection.lock(lockName))) return standBy();
    isActive = true;
    const batches = createBatches(concurrentBatches);
    try {
      let read: Position = await connection.run((on) => readCursor(on, schema, reader));
      batches.begin(read.seq);
      while (!isStopped) {
        wakeup.reset();
        const startedAt = performance.now();
        const saved = batches.done();
        const { rows, gap } = await connection.run((on) => readNext(on, schema, reader, saved, read, BATCH_SIZE));
        read = { seq: rows.at(-1)?.seq ?? read.seq, gap };
        if (rows.length > 0) {
          batches.add(read.seq, handle(rows));
          // Without the connection the batches in progress still end before the next read, so no event overtakes them.
          await batches.free();
          const pause = pauseAfterBatch({ tookMs: performance.now() - startedAt, isFull: rows.length === BATCH_SIZE }, lingerMs);
          if (pause > 1 && !isStopped) await delay(pause);
        }
        if (rows.length < BATCH_SIZE) await wakeup.wait(gap ? GAP_POLL_MS : POLL_INTERVAL_MS);
      }
      await batches.end();
      const saved = batches.done();
      await connection.run((on) => saveCursor(on, schema, reader, saved));
    } finally {
      await batches.end().catch(() => {});
      isActive = false;
      await connection.unlock(lockName);
    }
  }

  async function standBy(): Promise<void> {
    for (let waited = 0; waited < STANDBY_INTERVAL_MS && !isStopped; waited += 50) await delay(50);
  }
}
