import { join } from 'node:path';
import { inProcessBus } from '@space/bus';
import { LOG_FILE_BYTES, LOG_FILES } from '@space/contracts/platform';
import { createSecretBox } from '@space/crypto';
import { type DatabaseTarget, migrate, openDatabase, systemClock } from '@space/database';
import { type SupervisedPostgres, superviseEmbeddedPostgres } from '@space/database/embedded-supervisor';
import { postgresEventLog } from '@space/event-log';
import {
  type Config,
  ConfigError,
  createLog,
  databaseOf,
  type Log,
  metrics,
  migrationsOf,
  objectStoreOf,
  observeBus,
  observeEvents,
  openObjects,
  type Ports,
  rotateByCopy,
  type Service,
} from '@space/runtime';
import { SECOND_MS } from '@space/time';
import { runPeriodically } from '@space/worker';
import { consumerGroups } from '../../manifest.ts';
import type { DataFolder } from './data-dir.ts';
import { type StorageGuard, startStorageGuard } from './storage-guard.ts';

/** Minimum number of connections of the process, which all services share. */
const CONNECTIONS = 20;

const HOUR_S = 3_600;

/** Interval at which the log of Postgres is checked for its size. */
const POSTGRES_LOG_CHECK_MS = 10 * SECOND_MS;

/** The ports of the standalone profile. */
interface StandalonePorts {
  readonly ports: Ports;
  /** Resolves with a sentence when the embedded Postgres is not started again. */
  readonly failed?: Promise<string>;
  close(): Promise<void>;
}

/** Creates the ports of the standalone profile: an in-process bus, the outboxes as event log, and an embedded Postgres. */
export async function standalonePorts(services: readonly Service[], config: Config, folder: DataFolder): Promise<StandalonePorts> {
  // Before the log is opened: a process that ends while its log opens prints more than the sentence.
  const external = config.DATABASE_URL ? databaseOf(config) : undefined;
  const log = createLog('standalone', config.LOG_LEVEL, join(folder.path, 'space.log'));
  const objects = await openObjects(objectStoreOf(config, { folder: join(folder.path, 'objects') }));
  const own = external ? undefined : await startOwnDatabase(folder, config, log);
  const url = external ?? own!.postgres.url;
  try {
    await migrateOrExplain(url, services, own !== undefined);
    const database = await openDatabase(url, {
      connections: Math.max(CONNECTIONS, config.SPACE_DATABASE_POOL),
      checkRows: config.SPACE_CHECK_OUTPUTS === '1',
    });
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
      objects,
      ...(own ? { assertWritable: own.storage.assertWritable, databaseOutage: own.postgres.outage } : {}),
    };
    return { ports, ...(own ? { failed: own.postgres.failed } : {}), close: async () => own?.stop() };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/** The embedded Postgres of the profile, with what watches its process, its disk and its log. */
interface OwnDatabase {
  readonly postgres: SupervisedPostgres;
  readonly storage: StorageGuard;
  stop(): Promise<void>;
}

async function startOwnDatabase(folder: DataFolder, config: Config, log: Log): Promise<OwnDatabase> {
  const storage = await startStorageGuard(folder.path, config.SPACE_STORAGE_FLOOR_MB, log);
  const home = join(folder.path, 'postgres');
  const stopRotation = runPeriodically(
    POSTGRES_LOG_CHECK_MS,
    async () => void (await rotateByCopy(join(home, 'postgres.log'), { bytes: LOG_FILE_BYTES, files: LOG_FILES })),
    (error) => log.warn({ err: error }, 'rotating the log of Postgres failed; retrying in 10 s'),
  );
  const stopWatching = () => {
    stopRotation();
    storage.stop();
  };
  try {
    const postgres = await superviseEmbeddedPostgres({
      folder: home,
      isExcused: storage.isTooFullToStart,
      observer: {
        down: (reason, retryMs) => log.error({ reason, retry_ms: retryMs }, 'Postgres does not run; it is started again'),
        up(downMs) {
          metrics.postgresRestarts.inc();
          log.warn({ down_ms: Math.round(downMs) }, 'Postgres runs again');
        },
        gaveUp: (reason) => log.fatal({ reason }, 'Postgres is not started again; the process ends'),
      },
    });
    return {
      postgres,
      storage,
      async stop() {
        stopWatching();
        await postgres.stop();
      },
    };
  } catch (error) {
    stopWatching();
    throw error;
  }
}

/** Returns the number of schemas with an outbox; the readers of each hold one connection. */
const outboxCount = (services: readonly Service[]): number =>
  new Set(services.filter(({ emits }) => emits).map(({ schema }) => schema)).size;

async function migrateOrExplain(url: string | DatabaseTarget, services: readonly Service[], isOwn: boolean): Promise<void> {
  try {
    await migrate(url, migrationsOf(services));
  } catch (error) {
    if (isOwn) throw error;
    throw new ConfigError(`The Postgres of DATABASE_URL cannot be used: ${(error as Error).message}.`);
  }
}
