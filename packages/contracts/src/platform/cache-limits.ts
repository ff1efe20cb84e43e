/** Keys that one gateway caches. */
export const MAX_CACHED_KEYS = 10_000;

/** Entries, or characters, of the caches of one process. */
export const MAX_CACHED = {
  schemas: 2_000,
  compute_plans: 500,
  formula_patterns: 200,
  forms: 500,
  recurrence_rules: 2_000,
  occurrences: 500_000,
  key_authorizations: 1_000,
  tool_lists: 500,
  tool_uses: 2_000,
  searches: 10_000,
  client_documents: 500,
  storage_states: 10_000,
  receiver_hosts: 1_000,
  visitors: 100_000,
  nonces: 100_000,
  blog_characters: 32_000_000,
  blog_tags: 1_000,
  sitemap_characters: 64_000_000,
  looks: 500,
  payment_connections: 1_000,
  variants: 10_000,
} as const;

/** Bytes of one public page that a gateway caches. */
export const MAX_CACHED_PAGE_BYTES = 8 * 1_048_576;

/** Bytes of one public file that a gateway caches, such as a variant of a picture. */
export const MAX_CACHED_FILE_BYTES = 256 * 1_024;
