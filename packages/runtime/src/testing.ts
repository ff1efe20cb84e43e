import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bus, inProcessBus } from '@space/bus';
import type { Caller } from '@space/contracts/core';
import { createSecretBox } from '@space/crypto';
import { type Clock, newId, openDatabase } from '@space/database';
import { freshDatabase } from '@space/database/testing';
import { type ConsumerGroup, postgresEventLog } from '@space/event-log';
import { readConfig } from './config.ts';
import { logTo } from './log.ts';
import { openObjects } from './objects.ts';
import { observeBus, observeEvents } from './observers.ts';
import type { Ports } from './ports.ts';
import { run } from './run.ts';
import type { Service } from './service.ts';

export * from './testing-calls.ts';
export * from './testing-oauth.ts';
export * from './testing-outbox.queries.ts';
export * from './testing-receiver.ts';
export * from './testing-runs.ts';

/** A clock that moves only by `set` and `advance`. */
export class FakeClock implements Clock {
  #now: number;

  constructor(now: number = Date.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  set(now: number): void {
    this.#now = now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** The ports of a test: its own database, and all services in this process. */
export interface TestPorts extends Ports {
  readonly clock: FakeClock;
  /** The URL of its Postgres, for a second process on the same data. */
  readonly url: string;
  /** The log lines: one JSON object each. */
  readonly lines: readonly string[];
  /** Deletes the database if these ports created it. It does not close the ports. */
  drop(): Promise<void>;
}

/** Options of the ports of a test. */
export interface TestOptions {
  /** Settings, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The database of other ports, to share it; default: a new one. */
  readonly url?: string;
  /** The bus of other ports, to share it. */
  readonly bus?: Bus;
  readonly clock?: FakeClock;
  /** The folder of its object store; default: none, and the ports have no store. */
  readonly objects?: string;
}

/** Creates ports on a new database. Answers and rows are validated against their schemas. */
export async function testPorts(options: TestOptions = {}): Promise<TestPorts> {
  const config = readConfig({
    SPACE_CHECK_OUTPUTS: '1',
    SPACE_HOST: '127.0.0.1',
    SPACE_PORT: '0',
    SPACE_PUBLIC_PORT: '0',
    SPACE_CONSOLE_PORT: '0',
    SPACE_METRICS_PORT: '0',
    ...options.environment,
  });
  const { url, drop } = options.url ? { url: options.url, drop: async () => {} } : await freshDatabase();
  const lines: string[] = [];
  const log = logTo('test', 'debug', { write: (line) => void lines.push(line) });
  // Tests also check every row, and several files run on one machine.
  const database = await openDatabase(url, {
    connections: config.SPACE_DATABASE_POOL,
    checkRows: true,
    idleTransactionMs: 60_000,
    statementMs: 60_000,
  });
  const bus = options.bus ?? inProcessBus(observeBus(log));
  return {
    bus,
    eventLog: postgresEventLog({
      database,
      bus,
      groups: declaredGroups(),
      observer: observeEvents(log),
      readers: await openDatabase(url, { connections: 20 }),
    }),
    database,
    clock: options.clock ?? new FakeClock(),
    box: createSecretBox(config.SPACE_SECRET_KEY ?? randomBytes(32).toString('base64')),
    log,
    config,
    ...(options.objects === undefined ? {} : { objects: await openObjects({ folder: options.objects }) }),
    url,
    lines,
    drop,
  };
}

/** Returns the consumer groups of services/manifest.ts, which the test run passes on in the environment. */
function declaredGroups(): readonly ConsumerGroup[] {
  const { TEST_CONSUMER_GROUPS: groups } = process.env;
  if (!groups) throw new Error('TEST_CONSUMER_GROUPS is not set: only the suites integration and e2e set it (jest.config.mjs).');
  return JSON.parse(groups) as ConsumerGroup[];
}

/** The running services of a test. */
export interface TestServices {
  readonly ports: TestPorts;
  readonly metricsPort: number;
  /** Stops the services as a signal would, and deletes the database if it was created for them. */
  stop(): Promise<void>;
}

/** Runs services as a process would; default: on new ports. */
export async function startServices(services: readonly Service[], ports?: TestPorts): Promise<TestServices> {
  const on = ports ?? (await testPorts());
  const running = await run('test', services, on);
  return {
    ports: on,
    metricsPort: running.metricsPort,
    async stop() {
      await running.stop();
      await on.drop();
    },
  };
}

/** Returns a caller with a new key in a new Space. */
export function newSpaceCaller(over: Partial<Caller> = {}): Caller {
  const keyId = newId('key');
  return { space_id: newId('spc'), key_id: keyId, actor: { kind: 'api_key', id: keyId, name: 'Test key' }, ...over };
}

/**
 * Calls `look` until it does not throw and returns its result. After `timeout` milliseconds it throws the last error. The pause
 * between two calls is 15 ms and later a twentieth of the time waited, at most 250 ms: a wait for a lease must not take the
 * CPU time of the tests next to it.
 */
export async function eventually<T>(look: () => T | Promise<T>, { timeout = 60_000 } = {}): Promise<T> {
  for (const began = performance.now(); ; ) {
    try {
      return await look();
    } catch (error) {
      const waited = performance.now() - began;
      if (waited > timeout) throw error;
      await delay(Math.min(250, Math.max(15, waited / 20)));
    }
  }
}
