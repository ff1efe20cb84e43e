import type { Bound } from '../core/bound.ts';
import { MAX_CONDITION_DEPTH, MAX_CONDITION_LEAVES, MAX_CONDITION_SEARCHED, MAX_PAGE_COMPARISONS, MAX_TAGS_PER_CONTACT } from './limits.ts';

/** Bounds of contacts and audiences. */
export const contactBounds: readonly Bound[] = [
  { subject: 'tags', value: MAX_TAGS_PER_CONTACT, unit: 'tags', per: 'contact', refusal: 'limit_reached' },
  { subject: 'depth of the condition of an audience', value: MAX_CONDITION_DEPTH, unit: 'levels', per: 'request', refusal: 'invalid' },
  {
    subject: 'comparisons in the condition of an audience',
    value: MAX_CONDITION_LEAVES,
    unit: 'comparisons',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'texts that all `contains` in the condition of an audience search for, together',
    value: MAX_CONDITION_SEARCHED,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'comparisons of the audiences on one page of their list',
    value: MAX_PAGE_COMPARISONS,
    unit: 'comparisons',
    per: 'request',
    effect: 'the page has fewer entries',
  },
];
