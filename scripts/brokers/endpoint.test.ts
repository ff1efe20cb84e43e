import { expect, test } from '@jest/globals';
import { formatEndpoint, readEndpoints } from './endpoint.ts';

test('reads schemes, secrets and bracketed addresses, and fills in the default port', () => {
  expect(readEndpoints('nats://user:secret@one:4333, two,[::1]:9', 4222)).toEqual([
    { host: 'one', port: 4333 },
    { host: 'two', port: 4222 },
    { host: '::1', port: 9 },
  ]);
});

test.each(['', 'a,,b', '::bad', 'one:port'])('returns undefined for the invalid list %j', (list) => {
  expect(readEndpoints(list, 4222)).toBeUndefined();
});

test('formats an IPv6 address in brackets', () => {
  expect(formatEndpoint({ host: '::1', port: 9092 })).toBe('[::1]:9092');
});
