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

/** An address of the public origin that has the id of a resource and leads to no page. */
export interface DeadTarget {
  readonly kind: 'no_page';
  readonly id: string;
}

/** Returns the form, the booking page or the shared view that a URL in a page leads to, or undefined for any other URL. */
export type AddressMatcher = (address: string) => Target | SharedViewTarget | DeadTarget | undefined;

/** A value that is the id of a resource: of one that pages could show, or of any with the length of an id. */
export const RESOURCE_ID = /^(?:(?:frm|bkp|tbl|viw)_\w+|[a-z]{3}_[0-9a-z]{26})$/;

/** First path segments of the public URLs of forms, booking pages and shared views. */
const kinds: Readonly<Record<string, TargetKind | 'shared_view'>> = { f: 'form', book: 'booking_page', t: 'shared_view' };

/** Returns the matcher of URLs on the public origin. A URL without a host is relative to it, since pages are shown there. */
export function createAddressMatcher(origin: string): AddressMatcher {
  const { host } = new URL(origin);
  // A page can become standalone or a page of a site, so a relative URL is resolved against both.
  const bases = [`${origin}/s/site/page`, `${origin}/p/page`];
  const segmentsFrom = (address: string, base: string): string[] => {
    const url = URL.parse(address, base);
    return url && url.host === host && /^https?:$/.test(url.protocol) ? url.pathname.split('/').slice(1) : [];
  };
  return function matchAddress(address) {
    const paths = bases.map((base) => segmentsFrom(address.trim(), base));
    for (const [first = '', id = ''] of paths) {
      // The bytes of assets are found by find-assets.ts.
      if (first === 'a') return undefined;
      const kind = Object.hasOwn(kinds, first) ? kinds[first] : undefined;
      if (kind && id !== '') return { kind, id: decodeSegment(id) };
    }
    // A slug has no underscore, so no page, site or blog has such a segment in its address.
    const id = paths.flat().find((segment) => RESOURCE_ID.test(segment));
    return id === undefined ? undefined : { kind: 'no_page', id };
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
