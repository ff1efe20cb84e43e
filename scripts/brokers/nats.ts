import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrokerHooks, type BrokerProcess, startProcess } from './broker-process.ts';
import { natsAnswers } from './probe.ts';

const HOST = '127.0.0.1';
/** A body of 1 MiB, or a page of 200 large items, must fit into one message with its headers. */
const CONFIGURATION = 'max_payload: 8MB\n';

/** Program, folder and port of a NATS server. */
export interface NatsOptions {
  readonly natsServer: string;
  readonly folder: string;
  readonly port: number;
  /** Further lines of its configuration, such as users and TLS. */
  readonly configuration?: string;
}

/** Starts a NATS server on the loopback address, with JetStream in its data folder. Resolves when it greets. */
export async function startNats({ natsServer, folder, port, configuration = '' }: NatsOptions, watch: BrokerHooks): Promise<BrokerProcess> {
  const data = join(folder, 'nats');
  await mkdir(data, { recursive: true });
  const file = join(folder, 'nats.conf');
  await writeFile(file, `${CONFIGURATION}${configuration}`);
  const args = ['--config', file, '--addr', HOST, '--port', String(port), '--jetstream', '--store_dir', data];
  return startProcess(
    { name: 'NATS', file: natsServer, args, port, log: join(folder, 'nats.log'), answers: () => natsAnswers({ host: HOST, port }) },
    watch,
  );
}
