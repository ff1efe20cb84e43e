import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Says which address a visitor has: limits are counted by it, and it is never kept. */
export type VisitorAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** An IPv4 address that came over an IPv6 socket, as IPv4. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * The address that a connection comes from; or, when a proxy of ours stands there (SPACE_TRUSTED_PROXIES, CIDRs with commas
 * between them), the last one in X-Forwarded-For that is no proxy of ours. What stands before it anybody may have written.
 */
export function visitorAddress(proxies: string | undefined): VisitorAddress {
  const trusted = new BlockList();
  for (const cidr of proxies?.split(',') ?? []) {
    const [address = '', bits] = cidr.trim().split('/');
    trusted.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  const isProxy = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return ({ socket, headers }) => {
    let visitor = plain(socket.remoteAddress ?? 'unknown');
    const way = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    while (isIP(visitor) !== 0 && isProxy(visitor)) {
      const before = plain(way.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      visitor = before;
    }
    return visitor;
  };
}

/** What limits are counted by: an IPv4 address, or the whole network of IPv6 addresses that one household has (its first 64 bits). */
export function networkOf(visitor: string): string {
  if (!isIPv6(visitor) || visitor.includes('.')) return visitor;
  const [before = '', after] = visitor.split('%', 1)[0]!.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const zeros = after === undefined ? [] : Array<string>(8 - groups(before).length - groups(after).length).fill('0');
  return [...groups(before), ...zeros, ...groups(after ?? '')]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
