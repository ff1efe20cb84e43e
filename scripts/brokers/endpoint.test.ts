import { expect, test } from '@jest/globals';
import { formatEndpoint, readEndpoints } from './endpoint.ts';

test('a list may have schemes, secrets and addresses in brackets, and a port that is not given is the usual one', () => {
  expect(readEndpoints('nats://user:secret@one:4333, two,[::1]:9', 4222)).toEqual([
    { host: 'one', port: 4333 },
    { host: 'two', port: 4222 },
    { host: '::1', port: 9 },
  ]);
});

test.each(['', 'a,,b', '::bad', 'one:port'])('%j is no list of endpoints', (list) => {
  expect(readEndpoints(list, 4222)).toBeUndefined();
});

test('an IPv6 address is written in brackets', () => {
  expect(formatEndpoint({ host: '::1', port: 9092 })).toBe('[::1]:9092');
});
