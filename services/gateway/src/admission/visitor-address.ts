import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { allowList } from '@space/egress';

/** Returns the address of a visitor, by which limits are counted. It is never stored. */
export type VisitorAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** Returns an IPv4 address that arrived over an IPv6 socket as IPv4. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Creates the function for SPACE_TRUSTED_PROXIES (CIDRs separated by commas). The address is that of the connection, or,
 * when a trusted proxy connects, the last one in X-Forwarded-For that is not a trusted proxy. Earlier entries are ignored:
 * any client can write them.
 */
export function createVisitorAddress(proxies: string | undefined): VisitorAddress {
  const isProxy = allowList(proxies);
  return function visitorAddress({ socket, headers }) {
    let visitor = withoutMapping(socket.remoteAddress ?? 'unknown');
    const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (isProxy(visitor)) {
      const previous = withoutMapping(hops.pop()?.trim() ?? '');
      if (isIP(previous) === 0) break;
      visitor = previous;
    }
    return visitor;
  };
}
