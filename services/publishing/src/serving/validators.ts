import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts';

/** A strong ETag of what these parts make: other parts, another tag. */
export const etagOf = (...parts: readonly (string | number)[]): string =>
  `"${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 27)}"`;

/** Visitors and caches keep it and ask each time whether it is still the same; while it is asked, the old one may be shown. */
export const REVALIDATED = 'public, max-age=0, stale-while-revalidate=60';

/** What says that it is at another address for good. */
export const movedTo = (location: string): PageAnswer => ({
  status: 308,
  headers: { Location: location, 'Cache-Control': 'public, max-age=300' },
  body: '',
});
