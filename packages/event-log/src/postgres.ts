import type { Signals } from '@space/bus';
import type { Database } from '@space/database';
import { runPeriodically } from '@space/worker';
import { type Consumer, type ConsumerGroup, type EventLog, type EventLogObserver, groupNamed, readsOutbox } from './event-log.ts';
import { createGroupMonitor, OVERDUE_AFTER_SECONDS } from './group-monitor.ts';
import { deleteConsumed, outboxAge } from './outbox.queries.ts';
import { notifyReaders, outboxSignal } from './outbox.ts';
import { type OutboxReader, tailOutbox } from './outbox-reader.ts';
import { createOutboxSession, type OutboxSession } from './outbox-session.ts';
import { handleWithRetry } from './retry.ts';
import { traced } from './trace.ts';

/** Interval at which acked events are deleted. A batch has several rounds, since its cursor is saved after it. */
const DELETE_INTERVAL_MS = 500;
const DELETE_ROUNDS = 4;
const MEASURE_INTERVAL_MS = 5_000;

/** The dependencies of the event log of one machine. */
export interface PostgresEventLogOptions {
  readonly database: Database;
  readonly bus: Signals;
  /** The consumer groups of the system: an event stays in its outbox until all have acked it. */
  readonly groups: readonly ConsumerGroup[];
  readonly observer?: EventLogObserver;
  /**
   * The pool of the readers, which the log closes; default `database`. It needs one connection for each published schema,
   * because a reader holds its connection as long as it reads.
   */
  readonly readers?: Database;
  /** Seconds without progress after which a group is overdue; default 24 hours. */
  readonly overdueAfterSeconds?: number;
}

/**
 * Creates the event log of one machine, without a broker: each consumer group tails each outbox that it reads with its own cursor. The
 * groups of one outbox share one connection. A cursor is the ack of all events up to it, and an event is deleted when all
 * cursors have passed it.
 */
export function postgresEventLog(options: PostgresEventLogOptions): EventLog {
  const { database, bus, groups, observer = {}, readers = database, overdueAfterSeconds = OVERDUE_AFTER_SECONDS } = options;
  const readersOf = (schema: string) => groups.filter((group) => readsOutbox(group, schema));
  const outboxes = new Map<string, { readonly session: OutboxSession; readonly readers: OutboxReader[] }>();
  const consumers: Consumer[] = [];
  /** Rounds of deletion to run, by schema. */
  const rounds = new Map<string, number>();
  const stops: (() => void)[] = [];
  let isStopped = false;

  return {
    async publish(schema) {
      outboxes.set(schema, { session: createOutboxSession(readers), readers: [] });
      for (const consumer of consumers) startReader(schema, consumer);
      rounds.set(schema, DELETE_ROUNDS);
      const checkGroups = createGroupMonitor({
        database,
        outbox: { schema, acks: 'cursor', relay: '' },
        groups: readersOf(schema),
        overdueAfterSeconds,
        observer,
      });
      stops.push(
        runPeriodically(
          DELETE_INTERVAL_MS,
          () => deleteAcked(schema),
          (error) => observer.failed?.(`delete acked events of the outbox of ${schema}`, error),
        ),
        runPeriodically(
          MEASURE_INTERVAL_MS,
          async () => {
            await measure(schema);
            await checkGroups();
          },
          (error) => observer.failed?.(`measure the outbox of ${schema}`, error),
        ),
      );
    },
    async subscribe(consumer) {
      groupNamed(groups, consumer.group);
      consumers.push(consumer);
      for (const schema of outboxes.keys()) startReader(schema, consumer);
    },
    notify(schema) {
      notifyReaders(bus, schema, outboxes.get(schema)?.readers ?? []);
    },
    ready() {
      return [...outboxes.values()].every((outbox) => outbox.readers.every((reader) => reader.active()));
    },
    async close() {
      isStopped = true;
      for (const stop of stops) stop();
      await Promise.all([...outboxes.values()].map(closeOutbox));
      if (readers !== database) await readers.end();
    },
  };

  function startReader(schema: string, consumer: Consumer): void {
    const outbox = outboxes.get(schema)!;
    const group = groupNamed(groups, consumer.group);
    if (!readsOutbox(group, schema)) return;
    const { linger_ms: lingerMs, concurrent_batches: concurrentBatches } = group;
    const reader = tailOutbox({
      session: outbox.session,
      schema,
      reader: consumer.group,
      lingerMs,
      concurrentBatches,
      async handle(rows) {
        const events = rows.filter(({ only_group }) => only_group === null || only_group === consumer.group);
        if (events.length > 0) await traced('process', events, () => handleWithRetry(consumer, events, observer, () => isStopped));
        rounds.set(schema, DELETE_ROUNDS);
      },
      failed: (error) => observer.failed?.(`read the outbox of ${schema} for ${consumer.group}`, error),
    });
    outbox.readers.push(reader);
    stops.push(bus.subscribe(outboxSignal(schema), () => reader.notify()));
  }

  async function closeOutbox(outbox: { readonly session: OutboxSession; readonly readers: readonly OutboxReader[] }): Promise<void> {
    await Promise.all(outbox.readers.map((reader) => reader.stop()));
    await outbox.session.close();
  }

  async function deleteAcked(schema: string): Promise<void> {
    const left = rounds.get(schema)!;
    if (left === 0) return;
    rounds.set(schema, left - 1);
    await deleteConsumed(
      database,
      schema,
      readersOf(schema).map(({ name }) => name),
    );
  }

  async function measure(schema: string): Promise<void> {
    const { pending, age } = await outboxAge(database, schema);
    observer.outbox?.(schema, pending, age);
    // Events that could not be deleted in their rounds, or that another process left.
    if (pending > 0) rounds.set(schema, DELETE_ROUNDS);
  }
}
