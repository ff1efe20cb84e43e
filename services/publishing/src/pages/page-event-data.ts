import type { StoredPage } from './stored-page.queries.ts';

/** Returns the data that every event about a page has. */
export const pageEventData = ({ id, title, site_id, site_title }: Pick<StoredPage, 'id' | 'title' | 'site_id' | 'site_title'>) => ({
  page_id: id,
  page: title,
  site_id,
  site: site_title,
});
