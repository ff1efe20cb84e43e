import ipaddr from 'ipaddr.js';

const ipv4Compatible = ipaddr.parseCIDR('::/96');
const azureWireServer = '168.63.129.16';

/**
 * Returns true for an address of the public internet. Special-purpose addresses are not public: private, loopback,
 * link-local, carrier NAT, documentation, multicast, and every form of an IPv4 address inside an IPv6 one (mapped,
 * compatible, NAT64, 6to4, Teredo). A text that is not an address is not public either.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv6' && address.match(ipv4Compatible)) return false;
  return address.range() === 'unicast' && address.toString() !== azureWireServer;
}

/** Returns a test for addresses in a comma-separated list of CIDRs, such as SPACE_WEBHOOK_ALLOW. Without a list no address passes. */
export function allowList(cidrs: string | undefined): (text: string) => boolean {
  const ranges = (cidrs ?? '')
    .split(',')
    .filter((cidr) => cidr.trim() !== '')
    .map((cidr) => ipaddr.parseCIDR(cidr.trim()));
  return (text) => {
    if (ranges.length === 0 || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match([range, bits]));
  };
}
