import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of contacts and audiences. */
export const contactBounds: readonly Bound[] = [
  { subject: 'tags', value: limits.MAX_TAGS_PER_CONTACT, unit: 'tags', per: 'contact', refusal: 'limit_reached' },
  {
    subject: 'tags by which a list of contacts is filtered',
    value: limits.MAX_FILTER_TAGS,
    unit: 'tags',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'audiences whose condition names a tag that is renamed',
    value: limits.MAX_TAG_AUDIENCES,
    unit: 'audiences',
    per: 'request',
    refusal: 'limit_reached',
  },
  {
    subject: 'contacts that a group of duplicates lists',
    value: limits.MAX_DUPLICATE_CONTACTS,
    unit: 'contacts',
    per: 'request',
    effect: 'the group has the number of all',
  },
  {
    subject: 'contacts that one page of duplicates reads',
    value: limits.MAX_SCANNED_CONTACTS,
    unit: 'contacts',
    per: 'request',
    effect: 'the page has fewer groups',
  },
  {
    subject: 'contacts that were merged into it',
    value: limits.MAX_MERGED_CONTACTS,
    unit: 'contacts',
    per: 'contact',
    refusal: 'limit_reached',
  },
  {
    subject: 'merged contacts of which filters and groups of rows know that they are one person',
    value: limits.MAX_MERGED_LOOKUP,
    unit: 'contacts',
    per: 'request',
    effect: 'the latest merges count',
  },
  {
    subject: 'custom fields after others were merged into them',
    value: limits.MAX_MERGED_FIELDS_BYTES,
    unit: 'bytes',
    per: 'contact',
    refusal: 'limit_reached',
  },
  {
    subject: 'tags in all lines of an import of contacts',
    value: limits.MAX_IMPORT_TAGS,
    unit: 'tags',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'contacts that a change of many contacts reads together',
    value: limits.MAX_UPSERTED_BYTES,
    unit: 'bytes',
    per: 'request',
    effect: 'the rest is read after it',
  },
  {
    subject: 'depth of the condition of an audience or of a list of contacts',
    value: limits.MAX_CONDITION_DEPTH,
    unit: 'levels',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'comparisons in the condition of an audience or of a list of contacts',
    value: limits.MAX_CONDITION_LEAVES,
    unit: 'comparisons',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'texts that all `contains` in a condition search for, together',
    value: limits.MAX_CONDITION_SEARCHED,
    unit: 'characters',
    per: 'request',
    refusal: 'invalid',
  },
  {
    subject: 'comparisons of the audiences on one page of their list',
    value: limits.MAX_PAGE_COMPARISONS,
    unit: 'comparisons',
    per: 'request',
    effect: 'the page has fewer entries',
  },
];
