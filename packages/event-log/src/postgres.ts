import type { Signals } from '@space/bus';
import type { Database } from '@space/database';
import { outboxAge, settle } from './cursor.ts';
import { type Consumer, consumerGroups, type EventLog, type EventLogWatch } from './event-log.ts';
import { every } from './every.ts';
import { type Following, follow } from './follow.ts';
import { nudgeAll, outboxSignal } from './outbox.ts';
import { handlePatiently } from './patience.ts';
import { traced } from './trace.ts';

/**
 * The event log of one machine: each consumer group follows each outbox with a cursor of its own; no broker. Each of them
 * holds a connection for as long as it reads: one of `readers`, a pool that is closed with the log, or else of `database`.
 */
export function postgresEventLog(database: Database, bus: Signals, watch: EventLogWatch = {}, readers: Database = database): EventLog {
  const schemas = new Set<string>();
  const consumers: Consumer[] = [];
  const followings: Following[] = [];
  const bySchema = new Map<string, Following[]>();
  const endings: (() => void)[] = [];
  let stopped = false;

  const begin = (schema: string, consumer: Consumer): void => {
    const following = follow({
      database: readers,
      schema,
      reader: consumer.group,
      handle: async (rows, connection) => {
        await traced('process', rows, () => handlePatiently(consumer, rows, watch, () => stopped));
        await settle(
          connection,
          schema,
          consumer.group,
          consumerGroups,
          rows.map((row) => row.id),
        );
      },
      failed: (error) => watch.failed?.(`follow the outbox of ${schema} for ${consumer.group}`, error),
    });
    followings.push(following);
    bySchema.set(schema, [...(bySchema.get(schema) ?? []), following]);
    endings.push(bus.subscribe(outboxSignal(schema), () => following.nudge()));
  };

  return {
    async carry(schema) {
      schemas.add(schema);
      for (const consumer of consumers) begin(schema, consumer);
      endings.push(
        every(
          5_000,
          async () => {
            const { pending, age } = await outboxAge(database, schema);
            watch.outbox?.(schema, pending, age);
          },
          (error) => watch.failed?.(`measure the outbox of ${schema}`, error),
        ),
      );
    },
    async subscribe(consumer) {
      consumers.push(consumer);
      for (const schema of schemas) begin(schema, consumer);
    },
    nudge: (schema) => nudgeAll(bus, schema, bySchema.get(schema) ?? []),
    ready: () => followings.every((following) => following.active()),
    async close() {
      stopped = true;
      for (const end of endings) end();
      await Promise.all(followings.map((following) => following.stop()));
      if (readers !== database) await readers.end();
    },
  };
}
