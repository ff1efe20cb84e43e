import { startCompose } from './compose.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { useExternalBrokers } from './external-brokers.ts';
import { BrokersFailure } from './failure.ts';
import { startNative } from './native.ts';
import { type Brokers, type BrokersOptions, sources } from './options.ts';

/**
 * Starts a NATS server and a Kafka broker for development and tests, or uses running ones, and resolves when both are
 * healthy. The first source that has brokers is used:
 *
 * - `environment`: NATS_URL and KAFKA_BROKERS name running brokers. They only have to answer.
 * - `compose`: a Docker engine answers, and `docker compose up` starts both in containers.
 * - `native`: they run as children of this process. `nats-server` comes from the PATH or is installed with Go. Kafka's
 *   jars come with Maven and run as one KRaft node. Both are installed once, into a cache that all checkouts share.
 *
 * Only native brokers can be killed and restarted one by one. They listen on the loopback address, without passwords,
 * and never outlive this process. The next source is tried only after the failure `missing`. Brokers that were named or
 * started and then fail are an error, since another source would hide it.
 */
export async function startBrokers(options: BrokersOptions = {}, environment: Environment = readEnvironment()): Promise<Brokers> {
  const start = {
    environment: () => useExternalBrokers(environment),
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
