import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Maximum length of a slug, without its number. */
const LENGTH = 60;

/** The slug a name suggests: lower-case words with hyphens between. A name without Latin letters or digits is called `table`. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH)
    .replace(/^-|-$/g, '');
  return words || 'table';
}

/**
 * Returns the slug, or the slug with the first free number in the Space. The caller holds the lock of the Space's
 * tables until the slug is written.
 */
export async function findFreeSlug(tx: CommonQueryMethods, space: string, wanted: string, own?: string): Promise<string> {
  const taken = new Set(
    await tx.anyFirst(sql.type(z.object({ slug: z.string() }))`
      select slug from tables.user_table
      where space_id = ${space} and id <> ${own ?? ''} and (slug = ${wanted} or starts_with(slug, ${`${wanted}-`}))`),
  );
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
