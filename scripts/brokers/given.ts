import type { Brokers } from './brokers.ts';
import { type Endpoint, formatEndpoint, readEndpoints } from './endpoint.ts';
import type { Environment } from './environment.ts';
import { BrokersFailure } from './failure.ts';
import { kafkaAnswers, natsAnswers } from './probe.ts';

const NATS_PORT = 4222;
const KAFKA_PORT = 9092;

/** The brokers that the environment names, when they answer. They are not ours, so `stop` leaves them alone. */
export async function useGiven({ nats_url, kafka_brokers }: Environment): Promise<Brokers> {
  if (!nats_url && !kafka_brokers) throw new BrokersFailure('missing', 'NATS_URL and KAFKA_BROKERS are not set');
  if (!nats_url || !kafka_brokers)
    throw new BrokersFailure(
      'unusable',
      `${nats_url ? 'NATS_URL' : 'KAFKA_BROKERS'} is set and ${nats_url ? 'KAFKA_BROKERS' : 'NATS_URL'} is not; set both or none of them.`,
    );
  await Promise.all([
    mustAnswer('NATS_URL', endpointsIn('NATS_URL', nats_url, NATS_PORT), natsAnswers),
    mustAnswer('KAFKA_BROKERS', endpointsIn('KAFKA_BROKERS', kafka_brokers, KAFKA_PORT), kafkaAnswers),
  ]);
  return { nats_url, kafka_brokers, source: 'environment', stop: async () => {} };
}

function endpointsIn(variable: string, list: string, defaultPort: number): readonly Endpoint[] {
  const endpoints = readEndpoints(list, defaultPort);
  if (!endpoints) throw new BrokersFailure('unusable', `${variable} is not a list of host:port with commas between them.`);
  return endpoints;
}

/** One that answers is enough: it knows where the others are. */
async function mustAnswer(
  variable: string,
  endpoints: readonly Endpoint[],
  answers: (endpoint: Endpoint) => Promise<boolean>,
): Promise<void> {
  const verdicts = await Promise.all(endpoints.map(answers));
  if (!verdicts.includes(true))
    throw new BrokersFailure('silent', `Nothing answers at ${endpoints.map(formatEndpoint).join(', ')}, which ${variable} names.`);
}
