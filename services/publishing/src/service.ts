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
import { pageVersionHandlers } from './pages/page-versions.ts';
import { pageHandlers } from './pages/pages.ts';
import { plannedPages } from './pages/planned-pages.ts';
import { plannedPosts } from './posts/planned-posts.ts';
import { postHandlers } from './posts/posts.ts';
import { previewPageHandlers } from './previews/preview-pages.ts';
import { publishingOn } from './publishing.ts';
import { pageReferenceHandlers } from './references/page-references.ts';
import { scheduleTask } from './schedule/schedule-task.ts';
import { sitePageHandlers } from './serving/site-pages.ts';
import { siteHandlers } from './sites/sites.ts';
import { socialOn } from './social/social.ts';

/**
 * What a Space shows to the public: sites of pages, blogs, and what it says in social networks.
 */
export const publishingService: Service = {
  name: 'publishing',
  schema: 'publishing',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open(ports) {
    const publishing = publishingOn(ports);
    const schedule = scheduleTask(ports, [...plannedPages(publishing), ...plannedPosts(ports)]);
    const social = socialOn(ports);
    return {
      serves: [
        serving(sites, siteHandlers(ports)),
        serving(pages, pageHandlers(publishing)),
        serving(pageVersions, pageVersionHandlers(publishing)),
        serving(pageReferences, pageReferenceHandlers(publishing)),
        serving(sitePages, sitePageHandlers(publishing)),
        serving(blogCollections, collectionHandlers(ports)),
        serving(blogPosts, postHandlers(ports, schedule.look)),
        serving(blogPages, blogPageHandlers(ports)),
        serving(previewPages, previewPageHandlers(publishing)),
        ...social.serves,
      ],
      tasks: [publishing.outlines, schedule, ...social.tasks],
    };
  },
};
