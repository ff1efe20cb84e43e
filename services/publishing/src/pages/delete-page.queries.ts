import type { Site } from '@space/contracts/publishing';
import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { noAssets } from '../assets/shown-assets.ts';
import { markAddressesGone } from './page-address.queries.ts';

/** Deletes a page with its versions, and marks its addresses as gone. */
export async function deletePage(tx: CommonQueryMethods, space: string, id: string): Promise<void> {
  await markAddressesGone(tx, space, [id]);
  await tx.query(sql.typeAlias('void')`delete from publishing.page where space_id = ${space} and id = ${id}`);
}

/** Deletes all pages of a locked site with their versions, marks their addresses as gone, and returns the event data of each. */
export async function deletePagesOfSite(tx: CommonQueryMethods, space: string, site: Site) {
  const pages = await tx.any(sql.type(z.object({ id: z.string(), title: z.string() }))`
    delete from publishing.page where space_id = ${space} and site_id = ${site.id} returning id, title`);
  await markAddressesGone(
    tx,
    space,
    pages.map(({ id }) => id),
  );
  return pages.map(({ id, title }) => ({ page_id: id, page: title, site_id: site.id, site: site.title, ...noAssets }));
}
