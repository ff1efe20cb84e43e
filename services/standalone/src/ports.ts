import { join } from 'node:path';
import { inProcessBus } from '@space/bus';
import { createSecretBox } from '@space/crypto';
import { migrate, openDatabase, systemClock } from '@space/database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@space/database/embedded';
import { postgresEventLog } from '@space/event-log';
import { type Config, ConfigError, createLog, migrationsOf, observeBus, observeEvents, type Ports, type Service } from '@space/runtime';
import type { DataFolder } from './data-folder.ts';

/** Connections of the one process: all services share them. */
const CONNECTIONS = 20;

/** Connections for the readers of outboxes at most: each consumer group holds one for each outbox, and no more are opened. */
const READERS = 100;

/** The ports of the standalone profile: a function-call bus, the outboxes as the event log, Postgres as a child. */
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
      eventLog: postgresEventLog(database, bus, observeEvents(log), await openDatabase(url, { connections: READERS })),
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

async function migrateOrExplain(url: string, services: readonly Service[], postgres: EmbeddedPostgres | undefined): Promise<void> {
  try {
    await migrate(url, migrationsOf(services));
  } catch (error) {
    if (postgres) throw error;
    throw new ConfigError(`The Postgres of DATABASE_URL cannot be used: ${(error as Error).message}.`);
  }
}
