import { isSafeAddress } from '@space/rich-text/addresses';

/** Returns an address as a person means it: a host without a scheme gets `https://`, an email address `mailto:`. Undefined for an unsafe one. */
export function meantAddress(text: string): string | undefined {
  const href = text.trim();
  if (href === '' || !isSafeAddress(href)) return undefined;
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(href)) return `mailto:${href}`;
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$)/i.test(href) ? `https://${href}` : href;
}
