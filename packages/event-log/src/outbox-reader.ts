import { setTimeout as delay } from 'node:timers/promises';
import { type Database, sql } from '@space/database';
import { createWakeup } from '@space/worker';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { pauseAfterBatch } from './batch-pacing.ts';
import { type OutboxRow, type Position, readCursor, readNext, saveCursor } from './outbox.queries.ts';

/** How a follower is told to look again and to stop. */
export interface OutboxReader {
  /** Look now: something was committed. */
  notify(): void;
  /** Ends after the batch in hand. */
  stop(): Promise<void>;
  /** Whether this process is the active reader. */
  active(): boolean;
}

/** What a follower follows and what it does with each batch. */
export interface OutboxReaderOptions {
  readonly database: Database;
  readonly schema: string;
  readonly reader: string;
  /** How far apart batches begin at least, in milliseconds, as `pauseAfterBatch` tells. */
  readonly lingerMs: number;
  handle(rows: readonly OutboxRow[]): Promise<void>;
  failed(error: unknown): void;
}

const BATCH = 500;
/** The net under the nudges. */
const POLL_MS = 1_000;
/** How soon to look again for a number that is missing. */
const GAP_MS = 3;
const STANDBY_MS = 500;
const AFTER_FAILURE_MS = 500;

/** Follows one outbox with one cursor. Of all processes that try, the one that holds the advisory lock reads. */
export function tailOutbox(options: OutboxReaderOptions): OutboxReader {
  let stopped = false;
  let active = false;
  const bell = createWakeup();

  const readAll = async (connection: CommonQueryMethods): Promise<void> => {
    if (!(await tryLock(connection, options))) return sleepStandby();
    active = true;
    try {
      let done: Position = await readCursor(connection, options.schema, options.reader);
      while (!stopped) {
        bell.reset();
        const began = performance.now();
        const { rows, gap } = await readNext(connection, options.schema, options.reader, done, BATCH);
        if (rows.length === 0) await bell.wait(gap ? GAP_MS : POLL_MS);
        else {
          await options.handle(rows);
          const rest = pauseAfterBatch({ tookMs: performance.now() - began, isFull: rows.length === BATCH }, options.lingerMs);
          if (rest > 1 && !stopped) await delay(rest);
        }
        done = { seq: rows.at(-1)?.seq ?? done.seq, gap };
      }
      await saveCursor(connection, options.schema, options.reader, done);
    } finally {
      active = false;
      await unlock(connection, options).catch(() => {});
    }
  };

  const turn = async (): Promise<void> => {
    let reading: Promise<void> | undefined;
    try {
      await options.database.connect((connection) => {
        reading = readAll(connection);
        return reading;
      });
    } finally {
      // When the connection is lost the batch in hand goes on; the next turn waits for it, or its events would overtake.
      await reading?.catch(() => {});
    }
  };

  const sleepStandby = async () => {
    for (let waited = 0; waited < STANDBY_MS && !stopped; waited += 50) await delay(50);
  };

  const running = (async () => {
    while (!stopped)
      await turn().catch(async (error) => {
        if (stopped) return;
        options.failed(error);
        await delay(AFTER_FAILURE_MS);
      });
  })();

  return {
    notify: bell.notify,
    async stop() {
      stopped = true;
      bell.notify();
      await running;
    },
    active: () => active,
  };
}

const Locked = z.object({ locked: z.boolean() });
const lockName = ({ schema, reader }: OutboxReaderOptions): string => `outbox:${schema}:${reader}`;

const tryLock = (connection: CommonQueryMethods, options: OutboxReaderOptions): Promise<boolean> =>
  connection.oneFirst(sql.type(Locked)`select pg_try_advisory_lock(hashtextextended(${lockName(options)}, 0)) as locked`);

const unlock = (connection: CommonQueryMethods, options: OutboxReaderOptions): Promise<boolean> =>
  connection.oneFirst(sql.type(Locked)`select pg_advisory_unlock(hashtextextended(${lockName(options)}, 0)) as locked`);
