import ipaddr from 'ipaddr.js';

const ipv4Compatible = ipaddr.parseCIDR('::/96');
const azureWireServer = '168.63.129.16';

/**
 * Whether an address is one of the public internet. Everything with a special purpose is not: private, loopback,
 * link-local, carrier NAT, documentation, multicast, and every way to write an IPv4 address inside an IPv6 one
 * (mapped, compatible, NAT64, 6to4, Teredo). Text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv6' && address.match(ipv4Compatible)) return false;
  return address.range() === 'unicast' && address.toString() !== azureWireServer;
}

/** Whether an address is in a list of CIDRs with commas between them, such as SPACE_WEBHOOK_ALLOW; in no list is none. */
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
