import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import type { previewPages } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { blogNavigation } from '../blog-pages/blog-navigation.ts';
import { postAnswer } from '../blog-pages/post-answer.ts';
import type { Publishing } from '../context/publishing.ts';
import { siteNavigation, sitePageUrl } from '../navigation/site-navigation.ts';
import { findDraftPost } from '../posts/published-posts.queries.ts';
import { createPreviewLinks } from '../preview-links/preview-links.ts';
import { documentAnswer, messageAnswer } from '../serving/page-answers.ts';
import { publishedDocument } from '../serving/published-document.ts';
import { findDraftPage, listPublishedPages } from '../serving/published-pages.queries.ts';
import { renderPage } from '../serving/render-page.ts';

/** What a preview has beside what the page will have: nobody keeps it, finds it, or learns its address from a link in it. */
const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/** Answers previews: pages and posts as they would look if they were published now, rendered anew each time. */
export function previewPageHandlers({ ports, origin }: Publishing): Handlers<typeof previewPages> {
  const { database, box, clock } = ports;
  const links = createPreviewLinks(box, clock, origin);

  const page = async (space: string, id: string): Promise<PageAnswer | null> => {
    const draft = await findDraftPage(database, space, id);
    if (!draft) return null;
    const { site, slug, title, description, image_url, names } = draft;
    const pages = site && (await listPublishedPages(database, space, site.id, id));
    const url = site ? sitePageUrl(origin, site, pages!, { id, slug: slug ?? '' }) : `${origin}/p/${slug ?? ''}`;
    const navigation = site && siteNavigation(origin, site, pages!, id);
    const about = { title, description, image_url, url, site: site?.title ?? null };
    return documentAnswer(renderPage({ ...publishedDocument(draft, origin), about, navigation, names, origin }), false, []);
  };

  const post = async (space: string, id: string): Promise<PageAnswer | null> => {
    const draft = await findDraftPost(database, space, id, isoTime(clock.now()));
    return draft && postAnswer(origin, draft, await blogNavigation(database, origin, space, draft.site_id), {});
  };

  return {
    open: async ({ input: { token } }) => {
      const previewed = links.read(token);
      const answer = previewed && (await (previewed.kind === 'page' ? page : post)(previewed.space_id, previewed.id));
      return answer ? { status: answer.status, body: answer.body, headers: { ...answer.headers, ...PRIVATE } } : over;
    },
  };
}

const over = messageAnswer(
  404,
  'This preview is over',
  'A preview can be opened for a short while only. Ask whoever sent you the link for a new one.',
);
