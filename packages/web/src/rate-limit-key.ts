import ipaddr from 'ipaddr.js';

/**
 * What limits count a visitor by: an IPv4 address, however it is written, or the whole network of IPv6 addresses that one
 * household has (its first 64 bits). What is no address stands for itself.
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
