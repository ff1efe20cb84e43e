import type { CommonQueryMethods } from 'slonik';
import { findShownAssets } from '../assets/shown-assets.queries.ts';
import type { StoredPage } from './stored-page.queries.ts';

type PageRow = Pick<StoredPage, 'id' | 'title' | 'site_id' | 'site_title'>;

/** Returns the data that every event about a page has. */
export const pageEventData = ({ id, title, site_id, site_title }: PageRow) => ({
  page_id: id,
  page: title,
  site_id,
  site: site_title,
});

/** Returns the data of an event about a change of what a page shows, with its assets after the change. `origin` is the public one. */
export const shownPageData = async (tx: CommonQueryMethods, origin: string, page: PageRow & Pick<StoredPage, 'space_id'>) => ({
  ...pageEventData(page),
  ...(await findShownAssets(tx, page.space_id, 'page', page.id, origin)),
});
