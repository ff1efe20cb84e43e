import { z } from 'zod';
import { Deleted, id, resource, timestamp } from '../core/fields.ts';
import { contract, operation, type Undo } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { addressSlug } from './address-slug.ts';
import {
  MAX_LAYOUT_CHARACTERS,
  MAX_PAGE_BODY_BYTES,
  MAX_PAGES_PER_SITE,
  MAX_PAGES_PER_SPACE,
  PREVIEW_MINUTES,
  STANDALONE_WINDOW_MINUTES,
} from './limits.ts';
import { pageContent, pagePlace, versionNumber } from './page-fields.ts';
import {
  pageCreated,
  pageDeleted,
  pagePublished,
  pagePublishFailed,
  pagePublishScheduled,
  pageUnpublished,
  pageUpdated,
} from './pages.events.ts';
import { PreviewLink } from './preview-pages.ts';
import { formerSchedule, publishTimes, refinePublishTimes, scheduledTime } from './publish-times.ts';
import { webAddress } from './web-address.ts';

const { title, ...restOfContent } = pageContent;

const meta = {
  ...resource,
  title: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  site_id: z.string().nullable(),
  standalone: z.boolean().describe('True if it belongs to no site'),
  is_home: z.boolean().describe('True if it is the home page of its site'),
  nav_label: z.string().nullable(),
  show_in_nav: z.boolean(),
  indexed: z.boolean(),
  status: z.enum(['unpublished', 'published']),
  published_slug: z.string().nullable().describe('The last part of its address; null before it is first published'),
  url: webAddress.nullable().describe('Its public address; null while it is not published'),
  published_at: timestamp.nullable().describe('Time at which the version that visitors see was published'),
  published_version: z.int().nullable().describe('The version that visitors see'),
  has_unpublished_changes: z.boolean().describe('True if its draft differs from the published version'),
  publish_at: timestamp.nullable().describe('Scheduled time of publication'),
  unpublish_at: timestamp.nullable().describe('Scheduled time at which it is unpublished'),
  schedule_error: z.string().nullable().describe('The reason why it could not be published at its scheduled time'),
};

/** A page as lists show it. */
export const PageSummary = z.object(meta).meta({ id: 'PageSummary' });

const embedded = z.boolean().describe('True if the page shows it, false if the page only links to it');

/** A form or booking page that a document uses. */
const UsedResource = z.object({ id: z.string(), name: z.string(), embedded }).meta({ id: 'UsedResource' });

const contents = {
  recognized: z
    .object({
      forms: z.array(UsedResource).describe('Forms of the Space'),
      booking_pages: z.array(UsedResource).describe('Booking pages of the Space'),
      shared_views: z
        .array(z.object({ url: webAddress.describe('Address of the share link'), embedded }))
        .describe('Shared views of tables, by the address of their share link'),
    })
    .describe('Resources of the Space that layout_html shows or links to'),
  warnings: z
    .array(z.string())
    .describe(
      'Markup of layout_html that looks like an embed and shows nothing, with line and column; after a write also forms and booking pages that visitors cannot use now, and frames of share links with a password',
    ),
};

/** A page with its document (contract, S3). */
export const Page = z.object({ ...meta, layout_html: z.string().nullable(), ...contents }).meta({ id: 'Page' });

/** A page with its document. */
export type Page = z.infer<typeof Page>;

/** A page as a write answers it: all but the document, which the caller has or reads with GET. */
export const WrittenPage = z.object({ ...meta, ...contents }).meta({ id: 'WrittenPage' });

/** A page as a write answers it. */
export type WrittenPage = z.infer<typeof WrittenPage>;

const replaced_version = z
  .int()
  .nullable()
  .describe('The version that has the content which this call replaced; null if layout_html is as before');

/** The answer of a change: the page, the former values, and a version with the former document, which is too large to be repeated. */
const UpdateAnswer = WrittenPage.extend({
  before: valuesBefore(
    Page.pick({ title: true, description: true, image_url: true, site_id: true, nav_label: true, show_in_nav: true, indexed: true }),
  ),
  changed: z.array(z.string()).describe('Names of the fields that this call changed'),
  replaced_version,
});

/** The answer of a restore: the page, and a version with the content before. */
export const RestoredPage = WrittenPage.extend({ replaced_version });

/** Fields of the content, which a version has. */
const contentFields: ReadonlySet<string> = new Set(Object.keys(pageContent));

/**
 * Returns the call that reverts a change of a page. A former document comes back from a version, unless the place of the page
 * changed too. A page that left a site has lost its place there, so that has no undo.
 */
function undoUpdate(
  input: { readonly id: string },
  { before, changed, replaced_version: version }: z.output<typeof UpdateAnswer>,
): Undo | null {
  if (typeof before.site_id === 'string') return null;
  if (!changed.includes('layout_html')) return restoreFields('update_page')(input, { before });
  if (version === null || !changed.every((name) => contentFields.has(name))) return null;
  return { tool: 'restore_page_version', arguments: { id: input.id, version } };
}

/** The publication state of a page before the call. */
const before = z
  .object({
    status: meta.status,
    published_slug: z.string().nullable(),
    published_version: z.int().nullable(),
    publish_at: timestamp.nullable(),
    publish_slug: z.string().nullable().describe('The published_slug that was planned with publish_at'),
    unpublish_at: timestamp.nullable(),
  })
  .describe('The state before this call');

/** The answer of publishing: the page, and its publication state before the call. */
const PublishAnswer = WrittenPage.extend({ before });

/** Returns the call that restores the publication state before; null when one call cannot, since it would not restore a schedule. */
function backToBefore(
  {
    id,
    published_slug: planned_slug,
    ...input
  }: { readonly id: string; readonly published_slug?: string | undefined } & Parameters<typeof scheduledTime>[0],
  { before, ...after }: z.output<typeof PublishAnswer>,
): Undo | null {
  const call = (args: object): Undo => ({ tool: 'publish_page', arguments: { id, ...args } });
  const at = scheduledTime(input);
  if (at !== undefined) {
    const isPlanned = input.publish && before.publish_at !== null;
    const hasOtherSlug = isPlanned && at !== null && (planned_slug ?? null) !== before.publish_slug;
    const former = formerSchedule(input, before) ?? (hasOtherSlug ? { publish: true, publish_at: before.publish_at } : undefined);
    return former ? call({ ...former, ...(isPlanned && before.publish_slug !== null && { published_slug: before.publish_slug }) }) : null;
  }
  if (before.publish_at !== null || before.unpublish_at !== null) return null;
  if (
    after.status === before.status &&
    after.published_version === before.published_version &&
    after.published_slug === before.published_slug
  )
    return null;
  if (before.status === 'unpublished') return call({ publish: false });
  const { published_version, published_slug } = before;
  return published_version === null || published_slug === null ? null : call({ version: published_version, published_slug });
}

const pageId = { id: id('page') };
const embedding =
  'Forms and booking pages in layout_html must exist in this Space; those that do not are refused with 422, each with its line and column. recognized in the answer names those that were found. warnings lists markup that embeds nothing, such as data-table-id.';

/** The pages of a Space. */
export const pages = contract({
  name: 'pages',
  service: 'publishing',
  tag: 'Pages',
  description:
    'Pages: HTML documents of your own, shown to the public on an origin apart. Visitors do not see a change before the page is published; publishing stores the content as a version, which never changes.',
  operations: {
    list: operation({
      summary: 'List pages',
      description: 'Newest first, unless sort says otherwise, without their documents.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/pages', status: 200 },
      tools: [{ name: 'list_pages', family: 'pages', action: 'list', everyday: true }],
      input: z.strictObject({
        limit,
        cursor,
        include_total: includeTotal,
        site_id: id('site').optional().describe('Only the pages of this site'),
        status: z.enum(['unpublished', 'published']).optional().describe('Only pages in this status'),
        sort: sortBy(['created_at', 'updated_at', 'title'], '-created_at'),
      }),
      output: page(PageSummary),
    }),
    create: operation({
      summary: 'Create a page',
      description: `Pages of one website must pass the same site_id; the first one becomes its home page. A second page without a site within ${STANDALONE_WINDOW_MINUTES} minutes is refused with 409 unless standalone is true, which says that it is meant to stand alone. ${embedding} The answer has no layout_html. layout_html has at most ${MAX_LAYOUT_CHARACTERS.toLocaleString('en')} characters. A Space can have ${MAX_PAGES_PER_SPACE.toLocaleString('en')} pages, a site ${MAX_PAGES_PER_SITE.toLocaleString('en')}.`,
      scope: 'pages:write',
      route: { method: 'POST', path: '/pages', status: 201 },
      tools: [{ name: 'create_page', family: 'pages', action: 'create' }],
      input: z.strictObject({
        title,
        ...z.strictObject(restOfContent).partial().shape,
        ...z.strictObject(pagePlace).partial().shape,
        standalone: z.boolean().optional().describe('true says that a page without a site is meant to be one'),
      }),
      output: WrittenPage,
      emits: [pageCreated],
      undo: undoByDeleting('delete_page'),
      problems: ['standalone_page', 'unresolved_reference', 'limit_reached', 'unavailable'],
      max_body_bytes: MAX_PAGE_BODY_BYTES,
      deadline_ms: 60_000,
      example: {
        title: 'About us',
        description: 'Who builds the engines',
        layout_html: '<!doctype html>\n<html lang="en">\n<body><h1>About us</h1></body>\n</html>\n',
        standalone: true,
      },
    }),
    get: operation({
      summary: 'Read a page with its document',
      description: 'layout_html is returned byte for byte as it was sent.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/pages/:id', status: 200 },
      tools: [{ name: 'get_page', family: 'pages', action: 'get', everyday: true }],
      input: z.strictObject(pageId),
      output: Page,
      versioned: true,
    }),
    preview: operation({
      summary: 'Get a link to see a page before it is published',
      description: `Shows the present content of the page, in its site. Everyone who has the link can open it for ${PREVIEW_MINUTES} minutes; search engines do not list it.`,
      scope: 'pages:read',
      route: { method: 'GET', path: '/pages/:id/preview', status: 200 },
      tools: [{ name: 'preview_page', family: 'pages', action: 'preview' }],
      input: z.strictObject(pageId),
      output: PreviewLink,
    }),
    update: operation({
      summary: 'Change a page',
      description: `Only the fields given change. Visitors see title, description, image_url and layout_html when the page is published again; changes of site_id, nav_label, show_in_nav and indexed are visible immediately. ${embedding} The answer has no layout_html; read the page for it. The content that a new layout_html replaces is stored as a version. It has an undo unless the page left a site, or layout_html changed together with site_id, nav_label, show_in_nav or indexed.`,
      scope: 'pages:write',
      route: { method: 'PATCH', path: '/pages/:id', status: 200 },
      tools: [{ name: 'update_page', family: 'pages', action: 'update' }],
      input: z.strictObject({
        ...pageId,
        ...z.strictObject(pageContent).partial().shape,
        ...z.strictObject(pagePlace).partial().shape,
      }),
      output: UpdateAnswer,
      emits: [pageUpdated],
      undo: undoUpdate,
      problems: ['unresolved_reference', 'limit_reached', 'unavailable'],
      max_body_bytes: MAX_PAGE_BODY_BYTES,
      deadline_ms: 60_000,
      versioned: true,
      example: { id: 'pag_01jd0000000000000000000000', description: 'Who builds the engines, and why' },
    }),
    delete: operation({
      summary: 'Delete a page',
      description: 'For good, with its versions. Where it was published the address answers 410 from then on.',
      scope: 'pages:write',
      route: { method: 'DELETE', path: '/pages/:id', status: 200 },
      tools: [{ name: 'delete_page', family: 'pages', action: 'delete' }],
      input: z.strictObject(pageId),
      output: Deleted,
      no_undo: 'the page and its versions are deleted for good',
      emits: [pageDeleted],
      versioned: true,
    }),
    publish: operation({
      summary: 'Publish a page or take it down',
      description: `The content of the page becomes a version and visitors see it immediately; the same content never becomes two versions. With version an earlier version is published again, and the content of the page does not change. A new published_slug moves the page; its old address redirects to the new one. publish_at schedules the publication, of the content that the page has then. publish false unpublishes the page, with unpublish_at at that time: its address answers 404. ${embedding}`,
      scope: 'pages:run',
      route: { method: 'POST', path: '/pages/:id/publish', status: 200 },
      tools: [{ name: 'publish_page', family: 'pages', action: 'publish' }],
      input: refinePublishTimes(
        z.strictObject({
          ...pageId,
          publish: z.boolean().default(true).describe('false takes the page down'),
          published_slug: addressSlug.optional().describe('The last part of its address; made from the title when it has none yet'),
          version: versionNumber.optional().describe('Publishes this version again instead of the present content'),
          ...publishTimes,
        }),
      ),
      output: PublishAnswer,
      emits: [pagePublished, pageUnpublished, pagePublishScheduled, pagePublishFailed],
      undo: backToBefore,
      problems: ['duplicate', 'limit_reached', 'unresolved_reference', 'unavailable'],
      effects: ['destructive', 'outside'],
      // Taking a page down needs no room. The handler reserves room for a new version.
      allowed_when_full: true,
      example: { id: 'pag_01jd0000000000000000000000', published_slug: 'about-us' },
    }),
  },
});
