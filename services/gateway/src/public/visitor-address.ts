import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { allowList } from '@space/egress';

/** Says which address a visitor has: limits are counted by it, and it is never kept. */
export type VisitorAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** An IPv4 address that came over an IPv6 socket, as IPv4. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The address that a connection comes from; or, when a proxy of ours stands there (SPACE_TRUSTED_PROXIES, CIDRs with commas
 * between them), the last one in X-Forwarded-For that is no proxy of ours. What stands before it anybody may have written.
 */
export function visitorAddress(proxies: string | undefined): VisitorAddress {
  const isProxy = allowList(proxies);
  return ({ socket, headers }) => {
    let visitor = plain(socket.remoteAddress ?? 'unknown');
    const way = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (isProxy(visitor)) {
      const before = plain(way.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      visitor = before;
    }
    return visitor;
  };
}
