import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerGroup } from '@space/event-log';
import { clusterPorts } from './cluster-ports.ts';
import { ConfigError, readConfig } from './config.ts';
import { openHealth, type RunningServices, run } from './run.ts';
import type { Service } from './service.ts';

/** A terminal and a launcher may both pass on one Ctrl-C: signals within this time count as one, in milliseconds. */
const SAME_SIGNAL_MS = 1_000;

/** Time limit for finishing the start after a stop signal, in milliseconds. */
const START_GRACE_MS = 3_000;

/** Time limit for stopping after a part has failed, in milliseconds: what the stop waits for may be gone. */
const STOP_AFTER_FAILURE_MS = 5_000;

/**
 * Runs a service in one process of a cluster until SIGTERM or SIGINT. A second signal ends the process immediately.
 * `groups` are the consumer groups of all services (services/manifest.ts).
 */
export async function main(service: Service, groups: readonly ConsumerGroup[]): Promise<void> {
  await untilStopped(async () => {
    const config = readConfig();
    const health = await openHealth(service.name, config);
    return run(service.name, [service], await clusterPorts(service, config, groups), health);
  });
}

/**
 * Starts, waits for a signal, stops. An error ends the process with code 1; a ConfigError prints its message only. So does
 * a part that has given up: its sentence is printed.
 */
export async function untilStopped(start: () => Promise<RunningServices>): Promise<void> {
  const signalled = Promise.withResolvers<void>();
  let first = 0;
  const onSignal = () => {
    if (first > 0 && performance.now() - first > SAME_SIGNAL_MS) process.exit(130);
    first ||= performance.now();
    signalled.resolve();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    const starting = start();
    const running = await Promise.race([starting, signalled.promise.then(() => startedInTime(starting))]);
    const failure = await Promise.race([signalled.promise, running?.failed ?? signalled.promise]);
    if (failure !== undefined) {
      process.stderr.write(`${failure}\n`);
      await Promise.race([running?.stop(), delay(STOP_AFTER_FAILURE_MS)]).catch(() => {});
      process.exit(1);
    }
    await running?.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${(error as Error).stack ?? String(error)}\n`);
    process.exit(1);
  }
}

/** Waits a short time for a start in progress, so that it can be stopped in order. A start that waits for brokers is abandoned. */
const startedInTime = (starting: Promise<RunningServices>): Promise<RunningServices | undefined> =>
  Promise.race([starting, delay(START_GRACE_MS, undefined)]);
