import type { KafkaServer } from '@space/event-log/kafka';
import { type Config, ConfigError, required } from './config.ts';
import { certificatesOf } from './secret-text.ts';

/**
 * Returns the brokers, login and TLS in the settings `KAFKA_…`. Throws ConfigError for anything that would be ignored: a
 * broker that is not host:port, certificates without SSL, or a login without SASL in KAFKA_SECURITY_PROTOCOL.
 */
export function kafkaServer(config: Config): KafkaServer {
  const protocol = config.KAFKA_SECURITY_PROTOCOL;
  const [usesTls, usesSasl] = [protocol.endsWith('SSL'), protocol.startsWith('SASL')];
  const brokers = required(config, 'KAFKA_BROKERS')
    .split(',')
    .map((broker) => broker.trim());
  if (!brokers.every((broker) => /^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i.test(broker)))
    throw new ConfigError(
      'KAFKA_BROKERS must be comma-separated host:port without a scheme; KAFKA_SECURITY_PROTOCOL selects TLS and SASL.',
    );
  const certificates = certificatesOf(config, 'KAFKA');
  if (certificates && !usesTls)
    throw new ConfigError(`KAFKA_CA and KAFKA_CERT have no use with KAFKA_SECURITY_PROTOCOL=${protocol}; set SSL or SASL_SSL.`);
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (!usesSasl && (mechanism ?? username ?? password) !== undefined)
    throw new ConfigError(`KAFKA_SASL_… has no use with KAFKA_SECURITY_PROTOCOL=${protocol}; set SASL_SSL or SASL_PLAINTEXT.`);
  if (usesSasl && !(mechanism && username && password))
    throw new ConfigError(`KAFKA_SECURITY_PROTOCOL=${protocol} needs KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD.`);
  return {
    brokers,
    ...(usesTls ? { tls: certificates ?? {} } : {}),
    ...(usesSasl ? { sasl: { mechanism: mechanism!, username: username!, password: password! } } : {}),
  };
}
