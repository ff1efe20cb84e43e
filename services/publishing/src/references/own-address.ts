import type { TargetKind } from './outline.ts';

/** A form or a booking page that an address leads to. */
export interface Target {
  readonly kind: TargetKind;
  readonly id: string;
}

/** Which form or booking page an address in a page leads to, if it leads to one of ours; `origin` is the second origin. */
export type AddressMatcher = (address: string) => Target | undefined;

/** First segments of the addresses of forms and of booking pages (decisions, Addresses). */
const kinds: Readonly<Record<string, TargetKind>> = { f: 'form', book: 'booking_page' };

/** The judge of addresses for one second origin. An address without a host is on it, since that is where pages are shown. */
export function createAddressMatcher(origin: string): AddressMatcher {
  const { host } = new URL(origin);
  // A relative address is read as from a page of a site and as from one that stands alone: the page may become either.
  const bases = [`${origin}/s/site/page`, `${origin}/p/page`];
  const readFrom = (address: string, base: string): Target | undefined => {
    const url = URL.parse(address, base);
    if (!url || url.host !== host || !/^https?:$/.test(url.protocol)) return undefined;
    const [, first = '', id = ''] = url.pathname.split('/');
    const kind = Object.hasOwn(kinds, first) ? kinds[first] : undefined;
    return kind && id !== '' ? { kind, id: decoded(id) } : undefined;
  };
  return (address) => {
    for (const base of bases) {
      const target = readFrom(address.trim(), base);
      if (target) return target;
    }
    return undefined;
  };
}

function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /^[\x20-\x7e]*$/.test(text) ? text : segment;
  } catch {
    return segment;
  }
}

/** Where forms and booking pages are shown. */
export const targetUrl = (origin: string, { kind, id }: Target): string =>
  `${origin}/${kind === 'form' ? 'f' : 'book'}/${encodeURIComponent(id)}`;
