import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from './environment.ts';
import { BrokersFailure } from './failure.ts';
import type { Brokers, BrokersOptions } from './options.ts';
import { freePort } from './port.ts';
import { kafkaAnswers, natsAnswers } from './probe.ts';
import { findProgram, run } from './program.ts';

const FILE = join(import.meta.dirname, 'docker-compose.yml');
const ENGINE_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 90_000;
const PROBE_PAUSE_MS = 200;
const LOG_LINES = '15';

/**
 * Runs both brokers in containers if a Docker engine answers. Each run is a separate compose project, so several can run
 * in parallel; `stop` removes the containers and their data. The containers are not child processes: they survive a kill
 * of this process, and `docker compose ls` lists them as `space-brokers-…`.
 */
export async function startCompose(options: BrokersOptions, { programs }: Environment): Promise<Brokers> {
  if (options.folder !== undefined) throw new BrokersFailure('missing', 'docker compose does not store data in a folder');
  const docker = await findProgram('docker', programs);
  if (!docker || !(await engineAnswers(docker))) throw new BrokersFailure('missing', 'no Docker engine answers');
  const nats = { host: '127.0.0.1', port: options.natsPort ?? (await freePort()) };
  const kafka = { host: '127.0.0.1', port: options.kafkaPort ?? (await freePort()) };
  const env = { SPACE_NATS_PORT: String(nats.port), SPACE_KAFKA_PORT: String(kafka.port) };
  const project = ['compose', '--project-name', `space-brokers-${randomBytes(4).toString('hex')}`, '--file', FILE];
  const compose = (...args: readonly string[]): Promise<string> => run(docker, [...project, ...args], { env }).then(({ stdout }) => stdout);
  const stop = async (): Promise<void> => void (await compose('down', '--volumes', '--timeout', '1'));
  options.report?.('Starting nats and kafka with docker compose.');
  try {
    await compose('up', '-d', 'nats', 'kafka').catch(throwMissing);
    await Promise.all([untilAnswers('nats', () => natsAnswers(nats)), untilAnswers('kafka', () => kafkaAnswers(kafka))]);
    return { nats_url: `nats://127.0.0.1:${nats.port}`, kafka_brokers: `127.0.0.1:${kafka.port}`, source: 'compose', stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }

  async function untilAnswers(service: string, answers: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await delay(PROBE_PAUSE_MS)) if (await answers()) return;
    const log = await compose('logs', '--no-color', '--tail', LOG_LINES, service).catch((error: Error) => error.message);
    throw new BrokersFailure('broken', `The ${service} of docker compose does not answer; its log ends with:\n${log.trimEnd()}`);
  }
}

/** Returns true if an engine answers. `docker --version` would succeed without one. */
async function engineAnswers(docker: string): Promise<boolean> {
  const { stdout } = await run(docker, ['info', '--format', '{{.ServerVersion}}'], { timeout_ms: ENGINE_TIMEOUT_MS }).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() !== '';
}

function throwMissing(error: Error): never {
  throw new BrokersFailure('missing', `docker compose could not start them (${error.message})`, { cause: error });
}
