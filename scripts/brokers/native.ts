import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrokerProcess, Watch } from './broker-process.ts';
import type { Brokers, BrokersOptions } from './brokers.ts';
import type { Environment } from './environment.ts';
import { startGuard } from './guard.ts';
import { install } from './install.ts';
import { startKafka } from './kafka.ts';
import { startNats } from './nats.ts';
import { freePort } from './port.ts';

/** Runs both brokers as children of ours. Without a folder of the caller's, their data goes when they stop. */
export async function startNative(options: BrokersOptions, environment: Environment): Promise<Brokers> {
  const { report = () => {}, died = () => {} } = options;
  const { natsServer, java, jars } = await install(environment, report);
  const temporary = options.folder === undefined ? await mkdtemp(join(tmpdir(), 'space-brokers-')) : undefined;
  const folder = temporary ?? resolve(options.folder!);
  await mkdir(folder, { recursive: true });
  const natsPort = options.natsPort ?? (await freePort());
  const kafkaPort = options.kafkaPort ?? (await freePort());
  const watch: Watch = { guard: startGuard(temporary), died };
  const [nats, kafka] = await bothOrNone(watch, [
    startNats({ natsServer, folder, port: natsPort }, watch),
    startKafka({ java, jars, folder, port: kafkaPort }, watch),
  ]);
  return {
    nats_url: `nats://127.0.0.1:${natsPort}`,
    kafka_brokers: `127.0.0.1:${kafkaPort}`,
    source: 'native',
    folder,
    nats,
    kafka,
    async stop() {
      // Data that is thrown away need not be put in order first.
      await Promise.all([nats, kafka].map((broker) => (temporary ? broker.kill('SIGKILL') : broker.stop())));
      watch.guard.release();
      if (temporary) await rm(temporary, { recursive: true, force: true });
    },
  };
}

/** When one does not start the other is stopped. The data stays then, because the failure names a log in it. */
async function bothOrNone(
  { guard }: Watch,
  starting: readonly [Promise<BrokerProcess>, Promise<BrokerProcess>],
): Promise<[BrokerProcess, BrokerProcess]> {
  try {
    return await Promise.all(starting);
  } catch (error) {
    for (const started of await Promise.allSettled(starting)) if (started.status === 'fulfilled') await started.value.kill('SIGKILL');
    guard.release();
    throw error;
  }
}
