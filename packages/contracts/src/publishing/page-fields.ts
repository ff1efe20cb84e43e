import { z } from 'zod';
import { pictureAddress } from '../assets/picture-address.ts';
import { id, line, nonEmptyLine } from '../core/fields.ts';
import { MAX_LAYOUT_CHARACTERS, MAX_NAV_LINKS } from './limits.ts';

/** The content of a page. Each published version has its own. */
export const pageContent = {
  title: nonEmptyLine(200).describe('Title of the page, in the browser and the navigation'),
  description: z.string().max(4_000).nullable().describe('One paragraph for search engines and previews of links'),
  image_url: pictureAddress.nullable().describe('A picture for previews of links: its address, or /a/{asset_id}/{name} of an asset'),
  layout_html: z
    .string()
    .max(MAX_LAYOUT_CHARACTERS)
    .nullable()
    .describe('A complete HTML document, served as given in a sandbox; null for a neutral one with title and description'),
};

/** The place of a page in its site. Visitors see a change without a new version. */
export const pagePlace = {
  site_id: id('site').nullable().describe('The site of the page; null for a page without a site'),
  nav_label: line(80).nullable().describe('Its name in the navigation of the site; null for its title'),
  show_in_nav: z
    .boolean()
    .describe(`True if the navigation of the site shows it; the first ${MAX_NAV_LINKS} stand there, and all of them on a page it leads to`),
  indexed: z.boolean().describe('True if search engines may list it'),
};

/** The number of a published version. */
export const versionNumber = z.int().min(1).max(2_147_483_647);
