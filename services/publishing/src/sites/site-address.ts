import { Problem } from '@space/contracts/core';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { slugOf } from '../addresses/slug.ts';
import { slugCandidates } from '../addresses/slug-candidates.ts';

const Slug = z.object({ slug: z.string() });

/** Gives a new site the first address that is free among those like its title. */
export async function assignSiteAddress(tx: CommonQueryMethods, space: string, site: string, title: string): Promise<void> {
  for (const slug of slugCandidates(slugOf(title, 'site'))) {
    const taken = await tx.maybeOneFirst(sql.type(Slug)`
      insert into publishing.site_address (space_id, slug, site_id) values (${space}, ${slug}, ${site})
      on conflict do nothing returning slug`);
    if (taken === null) continue;
    await tx.query(sql.typeAlias('void')`update publishing.site set slug = ${slug} where space_id = ${space} and id = ${site}`);
    return;
  }
}

/**
 * Moves a site to an address of the caller's choice. One that a site of the Space left or that went with a deleted site
 * can be taken again; one in use, or ever used in another Space, is refused.
 */
export async function changeSiteAddress(tx: CommonQueryMethods, space: string, site: string, slug: string): Promise<void> {
  const taken = await tx.maybeOneFirst(sql.type(Slug)`
    insert into publishing.site_address as a (space_id, slug, site_id) values (${space}, ${slug}, ${site})
    on conflict (slug) do update set site_id = excluded.site_id, gone = false
    where a.space_id = excluded.space_id
      and (a.site_id = excluded.site_id
        or not exists (select from publishing.site as s where s.space_id = a.space_id and s.id = a.site_id and s.slug = a.slug))
    returning slug`);
  if (taken === null) throw new Problem('duplicate', `The address /s/${slug}/ is taken; choose another slug.`);
}
