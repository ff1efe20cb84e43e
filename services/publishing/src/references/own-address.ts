import type { TargetKind } from './outline.ts';

/** A form or a booking page that a URL leads to. */
export interface Target {
  readonly kind: TargetKind;
  readonly id: string;
}

/** The shared view of a table that a URL leads to; its id is the token of the address. */
export interface SharedViewTarget {
  readonly kind: 'shared_view';
  readonly id: string;
}

/** Returns the form, the booking page or the shared view that a URL in a page leads to, or undefined for any other URL. */
export type AddressMatcher = (address: string) => Target | SharedViewTarget | undefined;

/** First path segments of the public URLs of forms, booking pages and shared views. */
const kinds: Readonly<Record<string, TargetKind | 'shared_view'>> = { f: 'form', book: 'booking_page', t: 'shared_view' };

/** Returns the matcher of URLs on the public origin. A URL without a host is relative to it, since pages are shown there. */
export function createAddressMatcher(origin: string): AddressMatcher {
  const { host } = new URL(origin);
  // A page can become standalone or a page of a site, so a relative URL is resolved against both.
  const bases = [`${origin}/s/site/page`, `${origin}/p/page`];
  const matchFrom = (address: string, base: string): Target | SharedViewTarget | undefined => {
    const url = URL.parse(address, base);
    if (!url || url.host !== host || !/^https?:$/.test(url.protocol)) return undefined;
    const [, first = '', id = ''] = url.pathname.split('/');
    const kind = Object.hasOwn(kinds, first) ? kinds[first] : undefined;
    return kind && id !== '' ? { kind, id: decodeSegment(id) } : undefined;
  };
  return function matchAddress(address) {
    for (const base of bases) {
      const target = matchFrom(address.trim(), base);
      if (target) return target;
    }
    return undefined;
  };
}

function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /^[\x20-\x7e]*$/.test(text) ? text : segment;
  } catch {
    return segment;
  }
}

/** Returns the public URL of a form or a booking page. */
export const targetUrl = (origin: string, { kind, id }: Target): string =>
  `${origin}/${kind === 'form' ? 'f' : 'book'}/${encodeURIComponent(id)}`;
