import { mayBeSlug } from '@space/contracts/publishing';
import { asVisitorOf } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { findBlogAddress, findGonePost } from '../posts/published-posts.queries.ts';
import type { FindOwner } from './page-answers.ts';
import { findPageAtAddress, findSiteAtAddress } from './published-pages.queries.ts';

/** Finds the Space and the language of the blog at the address of a message, or the Space of a deleted post. */
export const createBlogOwner =
  (database: CommonQueryMethods): FindOwner =>
  async ({ base_slug, id }, status) => {
    if (base_slug !== undefined) return mayBeSlug(base_slug) ? asVisitorOf(await findBlogAddress(database, base_slug)) : null;
    // A page with the look of a Space would disclose that the id is that of a draft.
    return id !== undefined && status === 410 ? asVisitorOf(await findGonePost(database, id)) : null;
  };

/** Finds the Space of the site at the address of a message, or of a deleted standalone page. */
export const createSiteOwner =
  (database: CommonQueryMethods): FindOwner =>
  async ({ site_slug, slug }, status) => {
    if (site_slug !== undefined) return mayBeSlug(site_slug) ? asVisitorOf(await findSiteAtAddress(database, site_slug)) : null;
    // As for drafts of posts: the address may be reserved for a page that is not published.
    return slug !== undefined && status === 410 ? asVisitorOf(await findPageAtAddress(database, '', slug)) : null;
  };
