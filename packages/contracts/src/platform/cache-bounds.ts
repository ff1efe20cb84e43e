import type { Bound } from '../core/bound.ts';
import * as limits from './cache-limits.ts';

const cached = (subject: string, kind: keyof typeof limits.MAX_CACHED, unit: string): Bound => ({
  subject: `cache of ${subject}`,
  value: limits.MAX_CACHED[kind],
  unit,
  per: 'process',
  effect: 'the least recently used leave',
});

/** Bounds of what a process has in memory to answer faster. */
export const cacheBounds: readonly Bound[] = [
  cached('columns and views of tables', 'schemas', 'tables'),
  cached('orders of computation of tables', 'compute_plans', 'plans'),
  cached('patterns of formulas', 'formula_patterns', 'patterns'),
  cached('forms', 'forms', 'versions of forms'),
  cached('rules of recurring events', 'recurrence_rules', 'rules'),
  cached('occurrences of recurring events', 'occurrences', 'occurrences'),
  cached('scopes of keys that automations use', 'key_authorizations', 'keys'),
  cached('lists of tools', 'tool_lists', 'lists'),
  cached('last uses of tools', 'tool_uses', 'keys'),
  cached('requests to `search_tools`', 'searches', 'requests'),
  cached('metadata documents of OAuth clients', 'client_documents', 'clients'),
  cached('storage of Spaces', 'storage_states', 'Spaces'),
  cached('pages and feeds of blogs', 'blog_characters', 'characters'),
  cached('tags of blogs', 'blog_tags', 'lists'),
  cached('sitemaps', 'sitemap_characters', 'characters'),
  cached('looks of public pages', 'looks', 'Spaces'),
  cached('places of variants of pictures', 'variants', 'variants'),
  cached('connections that receive webhooks of payment providers', 'payment_connections', 'connections'),
  {
    subject: 'failures of receivers that a process remembers',
    value: limits.MAX_CACHED.receiver_hosts,
    unit: 'hosts',
    per: 'process',
    effect: 'further ones are not counted',
  },
  {
    subject: 'visitors that one rate limit counts',
    value: limits.MAX_CACHED.visitors,
    unit: 'visitors',
    per: 'process',
    effect: 'the one that was seen longest ago is forgotten',
  },
  {
    subject: 'calls between processes that are known, to refuse a second one',
    value: limits.MAX_CACHED.nonces,
    unit: 'calls at least',
    per: 'process',
    effect: 'older ones are forgotten',
  },
  {
    subject: 'page in the cache of public pages',
    value: limits.MAX_CACHED_PAGE_BYTES,
    unit: 'bytes',
    per: 'page',
    effect: 'not cached',
  },
  {
    subject: 'public file in the cache of public pages, such as a variant of a picture',
    value: limits.MAX_CACHED_FILE_BYTES,
    unit: 'bytes',
    per: 'asset',
    effect: 'read from the object store each time',
  },
];
