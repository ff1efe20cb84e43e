import ipaddr from 'ipaddr.js';

/**
 * Returns the key by which rate limits count a visitor: an IPv4 address, in any spelling, or the first 64 bits of an IPv6
 * address, since one household has all addresses of such a network. A text that is not an address is its own key.
 */
export function rateLimitKey(visitor: string): string {
  if (!ipaddr.isValid(visitor)) return visitor;
  const address = ipaddr.process(visitor);
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')
    : address.toString();
}
