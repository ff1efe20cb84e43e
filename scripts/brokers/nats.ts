import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrokerProcess, startProcess, type Watch } from './broker-process.ts';
import { natsAnswers } from './probe.ts';

const HOST = '127.0.0.1';
/** A body of 1 MiB, and a page of 200 things that hold much, must fit into one message with its headers. */
const CONFIGURATION = 'max_payload: 8MB\n';

/** Where a NATS server runs and what with. */
export interface NatsOptions {
  readonly natsServer: string;
  readonly folder: string;
  readonly port: number;
}

/** Starts a NATS server on the loopback address, with JetStream on its data folder, and answers when it greets. */
export async function startNats({ natsServer, folder, port }: NatsOptions, watch: Watch): Promise<BrokerProcess> {
  const data = join(folder, 'nats');
  await mkdir(data, { recursive: true });
  const configuration = join(folder, 'nats.conf');
  await writeFile(configuration, CONFIGURATION);
  const args = ['--config', configuration, '--addr', HOST, '--port', String(port), '--jetstream', '--store_dir', data];
  return startProcess(
    { name: 'NATS', file: natsServer, args, port, log: join(folder, 'nats.log'), answers: () => natsAnswers({ host: HOST, port }) },
    watch,
  );
}
