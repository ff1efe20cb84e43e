import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bus, inProcessBus } from '@space/bus';
import type { Caller } from '@space/contracts/core';
import { createSecretBox } from '@space/crypto';
import { type Clock, newId, openDatabase } from '@space/database';
import { freshDatabase } from '@space/database/testing';
import { postgresEventLog } from '@space/event-log';
import { readConfig } from './config.ts';
import { logTo } from './log.ts';
import { observeBus, observeEvents } from './observers.ts';
import type { Ports } from './ports.ts';
import { run } from './run.ts';
import type { Service } from './service.ts';

export * from './testing-calls.ts';
export * from './testing-receiver.ts';

/** A clock that stands still until it is moved. */
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

/** The ports of a test: a database of its own, everything in this process. */
export interface TestPorts extends Ports {
  readonly clock: FakeClock;
  /** Where its Postgres is, for a second process on the same data. */
  readonly url: string;
  /** What was logged, as it would be written: JSON, one object each. */
  readonly lines: readonly string[];
  /** Deletes the database, when these ports made it. Closing the ports is the work of who runs on them. */
  drop(): Promise<void>;
}

/** What a test wants to be different. */
export interface TestOptions {
  /** Settings as the environment would give them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The database of other ports, to be shared instead of a new one. */
  readonly url?: string;
  /** The bus of other ports, to be shared. */
  readonly bus?: Bus;
  readonly clock?: FakeClock;
}

/** Ports on a fresh database, with answers and rows checked against their schemas. */
export async function testPorts(options: TestOptions = {}): Promise<TestPorts> {
  const config = readConfig({
    SPACE_CHECK_OUTPUTS: '1',
    SPACE_HOST: '127.0.0.1',
    SPACE_PORT: '0',
    SPACE_PUBLIC_PORT: '0',
    SPACE_METRICS_PORT: '0',
    ...options.environment,
  });
  const { url, drop } = options.url ? { url: options.url, drop: async () => {} } : await freshDatabase();
  const lines: string[] = [];
  const log = logTo('test', 'debug', { write: (line) => void lines.push(line) });
  const database = await openDatabase(url, { connections: config.SPACE_DATABASE_POOL, checkRows: true });
  const bus = options.bus ?? inProcessBus(observeBus(log));
  return {
    bus,
    eventLog: postgresEventLog(database, bus, observeEvents(log), await openDatabase(url, { connections: 50 })),
    database,
    clock: options.clock ?? new FakeClock(),
    box: createSecretBox(config.SPACE_SECRET_KEY ?? randomBytes(32).toString('base64')),
    log,
    config,
    url,
    lines,
    drop,
  };
}

/** Services that run in a test. */
export interface TestServices {
  readonly ports: TestPorts;
  readonly metricsPort: number;
  /** Stops everything as a signal would, and deletes the database when it was made for this. */
  stop(): Promise<void>;
}

/** Runs services as a process would, on the ports of a test. */
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

/** A caller in a Space that nobody else uses, with a key of its own. */
export function newSpaceCaller(over: Partial<Caller> = {}): Caller {
  const keyId = newId('key');
  return { space_id: newId('spc'), key_id: keyId, actor: { kind: 'api_key', id: keyId, name: 'Test key' }, ...over };
}

/** Asks again until `look` does not throw, and answers what it answers; after `timeout` milliseconds its last error stands. */
export async function eventually<T>(look: () => T | Promise<T>, { timeout = 5_000 } = {}): Promise<T> {
  for (const end = performance.now() + timeout; ; await delay(15)) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
