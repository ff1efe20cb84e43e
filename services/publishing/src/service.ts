import { fileURLToPath } from 'node:url';
import { publishingAssetUses } from '@space/contracts/assets';
import { publishingClosing, publishingIds, publishingRemoval, publishingSearch, publishingStorage } from '@space/contracts/platform';
import {
  blogCollections,
  blogPages,
  blogPosts,
  pageDirectory,
  pageReferences,
  pages,
  pageVersions,
  previewAssets,
  previewPages,
  sitePages,
  sites,
} from '@space/contracts/publishing';
import { findByText, findExistingIds, measureSpace, removeSpaceRows, setSpaceClosed } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { consoleOrigin } from '@space/web';
import { manifest } from '../../manifest.ts';
import { assetUseHandlers } from './assets/asset-uses.ts';
import { blogPageHandlers } from './blog-pages/blog-pages.ts';
import { collectionHandlers } from './collections/collections.ts';
import { createPublishing } from './context/publishing.ts';
import { pageDirectoryHandlers } from './directory/page-directory.ts';
import { pageVersionHandlers } from './pages/page-versions.ts';
import { pageHandlers } from './pages/pages.ts';
import { createPageJobs } from './pages/scheduled-pages.ts';
import { postHandlers } from './posts/posts.ts';
import { createPostJobs } from './posts/scheduled-posts.ts';
import { previewAssetHandlers } from './previews/preview-assets.ts';
import { previewPageHandlers } from './previews/preview-pages.ts';
import { withPreviewPolicy } from './previews/preview-policy.ts';
import { pageReferenceHandlers } from './references/page-references.ts';
import { createJobTask } from './schedule/job-task.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { createBlogOwner, createSiteOwner } from './serving/address-owner.ts';
import { withMessageContext } from './serving/page-answers.ts';
import { sitePageHandlers } from './serving/site-pages.ts';
import { siteHandlers } from './sites/sites.ts';
import { createSocial } from './social/social.ts';

/** The tables whose ids filters of events can name. */
const ID_TABLES = ['site', 'page', 'blog_collection', 'post', 'social_account', 'social_planner', 'social_post'];

/** The service of everything that a Space publishes: sites with pages, blogs, and posts on social networks. */
export const publishingService: Service = {
  ...manifest.publishing,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open(ports) {
    const publishing = createPublishing(ports);
    const { contexts } = publishing;
    const pageTasks = createPageJobs(publishing).map((job) => createJobTask(ports, job));
    const postTasks = createPostJobs(ports).map((job) => createJobTask(ports, job));
    const pollPosts = () => {
      for (const task of postTasks) task.notify();
    };
    const social = createSocial(ports);
    return {
      serves: [
        serving(publishingRemoval, { remove: ({ caller }) => removeSpaceRows(ports.database, 'publishing', caller.space_id) }),
        serving(publishingClosing, {
          async set_closed({ caller, input: { closed } }) {
            await setSpaceClosed(ports.database, 'publishing', caller.space_id, closed);
            return { closed };
          },
        }),
        serving(publishingSearch, {
          find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
        }),
        serving(sites, siteHandlers(ports)),
        serving(pages, pageHandlers(publishing)),
        serving(pageVersions, pageVersionHandlers(publishing)),
        serving(pageReferences, pageReferenceHandlers(ports)),
        serving(pageDirectory, pageDirectoryHandlers(publishing)),
        serving(sitePages, withMessageContext(sitePageHandlers(publishing), contexts, createSiteOwner(ports.database))),
        serving(blogCollections, collectionHandlers(publishing)),
        serving(blogPosts, postHandlers(publishing, pollPosts)),
        serving(blogPages, withMessageContext(blogPageHandlers(publishing), contexts, createBlogOwner(ports.database))),
        serving(
          previewPages,
          withPreviewPolicy(
            withMessageContext(previewPageHandlers(publishing), contexts, async () => null),
            consoleOrigin(ports.config),
          ),
        ),
        serving(previewAssets, previewAssetHandlers(ports, publishing.origin)),
        serving(publishingAssetUses, assetUseHandlers(ports)),
        serving(publishingIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'publishing', ID_TABLES, caller.space_id, input.ids),
          }),
        }),
        serving(publishingStorage, {
          measure: async ({ caller }) => ({ ...(await measureSpace(ports.database, 'publishing', caller.space_id)), files: 0 }),
        }),
        ...social.serves,
      ],
      tasks: [publishing.thread, ...pageTasks, ...postTasks, ...social.tasks],
    };
  },
};
