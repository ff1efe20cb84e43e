import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { deleteExpiredResponses } from '@space/event-log';
import { MINUTE_MS } from '@space/time';
import { runPeriodically } from '@space/worker';
import type { Config } from './config.ts';
import { pingDatabase } from './health.queries.ts';
import { type Checks, type Health, startHealth } from './health.ts';
import { instrumentedEndpoints } from './instrument.ts';
import { metrics, startMetrics } from './metrics.ts';
import { watchObjects } from './objects.ts';
import type { Ports } from './ports.ts';
import type { Service } from './service.ts';
import { startTracing } from './tracing.ts';

/** The version of the product. */
export const VERSION = '1.0.0';

/** Running services. */
export interface RunningServices {
  readonly metricsPort: number;
  /** Resolves with a sentence when a part that the services need has given up; the process then ends. */
  readonly failed?: Promise<string>;
  /** Stops in order: not ready, no new work, work in progress finishes, connections close. */
  stop(): Promise<void>;
}

/** Starts the health server of a process, so that `/livez` answers while the process waits for migrations and brokers. */
export const openHealth = (name: string, config: Config): Promise<Health> =>
  startHealth(config.SPACE_HOST, config.SPACE_METRICS_PORT, startMetrics(name, VERSION));

/**
 * Runs services on the ports of a profile: serves their operations, publishes their outboxes, subscribes their consumers
 * and starts their tasks, in this order. Stops them in reverse order.
 */
export async function run(name: string, services: readonly Service[], ports: Ports, early?: Health): Promise<RunningServices> {
  const { bus, eventLog, database, log, config } = ports;
  const stopTracing = await startTracing(name, config);
  const health = early ?? (await openHealth(name, config));
  const opened = await Promise.all(services.map(async (service) => ({ service, open: await service.open(ports) })));
  for (const { service, open } of opened)
    await bus.serve(
      service.name,
      open.serves.flatMap((serves) => instrumentedEndpoints(serves, ports)),
    );
  for (const schema of new Set(services.filter((service) => service.emits).map((service) => service.schema))) {
    metrics.outboxRepublished.inc({ schema }, 0);
    await eventLog.publish(schema);
  }
  for (const { service, open } of opened)
    for (const consumer of open.consumers ?? []) {
      if (service.consumer_groups && !service.consumer_groups.some(({ name: group }) => group === consumer.group))
        throw new Error(`The service ${service.name} consumes as "${consumer.group}", which is not one of its consumer groups.`);
      await eventLog.subscribe(consumer);
    }
  const tasks = opened.flatMap(({ open }) => open.tasks ?? []);
  for (const task of tasks) await task.start();
  const stopRetention = expireResponses(services, ports);
  const measuring = setInterval(() => measurePool(ports), 5_000).unref();
  const objects = ports.objects && watchObjects(ports.objects, log);
  health.setReadinessChecks({
    bus: () => bus.ready() || 'the bus is not connected',
    events: () => eventLog.ready() || 'the event log is not connected',
    database: async () => {
      const outage = ports.databaseOutage?.();
      if (outage) return outage.reason;
      await pingDatabase(database);
      return true as const;
    },
    ...Object.assign({}, ...opened.map(({ open }) => open.checks)),
  });
  const reports = Object.assign({}, ...opened.map(({ open }) => open.reports)) as Checks;
  health.setReports({ ...(objects && { object_store: objects.state }), ...reports });
  health.setLivenessChecks({
    database() {
      const outage = ports.databaseOutage?.();
      return outage?.isFinal ? outage.reason : true;
    },
  });
  flushCompileCache();
  log.info({ services: services.map((service) => service.name), metrics_port: health.port }, 'running');
  return { metricsPort: health.port, stop };

  async function stop(): Promise<void> {
    health.drain();
    log.info('stopping');
    if (config.SPACE_DRAIN_SECONDS > 0) await delay(config.SPACE_DRAIN_SECONDS * 1_000);
    clearInterval(measuring);
    stopRetention();
    for (const task of tasks.toReversed()) await task.stop();
    await eventLog.close();
    await bus.close();
    objects?.stop();
    await ports.objects?.close();
    await database.end();
    await stopTracing();
    await health.close();
    log.info('stopped');
    log.flush();
  }
}

/** Interval at which expired responses of idempotency keys are deleted. */
const RETENTION_INTERVAL_MS = 10 * MINUTE_MS;

/** Deletes expired responses of idempotency keys in each schema, periodically, until the returned function is called. */
function expireResponses(services: readonly Service[], { database, log }: Ports): () => void {
  const schemas = new Set(services.map((service) => service.schema));
  return runPeriodically(
    RETENTION_INTERVAL_MS,
    async () => {
      for (const schema of schemas) await deleteExpiredResponses(database, schema);
    },
    (error) => log.warn({ err: error }, 'deleting expired idempotency responses failed; retrying in 10 minutes'),
  );
}

function measurePool({ database }: Ports): void {
  const state = database.state();
  metrics.poolConnections.set({ state: 'active' }, state.acquiredConnections);
  metrics.poolConnections.set({ state: 'idle' }, state.idleConnections);
  metrics.poolConnections.set({ state: 'waiting' }, state.waitingClients);
}
