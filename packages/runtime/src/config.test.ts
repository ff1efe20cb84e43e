import { expect, test } from '@jest/globals';
import { ConfigError, readConfig, required } from './config.ts';

test('settings have defaults that start the standalone profile', () => {
  expect(readConfig({})).toMatchObject({
    SPACE_PORT: 8080,
    SPACE_PUBLIC_PORT: 8081,
    SPACE_CONSOLE_PORT: 8082,
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
  ['SPACE_PORT', 'eighty', 'SPACE_PORT must be a number. Correct it, or remove it to use 8080.'],
  ['SPACE_PORT', '70000', 'SPACE_PORT must be at most 65535. Correct it, or remove it to use 8080.'],
  ['SPACE_PORT', '80.5', 'SPACE_PORT must be an integer. Correct it, or remove it to use 8080.'],
  ['SPACE_DATABASE_POOL', '0', 'SPACE_DATABASE_POOL must be at least 1. Correct it, or remove it to use 10.'],
  [
    'LOG_LEVEL',
    'inform',
    'LOG_LEVEL must be one of "trace", "debug", "info", "warn", "error", "silent"; did you mean "info"? Correct it, or remove it to use info.',
  ],
  ['SPACE_OPERATOR_TOKEN', 'short', 'SPACE_OPERATOR_TOKEN must have at least 16 characters. Correct it or remove it.'],
  ['SPACE_BASE_URL', 'api', 'SPACE_BASE_URL must be a URL such as https://api.example.com. Correct it or remove it.'],
  [
    'SPACE_CONSOLE_URL',
    'https://space.example/console',
    'SPACE_CONSOLE_URL must be http or https with a host and no path, such as https://console.example.com. Correct it or remove it.',
  ],
  ['SPACE_CONSOLE_URL', 'console', 'SPACE_CONSOLE_URL must be a URL such as https://api.example.com. Correct it or remove it.'],
  [
    'SPACE_WEBHOOK_PORTS',
    '443,0',
    'SPACE_WEBHOOK_PORTS must be comma-separated ports and ranges, for example 443,8000-8999. Correct it or remove it.',
  ],
  [
    'SPACE_WEBHOOK_PORTS',
    '9000-8000',
    'SPACE_WEBHOOK_PORTS must be comma-separated ports and ranges, for example 443,8000-8999. Correct it or remove it.',
  ],
])('%s=%s is rejected with the setting, the rule and the way out', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message));
});

test('all wrong settings are named together, without their values', () => {
  const read = () => readConfig({ SPACE_PORT: 'x', SPACE_OPERATOR_TOKEN: 'hush' });
  expect(read).toThrow(/^SPACE_PORT must .* SPACE_OPERATOR_TOKEN must /);
  expect(read).not.toThrow(/hush/);
});

test('a required setting that is not set is named in the error', () => {
  expect(required(readConfig({ NATS_URL: 'nats://a' }), 'NATS_URL')).toBe('nats://a');
  expect(() => required(readConfig({}), 'NATS_URL')).toThrow('NATS_URL must be set.');
});
