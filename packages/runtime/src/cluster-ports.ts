import { setTimeout as delay } from 'node:timers/promises';
import { natsBus } from '@space/bus';
import { createMessageSigner, createSecretBox } from '@space/crypto';
import { missingMigrations, openDatabase, systemClock } from '@space/database';
import type { ConsumerGroup, EventLog } from '@space/event-log';
import { type Config, required } from './config.ts';
import { databaseClock } from './database-clock.ts';
import { databaseOf } from './database-settings.ts';
import { kafkaServer } from './kafka-settings.ts';
import { createLog } from './log.ts';
import { migrationsOf } from './migrations.ts';
import { natsServer } from './nats-settings.ts';
import { objectStoreOf } from './object-store-settings.ts';
import { openObjects } from './objects.ts';
import { observeBus, observeEvents } from './observers.ts';
import type { Ports } from './ports.ts';
import type { Service } from './service.ts';

const MIGRATION_POLL_INTERVAL_MS = 500;
const HOUR_S = 3_600;

/** Creates the ports of a process of a cluster: NATS, Kafka and Postgres. Waits until the migrations of the service are applied. */
export async function clusterPorts(service: Service, config: Config, groups: readonly ConsumerGroup[]): Promise<Ports> {
  const target = databaseOf(config);
  const nats = natsServer(config);
  const kafka = kafkaServer(config);
  const secretKey = required(config, 'SPACE_SECRET_KEY');
  const places = service.object_store ? objectStoreOf(config) : undefined;
  const log = createLog(service.name, config.LOG_LEVEL);
  const migrations = migrationsOf([service]);
  for (let isLogged = false; ; isLogged = true) {
    const missing = await missingMigrations(target, migrations).catch((error: Error) => [`Postgres: ${error.message}`]);
    if (missing.length === 0) break;
    if (!isLogged) log.warn({ missing }, 'waiting for migrations');
    await delay(MIGRATION_POLL_INTERVAL_MS);
  }
  const database = await openDatabase(target, { connections: config.SPACE_DATABASE_POOL, checkRows: config.SPACE_CHECK_OUTPUTS === '1' });
  const signer = createMessageSigner(secretKey);
  const bus = await natsBus({ ...nats, name: service.name, signer }, observeBus(log));
  const eventLog = onDemand(async function openKafka() {
    const { kafkaEventLog } = await import('@space/event-log/kafka');
    return kafkaEventLog({
      ...kafka,
      clientId: `space-${service.name}`,
      database,
      bus,
      signer,
      groups,
      observer: observeEvents(log),
      overdueAfterSeconds: config.SPACE_CONSUMER_OVERDUE_HOURS * HOUR_S,
    });
  });
  const clock = service.followsDatabaseClock ? await databaseClock(database, log) : systemClock;
  const objects = places && (await openObjects(places));
  return { bus, eventLog, database, clock, box: createSecretBox(secretKey), log, config, ...(objects && { objects }) };
}

/** Creates an event log that opens on its first use: a process that neither emits nor consumes does not load the client of Kafka. */
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
