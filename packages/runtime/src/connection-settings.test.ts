import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ConfigError, readConfig } from './config.ts';
import { databaseOf } from './database-settings.ts';
import { kafkaServer } from './kafka-settings.ts';
import { natsServer } from './nats-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'space-settings-'));
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
const seed = `SU${'A'.repeat(56)}`;

test.each([
  [{ NATS_URL: 'one, nats://two:4333,[::1]' }, { servers: ['one:4222', 'two:4333', '[::1]:4222'] }],
  [{ NATS_URL: 'nats://ada:p%40ss@one' }, { servers: ['one:4222'], login: { user: 'ada', password: 'p@ss' } }],
  [{ NATS_URL: 'nats://t0ken@one,nats://t0ken@two' }, { servers: ['one:4222', 'two:4222'], login: { token: 't0ken' } }],
  [{ NATS_URL: 'tls://one' }, { servers: ['one:4222'], tls: {} }],
  [
    { NATS_URL: 'nats://one', NATS_CA: pem },
    { servers: ['one:4222'], tls: { ca: pem } },
  ],
  [
    { NATS_URL: 'one', NATS_NKEY: file('seed', `${seed}\n`) },
    { servers: ['one:4222'], login: { nkeySeed: seed } },
  ],
  [{ NATS_URL: 'one', NATS_USER: 'ada', NATS_PASSWORD_FILE: file('password', 's3cret\n') }, { login: { user: 'ada', password: 's3cret' } }],
])('%j is understood', (settings, server) => {
  expect(natsServer(readConfig(settings))).toMatchObject(server);
});

test('Kafka and Postgres get certificates as text or from files', () => {
  const ca = file('ca.pem', pem);
  const SASL = { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512', KAFKA_SASL_USERNAME: 'ada', KAFKA_SASL_PASSWORD: 's3cret' };
  const settings = { KAFKA_BROKERS: 'a:9093, b:9093', KAFKA_SECURITY_PROTOCOL: 'SASL_SSL', KAFKA_CA: ca, ...SASL };
  expect(kafkaServer(readConfig(settings))).toEqual({
    brokers: ['a:9093', 'b:9093'],
    tls: { ca: pem },
    sasl: { mechanism: 'scram-sha-512', username: 'ada', password: 's3cret' },
  });
  const url = 'postgres://space:s3cret@db/space';
  expect(databaseOf(readConfig({ DATABASE_URL: `${url}?sslmode=verify-full`, DATABASE_CA: pem }))).toEqual({
    url,
    ssl: { ca: pem, rejectUnauthorized: true },
  });
});

test.each<[Record<string, string>, string]>([
  [{ NATS_URL: 'ws://one' }, 'NATS_URL has the scheme ws'],
  [{ NATS_URL: 'nats://one?tls=true' }, 'NATS_URL has a path or a parameter'],
  [{ NATS_URL: 'nats://one,tls://two' }, 'NATS_URL mixes'],
  [{ NATS_URL: 'nats://a:s3cret@one,nats://b:s3cret@two' }, 'NATS_URL has servers with different credentials'],
  [{ NATS_URL: 'nats://a:s3cret%@one' }, 'NATS_URL has credentials that are not valid percent-encoding'],
  [{ NATS_URL: 'nats://a:s3cret@one', NATS_TOKEN: 's3cret' }, 'NATS_URL and NATS_TOKEN'],
  [{ NATS_URL: 'one', NATS_PASSWORD: 's3cret' }, 'NATS_USER and NATS_PASSWORD'],
  [{ NATS_URL: 'one', NATS_NKEY: '/missing/s3cret' }, 'NATS_NKEY names a file that cannot be read (ENOENT)'],
  [{ NATS_URL: 'one', NATS_CREDS: file('empty.creds', 's3cret') }, 'NATS_CREDS names a file without the expected content'],
  [{ NATS_URL: 'one', NATS_CERT: pem }, 'NATS_CERT and NATS_KEY'],
  [{ NATS_URL: 'one', NATS_CA: '/missing/ca.pem' }, 'NATS_CA names a file that cannot be read (ENOENT)'],
  [{ NATS_URL: 'one', NATS_TOKEN: 's3cret', NATS_TOKEN_FILE: '/s3cret' }, 'NATS_TOKEN and NATS_TOKEN_FILE are both set'],
  [{ NATS_URL: 'one', NATS_TOKEN_FILE: '/missing' }, 'NATS_TOKEN_FILE names a file that cannot be read'],
  [{ KAFKA_BROKERS: 'SASL_SSL://one:9093' }, 'KAFKA_BROKERS must be'],
  [{ KAFKA_BROKERS: 'ada:s3cret@one:9093' }, 'KAFKA_BROKERS must be'],
  [{ KAFKA_BROKERS: 'one:9093', KAFKA_CA: pem }, 'KAFKA_SECURITY_PROTOCOL=PLAINTEXT'],
  [{ KAFKA_BROKERS: 'one:9093', KAFKA_SECURITY_PROTOCOL: 'SSL', KAFKA_SASL_PASSWORD: 's3cret' }, 'KAFKA_SECURITY_PROTOCOL=SSL'],
  [{ KAFKA_BROKERS: 'one:9093', KAFKA_SECURITY_PROTOCOL: 'SASL_SSL', KAFKA_SASL_PASSWORD: 's3cret' }, 'needs KAFKA_SASL_MECHANISM'],
  [{ KAFKA_SECURITY_PROTOCOL: 'TLS' }, 'KAFKA_SECURITY_PROTOCOL must be one of'],
  [{ KAFKA_SASL_MECHANISM: 'gssapi' }, 'KAFKA_SASL_MECHANISM must be one of'],
  [{ DATABASE_URL: 'postgres://a:s3cret@db/space?sslmode=prefer' }, 'DATABASE_URL has sslmode=prefer'],
  [{ DATABASE_URL: 'postgres://a:s3cret@db/space', DATABASE_CA: pem }, 'DATABASE_URL has certificates but no TLS'],
])('%j is refused with a sentence that names the setting and shows no secret', (settings, sentence) => {
  const all = { NATS_URL: 'one', KAFKA_BROKERS: 'one:9092', DATABASE_URL: 'postgres://db/space', ...settings };
  const start = () => {
    const config = readConfig(all);
    return [databaseOf(config), natsServer(config), kafkaServer(config)];
  };
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(sentence);
  expect(start).toThrow(expect.objectContaining({ message: expect.not.stringContaining('s3cret') }));
});
