import { z } from 'zod';
import { pictureAddress } from '../assets/picture-address.ts';
import { Deleted, id, nonEmptyLine, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { addressSlug } from './address-slug.ts';
import { MAX_PAGES_PER_SITE, MAX_SITES_PER_SPACE } from './limits.ts';
import { pageDeleted } from './pages.events.ts';
import { siteCreated, siteDeleted, siteUpdated } from './sites.events.ts';
import { webAddress } from './web-address.ts';

/** The position of the shared navigation of a site (contract, S1). */
export const NavLayout = z.enum(['top', 'sidebar', 'none']);

/** The position of the shared navigation of a site. */
export type NavLayout = z.infer<typeof NavLayout>;

const described = {
  description: z.string().max(4_000).nullable().describe('Purpose of the site'),
  nav_layout: NavLayout.describe('Position of the shared navigation of the site: top, sidebar or none'),
  logo_url: pictureAddress
    .nullable()
    .describe('Address of a picture before the title in the navigation, or /a/{asset_id}/{name} of an asset'),
};

/** A site: pages under one title, with one navigation (contract, S1). */
export const Site = z
  .object({
    ...resource,
    title: z.string(),
    description: z.string().nullable(),
    nav_layout: NavLayout,
    logo_url: z.string().nullable(),
    slug: z.string().describe('Its part of the address: /s/{slug}/'),
    url: webAddress.describe('Its home page'),
    home_page_id: z.string().nullable().describe('The first attached page, unless another was chosen'),
    page_ids: z.array(z.string()).describe('Its pages in the order of the navigation'),
  })
  .meta({ id: 'Site' });

/** A site. */
export type Site = z.infer<typeof Site>;

const siteId = { id: id('site') };

const before = valuesBefore(
  Site.pick({ title: true, description: true, nav_layout: true, logo_url: true, slug: true, home_page_id: true, page_ids: true }),
);

/** The sites of a Space. */
export const sites = contract({
  name: 'sites',
  service: 'publishing',
  tag: 'Sites',
  description:
    'Sites: pages that belong together, under one title and with one navigation, which every page gets when it is shown and which is never written into it.',
  operations: {
    list: operation({
      summary: 'List sites',
      description: 'Oldest first, unless sort says otherwise. List before you create, to find a site that exists already.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/sites', status: 200 },
      tools: [{ name: 'list_sites', family: 'sites', action: 'list' }],
      input: z.strictObject({ sort: sortBy(['created_at', 'title'], 'created_at'), limit, cursor, include_total: includeTotal }),
      output: page(Site),
    }),
    create: operation({
      summary: 'Create a site',
      description: `Creating a site with the title of an existing site returns that site, unchanged; letter case and white space in the title do not matter. A Space can have ${MAX_SITES_PER_SPACE} sites.`,
      scope: 'pages:write',
      route: { method: 'POST', path: '/sites', status: 201 },
      tools: [{ name: 'create_site', family: 'sites', action: 'create' }],
      input: z.strictObject({
        title: nonEmptyLine(200).describe('The name of the site or brand'),
        ...z.strictObject(described).partial().shape,
      }),
      output: Site.extend({ created: z.boolean().describe('False if the site existed already and is returned unchanged') }),
      emits: [siteCreated],
      undo: (input, site) => (site.created ? undoByDeleting('delete_site')(input, site) : null),
      problems: ['limit_reached'],
      example: { title: 'Analytical Engines', description: 'Looms that calculate', nav_layout: 'top' },
    }),
    get: operation({
      summary: 'Read a site',
      scope: 'pages:read',
      route: { method: 'GET', path: '/sites/:id', status: 200 },
      tools: [{ name: 'get_site', family: 'sites', action: 'get' }],
      input: z.strictObject(siteId),
      output: Site,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a site',
      description:
        'Only the fields given change, and visitors see the change immediately. page_ids orders the pages: it lists each page of the site once. A new slug moves the site; its old addresses redirect to the new ones.',
      scope: 'pages:write',
      route: { method: 'PATCH', path: '/sites/:id', status: 200 },
      tools: [{ name: 'update_site', family: 'sites', action: 'update' }],
      input: z.strictObject({
        ...siteId,
        title: nonEmptyLine(200).optional().describe('The name of the site or brand'),
        ...z.strictObject(described).partial().shape,
        slug: addressSlug.optional().describe('Its part of the address: /s/{slug}/'),
        home_page_id: id('page of the site').optional(),
        page_ids: z
          .array(id('page of the site'))
          .max(MAX_PAGES_PER_SITE)
          .optional()
          .describe('All its pages, in the order of the navigation'),
      }),
      output: Site.extend({ before }),
      emits: [siteUpdated],
      undo: restoreFields('update_site'),
      problems: ['duplicate', 'unresolved_reference'],
      versioned: true,
      example: { id: 'sit_01jd0000000000000000000000', nav_layout: 'sidebar' },
    }),
    delete: operation({
      summary: 'Delete a site',
      description:
        'For good. Refused with 409 while it has pages, unless with_pages is true, which deletes them too. Its addresses answer 410 from then on.',
      scope: 'pages:write',
      route: { method: 'DELETE', path: '/sites/:id', status: 200 },
      tools: [{ name: 'delete_site', family: 'sites', action: 'delete' }],
      input: z.strictObject({ ...siteId, with_pages: z.boolean().default(false).describe('true deletes its pages too') }),
      output: Deleted,
      no_undo: 'the site and its addresses are deleted for good',
      emits: [siteDeleted, pageDeleted],
      problems: ['conflict'],
      versioned: true,
    }),
  },
});
