import { expect, test } from '@jest/globals';
import { ConfigError, readConfig, required } from './config.ts';

test('settings have defaults that start the standalone profile', () => {
  expect(readConfig({})).toMatchObject({
    SPACE_PORT: 8080,
    SPACE_PUBLIC_PORT: 8081,
    SPACE_METRICS_PORT: 9464,
    SPACE_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    SPACE_CHECK_OUTPUTS: '0',
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ SPACE_PORT: '', DATABASE_URL: '' })).toMatchObject({ SPACE_PORT: 8080 });
});

test.each([
  ['SPACE_PORT', 'eighty'],
  ['SPACE_PORT', '70000'],
  ['SPACE_DATABASE_POOL', '0'],
  ['LOG_LEVEL', 'loud'],
  ['SPACE_OPERATOR_TOKEN', 'short'],
  ['SPACE_WEBHOOK_PORTS', '443,0'],
  ['SPACE_WEBHOOK_PORTS', '9000-8000'],
])('%s=%s is rejected with a message that names the setting', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} is invalid: .+\\.$`));
});

test('a required setting that is not set is named in the error', () => {
  expect(required(readConfig({ NATS_URL: 'nats://a' }), 'NATS_URL')).toBe('nats://a');
  expect(() => required(readConfig({}), 'NATS_URL')).toThrow('NATS_URL must be set.');
});
