import { expect, test } from '@jest/globals';
import { visitorAddress } from './visitor-address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as never;

test.each([
  ['the connection says it', undefined, '192.0.2.1', undefined, '192.0.2.1'],
  ['an IPv4 address over an IPv6 socket is one of IPv4', undefined, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['nobody is believed when no proxy is named', undefined, '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['whoever is no proxy is not believed', '10.0.0.0/8', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['a proxy is', '10.0.0.0/8', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['a proxy over an IPv6 socket is, too', '10.0.0.0/8', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['what a visitor wrote before the proxy did is not', '10.0.0.0/8', '10.1.2.3', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['of two proxies both are', '10.0.0.0/8, fd00::/8', 'fd00::1', 'evil, 2001:db8::7, 10.0.0.2', '2001:db8::7'],
  ['a proxy that tells nothing is the visitor', '10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
  ['what is no address is passed over', '10.0.0.0/8', '10.1.2.3', '<script>', '10.1.2.3'],
  ['a socket that is gone has none', '10.0.0.0/8', undefined, '203.0.113.9', 'unknown'],
] as const)('%s', (_what, proxies, remote, forwarded, visitor) => {
  expect(visitorAddress(proxies)(from(remote, forwarded))).toBe(visitor);
});
