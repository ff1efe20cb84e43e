import { join } from 'node:path';
import { inProcessBus } from '@space/bus';
import { createSecretBox } from '@space/crypto';
import { migrate, openDatabase, systemClock } from '@space/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@space/database/embedded';
import { postgresEventLog } from '@space/event-log';
import { type Config, ConfigError, createLog, migrationsOf, observeBus, observeEvents, type Ports, type Service } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import type { DataFolder } from './data-dir.ts';

/** Minimum number of connections of the process, which all services share. */
const CONNECTIONS = 20;

const HOUR_S = 3_600;

/** Creates the ports of the standalone profile: an in-process bus, the outboxes as event log, and an embedded Postgres. */
export async function standalonePorts(
  services: readonly Service[],
  config: Config,
  folder: DataFolder,
): Promise<{ ports: Ports; close(): Promise<void> }> {
  const postgres = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ folder: join(folder.path, 'postgres') });
  const url = config.DATABASE_URL ?? postgres!.url;
  try {
    await migrateOrExplain(url, services, postgres);
    const database = await openDatabase(url, {
      connections: Math.max(CONNECTIONS, config.SPACE_DATABASE_POOL),
      checkRows: config.SPACE_CHECK_OUTPUTS === '1',
    });
    const log = createLog('standalone', config.LOG_LEVEL, join(folder.path, 'space.log'));
    const bus = inProcessBus(observeBus(log));
    const ports = {
      bus,
      eventLog: postgresEventLog({
        database,
        bus,
        groups: consumerGroups,
        observer: observeEvents(log),
        readers: await openDatabase(url, { connections: outboxCount(services) }),
        overdueAfterSeconds: config.SPACE_CONSUMER_OVERDUE_HOURS * HOUR_S,
      }),
      database,
      clock: systemClock,
      box: createSecretBox(config.SPACE_SECRET_KEY ?? folder.secretKey),
      log,
      config,
    };
    return { ports, close: async () => postgres?.stop() };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** Returns the number of schemas with an outbox; the readers of each hold one connection. */
const outboxCount = (services: readonly Service[]): number =>
  new Set(services.filter(({ emits }) => emits).map(({ schema }) => schema)).size;

async function migrateOrExplain(url: string, services: readonly Service[], postgres: EmbeddedPostgres | undefined): Promise<void> {
  try {
    await migrate(url, migrationsOf(services));
  } catch (error) {
    if (postgres) throw error;
    throw new ConfigError(`The Postgres of DATABASE_URL cannot be used: ${(error as Error).message}.`);
  }
}
