import type { BrokerProcess } from './broker-process.ts';
import { startCompose } from './compose.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { BrokersFailure } from './failure.ts';
import { useGiven } from './given.ts';
import { startNative } from './native.ts';

/**
 * A real NATS server and a real Kafka broker for development and tests, from the first source that has them:
 *
 * - `environment`: NATS_URL and KAFKA_BROKERS name brokers that run already; they only have to answer.
 * - `compose`: a Docker engine answers, and `docker compose up` starts the two in containers.
 * - `native`: they run as children of this process. `nats-server` is the one on the PATH or is installed with Go; Kafka's
 *   jars come with Maven and run as one KRaft node. Both are installed once, into a cache that all checkouts share.
 *
 * Only native brokers can be killed and restarted one by one. They listen on the loopback address, without passwords,
 * and do not outlive this process, however it ends. A source that has no brokers hands over to the next one; brokers
 * that were named or started and then fail are an error, since another source would only hide it.
 */
export interface Brokers {
  /** What clients of NATS connect to, for NATS_URL. */
  readonly nats_url: string;
  /** What clients of Kafka connect to first, for KAFKA_BROKERS. */
  readonly kafka_brokers: string;
  readonly source: BrokersSource;
  /** Where native brokers keep their data and logs. */
  readonly folder?: string;
  /** The process of a native NATS server. */
  readonly nats?: BrokerProcess;
  /** The process of a native Kafka broker. */
  readonly kafka?: BrokerProcess;
  /** Stops what was started and removes temporary data; brokers that ran before are left alone. */
  stop(): Promise<void>;
}

/** Where brokers come from, in order of preference. */
export const sources = ['environment', 'compose', 'native'] as const;

/** Where brokers come from. */
export type BrokersSource = (typeof sources)[number];

/** What the caller may choose. */
export interface BrokersOptions {
  /** The sources to try, all of them by default; a test that kills brokers asks for `['native']`. */
  readonly sources?: readonly BrokersSource[];
  /** The port of a NATS server that is started; by default a free one. */
  readonly natsPort?: number;
  /** The port of a Kafka broker that is started; by default a free one. */
  readonly kafkaPort?: number;
  /** Where native brokers keep data and logs, which rules compose out; by default a temporary folder that `stop` removes. */
  readonly folder?: string;
  /** Told in a line what takes time, such as an installation. */
  readonly report?: (line: string) => void;
  /** Told when a native broker ends although nobody asked. */
  readonly died?: (failure: BrokersFailure) => void;
}

/** Starts both brokers, or finds them running, and answers when they are healthy; otherwise throws a BrokersFailure. */
export async function startBrokers(options: BrokersOptions = {}, environment: Environment = readEnvironment()): Promise<Brokers> {
  const start = {
    environment: () => useGiven(environment),
    compose: () => startCompose(options, environment),
    native: () => startNative(options, environment),
  };
  const reasons: string[] = [];
  for (const source of options.sources ?? sources) {
    try {
      return await start[source]();
    } catch (error) {
      if (!(error instanceof BrokersFailure) || error.code !== 'missing') throw error;
      reasons.push(error.message);
    }
  }
  throw new BrokersFailure('missing', `There is no NATS and no Kafka to use: ${reasons.join('; ')}.`);
}
