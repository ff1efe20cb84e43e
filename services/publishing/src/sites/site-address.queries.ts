import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Slug = z.object({ slug: z.string() });

/** Claims a slug that no site of any Space ever had; returns false when one had it. */
export const insertSiteAddress = async (tx: CommonQueryMethods, space: string, site: string, slug: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(Slug)`
    insert into publishing.site_address (space_id, slug, site_id) values (${space}, ${slug}, ${site})
    on conflict do nothing returning slug`)) !== null;

/** Stores the slug of a new site. */
export const setSiteSlug = (tx: CommonQueryMethods, space: string, site: string, slug: string) =>
  tx.query(sql.typeAlias('void')`update publishing.site set slug = ${slug} where space_id = ${space} and id = ${site}`);

/**
 * Claims a slug for an existing site. It also gets a slug that another site of the Space has left, or that belonged to a
 * deleted site of the Space. Returns false for a slug that is in use, or was ever used in another Space.
 */
export const claimSiteAddress = async (tx: CommonQueryMethods, space: string, site: string, slug: string): Promise<boolean> =>
  (await tx.maybeOneFirst(sql.type(Slug)`
    insert into publishing.site_address as a (space_id, slug, site_id) values (${space}, ${slug}, ${site})
    on conflict (slug) do update set site_id = excluded.site_id, gone = false
    where a.space_id = excluded.space_id
      and (a.site_id = excluded.site_id
        or not exists (select from publishing.site as s where s.space_id = a.space_id and s.id = a.site_id and s.slug = a.slug))
    returning slug`)) !== null;
