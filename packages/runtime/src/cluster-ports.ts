import { setTimeout as delay } from 'node:timers/promises';
import { natsBus } from '@space/bus';
import { createSecretBox } from '@space/crypto';
import { missingMigrations, openDatabase, systemClock } from '@space/database';
import type { EventLog } from '@space/event-log';
import { type Config, required } from './config.ts';
import { databaseClock } from './database-clock.ts';
import { createLog } from './log.ts';
import { migrationsOf } from './migrations.ts';
import { observeBus, observeEvents } from './observers.ts';
import type { Ports } from './ports.ts';
import type { Service } from './service.ts';

const MIGRATION_CHECK_MS = 500;

/** The ports of one process of a cluster: NATS, Kafka and Postgres by URL. Waits until the schema is up to date. */
export async function clusterPorts(service: Service, config: Config): Promise<Ports> {
  const url = required(config, 'DATABASE_URL');
  const log = createLog(service.name, config.LOG_LEVEL);
  const wanted = migrationsOf([service]);
  for (let said = false; ; said = true) {
    const missing = await missingMigrations(url, wanted).catch((error: Error) => [`Postgres: ${error.message}`]);
    if (missing.length === 0) break;
    if (!said) log.warn({ missing }, 'waiting for migrations');
    await delay(MIGRATION_CHECK_MS);
  }
  const database = await openDatabase(url, { connections: config.SPACE_DATABASE_POOL, checkRows: config.SPACE_CHECK_OUTPUTS === '1' });
  const bus = await natsBus(required(config, 'NATS_URL'), service.name, observeBus(log));
  const brokers = required(config, 'KAFKA_BROKERS');
  const eventLog = onDemand(async () => {
    const { kafkaEventLog } = await import('@space/event-log/kafka');
    return kafkaEventLog({ brokers, clientId: `space-${service.name}`, database, bus, watch: observeEvents(log) });
  });
  const clock = service.followsDatabaseClock ? await databaseClock(database, log) : systemClock;
  return { bus, eventLog, database, clock, box: createSecretBox(required(config, 'SPACE_SECRET_KEY')), log, config };
}

/** An event log that is opened when it is first used: a process that neither emits nor consumes does not even load Kafka's client. */
function onDemand(open: () => Promise<EventLog>): EventLog {
  let opening: Promise<EventLog> | undefined;
  let opened: EventLog | undefined;
  const use = async (): Promise<EventLog> => {
    opening ??= open();
    opened = await opening;
    return opened;
  };
  return {
    publish: async (schema) => (await use()).publish(schema),
    subscribe: async (consumer) => (await use()).subscribe(consumer),
    notify: (schema) => opened?.notify(schema),
    ready: () => opened?.ready() ?? true,
    close: async () => opened?.close(),
  };
}
