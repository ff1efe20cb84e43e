import type { Signals } from '@space/bus';
import type { Database } from '@space/database';
import { runPeriodically } from '@space/worker';
import { type Consumer, consumerGroups, type EventLog, type EventLogObserver, lingerMs } from './event-log.ts';
import { deleteConsumed, outboxAge } from './outbox.queries.ts';
import { notifyReaders, outboxSignal } from './outbox.ts';
import { type OutboxReader, tailOutbox } from './outbox-reader.ts';
import { handleWithRetry } from './retry.ts';
import { traced } from './trace.ts';

/** How often the events that every group has behind it leave their outbox; after a batch a few rounds wait for its cursor. */
const REMOVE_MS = 500;
const REMOVE_ROUNDS = 4;

/**
 * The event log of one machine: each consumer group follows each outbox with a cursor of its own; no broker. A cursor
 * says that all up to it is handled, so nothing is noted on an event: it leaves when all cursors have passed it. Each follower
 * holds a connection for as long as it reads: one of `readers`, a pool that is closed with the log, or else of `database`.
 */
export function postgresEventLog(database: Database, bus: Signals, watch: EventLogObserver = {}, readers: Database = database): EventLog {
  const schemas = new Set<string>();
  const consumers: Consumer[] = [];
  const followings: OutboxReader[] = [];
  const bySchema = new Map<string, OutboxReader[]>();
  /** How many more times to look for events to remove, by schema. */
  const removals = new Map<string, number>();
  const endings: (() => void)[] = [];
  let stopped = false;

  const begin = (schema: string, consumer: Consumer): void => {
    const following = tailOutbox({
      database: readers,
      schema,
      reader: consumer.group,
      lingerMs: lingerMs[consumer.group],
      handle: async (rows) => {
        await traced('process', rows, () => handleWithRetry(consumer, rows, watch, () => stopped));
        removals.set(schema, REMOVE_ROUNDS);
      },
      failed: (error) => watch.failed?.(`follow the outbox of ${schema} for ${consumer.group}`, error),
    });
    followings.push(following);
    bySchema.set(schema, [...(bySchema.get(schema) ?? []), following]);
    endings.push(bus.subscribe(outboxSignal(schema), () => following.notify()));
  };

  return {
    async publish(schema) {
      schemas.add(schema);
      for (const consumer of consumers) begin(schema, consumer);
      removals.set(schema, REMOVE_ROUNDS);
      endings.push(
        runPeriodically(
          REMOVE_MS,
          async () => {
            const rounds = removals.get(schema)!;
            if (rounds === 0) return;
            removals.set(schema, rounds - 1);
            await deleteConsumed(database, schema, consumerGroups);
          },
          (error) => watch.failed?.(`remove what was read of the outbox of ${schema}`, error),
        ),
        runPeriodically(
          5_000,
          async () => {
            const { pending, age } = await outboxAge(database, schema);
            watch.outbox?.(schema, pending, age);
            // What could not be removed at its time, or was left by another process.
            if (pending > 0) removals.set(schema, REMOVE_ROUNDS);
          },
          (error) => watch.failed?.(`measure the outbox of ${schema}`, error),
        ),
      );
    },
    async subscribe(consumer) {
      consumers.push(consumer);
      for (const schema of schemas) begin(schema, consumer);
    },
    notify: (schema) => notifyReaders(bus, schema, bySchema.get(schema) ?? []),
    ready: () => followings.every((following) => following.active()),
    async close() {
      stopped = true;
      for (const end of endings) end();
      await Promise.all(followings.map((following) => following.stop()));
      if (readers !== database) await readers.end();
    },
  };
}
