import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrokerHooks, BrokerProcess } from './broker-process.ts';
import type { Environment } from './environment.ts';
import { install } from './install.ts';
import { startKafka } from './kafka.ts';
import { startNats } from './nats.ts';
import type { Brokers, BrokersOptions } from './options.ts';
import { freePort } from './port.ts';
import { startWatchdog } from './watchdog.ts';

/** Runs both brokers as child processes. Without `options.folder`, `stop` removes their data. */
export async function startNative(options: BrokersOptions, environment: Environment): Promise<Brokers> {
  const { report = () => {}, onDeath = () => {} } = options;
  const { natsServer, java, jars } = await install(environment, report);
  const temporary = options.folder === undefined ? await mkdtemp(join(tmpdir(), 'space-brokers-')) : undefined;
  const folder = temporary ?? resolve(options.folder!);
  await mkdir(folder, { recursive: true });
  const natsPort = options.natsPort ?? (await freePort());
  const kafkaPort = options.kafkaPort ?? (await freePort());
  const hooks: BrokerHooks = { watchdog: startWatchdog(temporary), onDeath };
  const [nats, kafka] = await startBoth(hooks, [
    startNats({ natsServer, folder, port: natsPort }, hooks),
    startKafka({ java, jars, folder, port: kafkaPort }, hooks),
  ]);
  return {
    nats_url: `nats://127.0.0.1:${natsPort}`,
    kafka_brokers: `127.0.0.1:${kafkaPort}`,
    source: 'native',
    folder,
    nats,
    kafka,
    async stop() {
      // Temporary data needs no clean shutdown.
      await Promise.all([nats, kafka].map((broker) => (temporary ? broker.kill('SIGKILL') : broker.stop())));
      hooks.watchdog.release();
      if (temporary) await rm(temporary, { recursive: true, force: true });
    },
  };
}

/** Waits for both; if one fails, stops the other. The data stays, because the failure names a log in it. */
async function startBoth(
  { watchdog }: BrokerHooks,
  starting: readonly [Promise<BrokerProcess>, Promise<BrokerProcess>],
): Promise<[BrokerProcess, BrokerProcess]> {
  try {
    return await Promise.all(starting);
  } catch (error) {
    for (const started of await Promise.allSettled(starting)) if (started.status === 'fulfilled') await started.value.kill('SIGKILL');
    watchdog.release();
    throw error;
  }
}
