import { sql } from '@space/database';
import { firstFreeSlug } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/**
 * Returns the slug, or the slug with the first free number in the Space. The caller holds the lock of the Space's
 * tables until the slug is written.
 */
export async function findFreeSlug(tx: CommonQueryMethods, space: string, wanted: string, own?: string): Promise<string> {
  const taken = await tx.anyFirst(sql.type(z.object({ slug: z.string() }))`
    select slug from tables.user_table
    where space_id = ${space} and id <> ${own ?? ''} and (slug = ${wanted} or starts_with(slug, ${`${wanted}-`}))`);
  return firstFreeSlug(wanted, new Set(taken));
}
