import { expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '@space/runtime';
import { refuseUnusedSettings } from './unused-settings.ts';

const refuse = (environment: Record<string, string>) => () => refuseUnusedSettings(readConfig(environment));

test.each([
  [{ NATS_URL: 'nats://127.0.0.1' }, /^NATS_URL has no effect on the standalone profile/],
  [{ NATS_CA: '/ca.pem' }, /^NATS_CA has no effect/],
  [{ KAFKA_BROKERS: '127.0.0.1:9092', DATABASE_URL: 'postgres://127.0.0.1/space' }, /^KAFKA_BROKERS has no effect/],
  [{ KAFKA_SECURITY_PROTOCOL: 'SSL' }, /^KAFKA_SECURITY_PROTOCOL has no effect/],
  [{ DATABASE_CA: '/ca.pem' }, /^DATABASE_CA has no effect without DATABASE_URL/],
  [{ DATABASE_KEY: '/key.pem' }, /^DATABASE_KEY has no effect without DATABASE_URL/],
])('%j is refused with a sentence that names it', (environment, sentence) => {
  expect(refuse(environment)).toThrow(ConfigError);
  expect(refuse(environment)).toThrow(sentence);
});

test.each<Record<string, string>>([{}, { NATS_URL: '' }, { DATABASE_URL: 'postgres://127.0.0.1/space', DATABASE_CA: '/ca.pem' }])(
  '%j is accepted',
  (environment) => {
    expect(refuse(environment)).not.toThrow();
  },
);
