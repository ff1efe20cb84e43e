import type { BrokerProcess } from './broker-process.ts';
import type { BrokersFailure } from './failure.ts';

/** Sources of brokers, in order of preference. */
export const sources = ['environment', 'compose', 'native'] as const;

/** A source of brokers. */
export type BrokersSource = (typeof sources)[number];

/** Options of startBrokers. */
export interface BrokersOptions {
  /** The sources to try; default all. A test that kills brokers needs `['native']`. */
  readonly sources?: readonly BrokersSource[];
  /** The port of a started NATS server; default a free one. */
  readonly natsPort?: number;
  /** The port of a started Kafka broker; default a free one. */
  readonly kafkaPort?: number;
  /** The folder of native brokers for data and logs, which excludes compose; default a temporary folder that `stop` removes. */
  readonly folder?: string;
  /** Receives one line per slow step, such as an installation. */
  readonly report?: (line: string) => void;
  /** Called when a native broker exits unexpectedly. */
  readonly onDeath?: (failure: BrokersFailure) => void;
}

/** A running NATS server and a running Kafka broker. */
export interface Brokers {
  /** The value of NATS_URL for clients. */
  readonly nats_url: string;
  /** The value of KAFKA_BROKERS for clients. */
  readonly kafka_brokers: string;
  readonly source: BrokersSource;
  /** The data and logs of native brokers. */
  readonly folder?: string;
  /** The process of a native NATS server. */
  readonly nats?: BrokerProcess;
  /** The process of a native Kafka broker. */
  readonly kafka?: BrokerProcess;
  /** Stops the brokers that startBrokers started and removes temporary data. External brokers continue to run. */
  stop(): Promise<void>;
}
