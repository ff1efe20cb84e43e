import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of the search over all domains. */
export const searchBounds: readonly Bound[] = [
  {
    subject: 'text of a search',
    value: `${limits.SEARCH_CHARACTERS.min} to ${limits.SEARCH_CHARACTERS.max}`,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'things of each kind that a search finds',
    value: limits.MAX_FOUND_PER_KIND,
    unit: 'things',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'time of each part of a search',
    value: limits.SEARCH_PART_MS,
    unit: 'ms',
    per: 'request',
    effect: 'the part is named in `incomplete`',
  },
];
