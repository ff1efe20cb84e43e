import { z } from 'zod';
import { Actor } from '../core/actor.ts';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { MAX_REPLACED_DRAFTS_PER_PAGE, MAX_VERSIONS_PER_PAGE } from './limits.ts';
import { versionNumber } from './page-fields.ts';
import { pageUpdated } from './pages.events.ts';
import { RestoredPage } from './pages.ts';

const meta = {
  version: z.int().describe('1 for the first'),
  page_id: z.string(),
  created_at: timestamp.describe('Time of its first publication; of a draft, the time at which a change replaced it'),
  created_by: Actor.describe('The actor who published it; of a draft, the actor who replaced it'),
  title: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  draft: z.boolean().describe('True if it was never published: a change of the page replaced it'),
  published: z.boolean().describe('True if visitors see this version now'),
};

/** A version of a page as lists show it. */
export const PageVersionSummary = z.object(meta).meta({ id: 'PageVersionSummary' });

/** A version of a page: its content never changes. */
export const PageVersion = z.object({ ...meta, layout_html: z.string().nullable() }).meta({ id: 'PageVersion' });

const pageId = { id: id('page') };
const oneVersion = { ...pageId, version: versionNumber.describe('Number of the version') };

/** The versions of a page, and the way back to one. */
export const pageVersions = contract({
  name: 'page_versions',
  service: 'publishing',
  tag: 'Page versions',
  description: `The versions of a page: contents that were published, and drafts that a change replaced. A version never changes. The newest ${MAX_VERSIONS_PER_PAGE} published ones and the newest ${MAX_REPLACED_DRAFTS_PER_PAGE} drafts of a page are stored, and the one that visitors see.`,
  operations: {
    list: operation({
      summary: 'List the versions of a page',
      description: 'Newest first, unless sort says otherwise, without their documents.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/pages/:id/versions', status: 200 },
      tools: [{ name: 'list_page_versions', family: 'page_versions', action: 'list' }],
      input: z.strictObject({ ...pageId, sort: sortBy(['version'], '-version'), limit, cursor, include_total: includeTotal }),
      output: page(PageVersionSummary),
    }),
    get: operation({
      summary: 'Read a version of a page',
      scope: 'pages:read',
      route: { method: 'GET', path: '/pages/:id/versions/:version', status: 200 },
      tools: [{ name: 'get_page_version', family: 'page_versions', action: 'get' }],
      input: z.strictObject(oneVersion),
      output: PageVersion,
    }),
    restore: operation({
      summary: 'Bring the text of a version back into its page',
      description:
        'The page gets the content of the version again; visitors see it when the page is published. To show an old version to visitors immediately, publish the page with version. The content that it replaces is stored as a version, so it has an undo if it changed something.',
      scope: 'pages:write',
      route: { method: 'POST', path: '/pages/:id/versions/:version/restore', status: 200 },
      tools: [{ name: 'restore_page_version', family: 'page_versions', action: 'restore' }],
      input: z.strictObject(oneVersion),
      output: RestoredPage,
      emits: [pageUpdated],
      undo: ({ id }, { replaced_version: version }) =>
        version === null ? null : { tool: 'restore_page_version', arguments: { id, version } },
      effects: ['destructive'],
      problems: ['unresolved_reference', 'unavailable'],
    }),
  },
});
