import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrokerHooks, type BrokerProcess, startProcess } from './broker-process.ts';
import { BrokersFailure } from './failure.ts';
import { freePort } from './port.ts';
import { kafkaAnswers } from './probe.ts';
import { run } from './program.ts';

const HOST = '127.0.0.1';
/** Sixteen bytes in base64url, the format of Kafka cluster ids. */
const CLUSTER_ID = Buffer.from('space-api-broker').toString('base64url');
/** JVM flags for a broker that runs for minutes: the second compiler tier would cost more than it saves. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const JVM = [
  '-Xmx512m',
  ...SHORT_LIVED,
  '-XX:-UsePerfData',
  '-XX:+ExitOnOutOfMemoryError',
  `-Dlog4j2.configurationFile=${join(import.meta.dirname, 'log4j2.xml')}`,
];

/** Programs, folder and port of a Kafka broker. */
export interface KafkaOptions {
  readonly java: string;
  readonly jars: string;
  readonly folder: string;
  readonly port: number;
  /** One more listener, for example with TLS and a login. */
  readonly secured?: SecuredListener;
}

/** A listener besides the plain one, with the properties of the broker and the users that it needs. */
interface SecuredListener {
  readonly protocol: 'SSL' | 'SASL_SSL';
  readonly port: number;
  readonly properties: Readonly<Record<string, string>>;
  /** Users that log in with SCRAM, as the argument of `--add-scram`. */
  readonly scram: readonly string[];
}

/** Starts one Kafka node, broker and controller in one, on the loopback address. Resolves when it accepts requests. */
export async function startKafka({ java, jars, folder, port, secured }: KafkaOptions, watch: BrokerHooks): Promise<BrokerProcess> {
  const data = join(folder, 'kafka');
  const settings = join(folder, 'kafka.properties');
  const classpath = ['-cp', join(jars, '*')];
  await mkdir(folder, { recursive: true });
  await writeFile(settings, properties(port, await freePort(), data, secured));
  if (!existsSync(join(data, 'meta.properties')))
    await format(java, [
      ...classpath,
      'kafka.tools.StorageTool',
      'format',
      '--standalone',
      '--cluster-id',
      CLUSTER_ID,
      '--config',
      settings,
      ...(secured?.scram ?? []).flatMap((user) => ['--add-scram', user]),
    ]);
  const args = [...JVM, ...classpath, 'kafka.Kafka', settings];
  return startProcess(
    { name: 'Kafka', file: java, args, port, log: join(folder, 'kafka.log'), answers: () => kafkaAnswers({ host: HOST, port }) },
    watch,
  );
}

async function format(java: string, args: readonly string[]): Promise<void> {
  await run(java, [...SHORT_LIVED, ...args]).catch((error: Error) => {
    throw new BrokersFailure('broken', `Kafka could not make its data folder: ${error.message}`, { cause: error });
  });
}

function properties(port: number, controllerPort: number, data: string, secured?: SecuredListener): string {
  const further = secured ? `,SECURED://${HOST}:${secured.port}` : '';
  const lines = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    listeners: `PLAINTEXT://${HOST}:${port},CONTROLLER://${HOST}:${controllerPort}${further}`,
    'advertised.listeners': `PLAINTEXT://${HOST}:${port}${further}`,
    ...(secured
      ? { 'listener.security.protocol.map': `PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:${secured.protocol}`, ...secured.properties }
      : {}),
    'controller.listener.names': 'CONTROLLER',
    'controller.quorum.bootstrap.servers': `${HOST}:${controllerPort}`,
    'log.dirs': data,
    'auto.create.topics.enable': false,
    'group.initial.rebalance.delay.ms': 0,
    // One node holds the only replica.
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'share.coordinator.state.topic.num.partitions': 1,
    // A killed broker can rejoin only after its old session expired: after four seconds instead of twelve.
    'broker.session.timeout.ms': 2_000,
    'broker.heartbeat.interval.ms': 500,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
