import { fileURLToPath } from 'node:url';
import {
  blogCollections,
  blogPages,
  blogPosts,
  pageReferences,
  pages,
  pageVersions,
  previewPages,
  sitePages,
  sites,
} from '@space/contracts/publishing';
import { type Service, serving } from '@space/runtime';
import { blogPageHandlers } from './blog-pages/blog-pages.ts';
import { collectionHandlers } from './collections/collections.ts';
import { createPublishing } from './context/publishing.ts';
import { pageVersionHandlers } from './pages/page-versions.ts';
import { pageHandlers } from './pages/pages.ts';
import { createPageJobs } from './pages/scheduled-pages.ts';
import { postHandlers } from './posts/posts.ts';
import { createPostJobs } from './posts/scheduled-posts.ts';
import { previewPageHandlers } from './previews/preview-pages.ts';
import { pageReferenceHandlers } from './references/page-references.ts';
import { createScheduleTask } from './schedule/schedule-task.ts';
import { sitePageHandlers } from './serving/site-pages.ts';
import { siteHandlers } from './sites/sites.ts';
import { createSocial } from './social/social.ts';

/**
 * What a Space shows to the public: sites of pages, blogs, and what it says in social networks.
 */
export const publishingService: Service = {
  name: 'publishing',
  schema: 'publishing',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open(ports) {
    const publishing = createPublishing(ports);
    const schedule = createScheduleTask(ports, [...createPageJobs(publishing), ...createPostJobs(ports)]);
    const social = createSocial(ports);
    return {
      serves: [
        serving(sites, siteHandlers(ports)),
        serving(pages, pageHandlers(publishing)),
        serving(pageVersions, pageVersionHandlers(publishing)),
        serving(pageReferences, pageReferenceHandlers(publishing)),
        serving(sitePages, sitePageHandlers(publishing)),
        serving(blogCollections, collectionHandlers(ports)),
        serving(blogPosts, postHandlers(ports, schedule.poll)),
        serving(blogPages, blogPageHandlers(ports)),
        serving(previewPages, previewPageHandlers(publishing)),
        ...social.serves,
      ],
      tasks: [publishing.outlines, schedule, ...social.tasks],
    };
  },
};
