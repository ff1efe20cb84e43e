import { expect, test } from '@jest/globals';
import { createVisitorAddress } from './visitor-address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as never;

test.each([
  ['uses the address of the connection', undefined, '192.0.2.1', undefined, '192.0.2.1'],
  ['returns an IPv4 address over an IPv6 socket as IPv4', undefined, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['ignores X-Forwarded-For when no proxy is trusted', undefined, '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['ignores X-Forwarded-For from a client that is not a trusted proxy', '10.0.0.0/8', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['trusts X-Forwarded-For from a trusted proxy', '10.0.0.0/8', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['trusts a proxy that connects over an IPv6 socket', '10.0.0.0/8', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['ignores entries that the visitor wrote before the proxy', '10.0.0.0/8', '10.1.2.3', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['skips two trusted proxies', '10.0.0.0/8, fd00::/8', 'fd00::1', 'evil, 2001:db8::7, 10.0.0.2', '2001:db8::7'],
  ['uses the address of a proxy without X-Forwarded-For', '10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
  ['ignores an entry that is not an address', '10.0.0.0/8', '10.1.2.3', '<script>', '10.1.2.3'],
  ['returns unknown for a closed socket', '10.0.0.0/8', undefined, '203.0.113.9', 'unknown'],
] as const)('%s', (_what, proxies, remote, forwarded, visitor) => {
  expect(createVisitorAddress(proxies)(from(remote, forwarded))).toBe(visitor);
});
