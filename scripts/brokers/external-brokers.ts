import { type Endpoint, formatEndpoint, readEndpoints } from './endpoint.ts';
import type { Environment } from './environment.ts';
import { BrokersFailure } from './failure.ts';
import type { Brokers } from './options.ts';
import { kafkaAnswers, natsAnswers } from './probe.ts';

const NATS_PORT = 4222;
const KAFKA_PORT = 9092;

/** Returns the brokers of NATS_URL and KAFKA_BROKERS if they answer. `stop` does not stop them. */
export async function useExternalBrokers({ nats_url, kafka_brokers }: Environment): Promise<Brokers> {
  if (!nats_url && !kafka_brokers) throw new BrokersFailure('missing', 'NATS_URL and KAFKA_BROKERS are not set');
  if (!nats_url || !kafka_brokers)
    throw new BrokersFailure(
      'unusable',
      `${nats_url ? 'NATS_URL' : 'KAFKA_BROKERS'} is set and ${nats_url ? 'KAFKA_BROKERS' : 'NATS_URL'} is not; set both or none of them.`,
    );
  await Promise.all([
    requireAnswer('NATS_URL', endpointsIn('NATS_URL', nats_url, NATS_PORT), natsAnswers),
    requireAnswer('KAFKA_BROKERS', endpointsIn('KAFKA_BROKERS', kafka_brokers, KAFKA_PORT), kafkaAnswers),
  ]);
  return { nats_url, kafka_brokers, source: 'environment', stop: async () => {} };
}

function endpointsIn(variable: string, list: string, defaultPort: number): readonly Endpoint[] {
  const endpoints = readEndpoints(list, defaultPort);
  if (!endpoints) throw new BrokersFailure('unusable', `${variable} is not a list of host:port separated by commas.`);
  return endpoints;
}

/** Throws unless at least one endpoint answers: clients find the others through it. */
async function requireAnswer(
  variable: string,
  endpoints: readonly Endpoint[],
  answers: (endpoint: Endpoint) => Promise<boolean>,
): Promise<void> {
  const answered = await Promise.all(endpoints.map(answers));
  if (!answered.includes(true))
    throw new BrokersFailure('silent', `Nothing answers at ${endpoints.map(formatEndpoint).join(', ')}, which ${variable} names.`);
}
