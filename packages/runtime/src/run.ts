import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { createEndpoint, type Endpoint } from '@space/bus';
import { subjectOf } from '@space/contracts/core';
import { sql } from '@space/database';
import { deleteExpiredResponses } from '@space/event-log';
import { runPeriodically } from '@space/worker';
import { z } from 'zod';
import type { Config } from './config.ts';
import { type Health, startHealth } from './health.ts';
import { metrics, startMetrics } from './metrics.ts';
import { observeCalls } from './observers.ts';
import type { Ports } from './ports.ts';
import type { Service, Serving } from './service.ts';
import { startTracing } from './tracing.ts';
import { withSpan } from './with-span.ts';

/** The version of everything here. */
export const VERSION = '1.0.0';

/** Services that run. */
export interface Running {
  readonly metricsPort: number;
  /** Not ready any more, then no new work, then what has begun finishes, then everything closes. */
  stop(): Promise<void>;
}

/** Opens the health server of a process, so that `/livez` answers while it still waits for migrations and brokers. */
export const openHealth = (name: string, config: Config): Promise<Health> =>
  startHealth(config.SPACE_HOST, config.SPACE_METRICS_PORT, startMetrics(name, VERSION));

/**
 * Joins services with the ports of a profile: serves their operations on the bus, carries their outboxes, subscribes
 * their consumers and starts their tasks, in that order; stops them in the opposite one.
 */
export async function run(name: string, services: readonly Service[], ports: Ports, early?: Health): Promise<Running> {
  const { bus, eventLog, database, log, config } = ports;
  const stopTracing = await startTracing(name, config);
  const health = early ?? (await openHealth(name, config));
  const opened = await Promise.all(services.map(async (service) => ({ service, open: await service.open(ports) })));
  for (const { service, open } of opened)
    await bus.serve(
      service.name,
      open.serves.flatMap((serves) => endpointsOf(serves, ports)),
    );
  for (const schema of new Set(services.filter((service) => service.emits).map((service) => service.schema))) {
    metrics.outboxRepublished.inc({ schema }, 0);
    await eventLog.publish(schema);
  }
  for (const { open } of opened) for (const consumer of open.consumers ?? []) await eventLog.subscribe(consumer);
  const tasks = opened.flatMap(({ open }) => open.tasks ?? []);
  for (const task of tasks) await task.start();
  const stopForgetting = forgetAnswers(services, ports);
  const measuring = setInterval(() => measurePool(ports), 5_000).unref();
  health.setReadinessChecks({
    bus: () => bus.ready() || 'the bus is not connected',
    events: () => eventLog.ready() || 'events do not flow yet',
    database: async () => {
      await database.query(sql.type(z.unknown())`select 1`);
      return true as const;
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
    stopForgetting();
    for (const task of tasks.toReversed()) await task.stop();
    await eventLog.close();
    await bus.close();
    await database.end();
    await stopTracing();
    await health.close();
    log.info('stopped');
    log.flush();
  }
}

function endpointsOf({ contract, handlers }: Serving, { log, config }: Ports): Endpoint[] {
  const watch = observeCalls(log, config.SPACE_CHECK_OUTPUTS === '1');
  return Object.entries(contract.operations).map(([name, operation]) => {
    const id = `${contract.name}.${name}`;
    const respond = createEndpoint(id, operation, handlers[name]!, watch);
    return {
      subject: subjectOf(contract.name, name),
      async answer(request) {
        const end = metrics.busRequests.startTimer({ messaging_operation_name: id });
        const reply = await withSpan(id, request, respond);
        end({ outcome: reply.problem?.code ?? 'ok' });
        if (request.idempotency_key)
          metrics.idempotency.inc({ result: reply.problem?.code ?? (reply.body && reply.replayed ? 'replayed' : 'first') });
        return reply;
      },
    };
  });
}

const FORGET_MS = 600_000;

/** Each schema forgets the kept answers of idempotency keys that are no longer replayed. */
function forgetAnswers(services: readonly Service[], { database, log }: Ports): () => void {
  const schemas = new Set(services.map((service) => service.schema));
  return runPeriodically(
    FORGET_MS,
    async () => {
      for (const schema of schemas) await deleteExpiredResponses(database, schema);
    },
    (error) => log.warn({ err: error }, 'could not forget old answers; trying again'),
  );
}

function measurePool({ database }: Ports): void {
  const state = database.state();
  metrics.poolConnections.set({ state: 'active' }, state.acquiredConnections);
  metrics.poolConnections.set({ state: 'idle' }, state.idleConnections);
  metrics.poolConnections.set({ state: 'waiting' }, state.waitingClients);
}
