import type { Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import type { previewPages } from '@space/contracts/publishing';
import { asVisitorOf, isoTime } from '@space/database';
import { type PageCall, plainPage } from '@space/web';
import { blogNavigation } from '../blog-pages/blog-navigation.ts';
import { postAnswer } from '../blog-pages/post-answer.ts';
import type { Publishing } from '../context/publishing.ts';
import { spaceLanguage } from '../context/space-language.ts';
import { siteNavigation, sitePageUrl } from '../navigation/site-navigation.ts';
import { findNearbyPosts } from '../posts/nearby-posts.queries.ts';
import { findDraftPost } from '../posts/published-posts.queries.ts';
import { createPreviewLinks } from '../preview-links/preview-links.ts';
import { documentAnswer, messageAnswer } from '../serving/page-answers.ts';
import { publishedDocument } from '../serving/published-document.ts';
import { findDraftPage, listPublishedPages } from '../serving/published-pages.queries.ts';
import { renderPage } from '../serving/render-page.ts';
import { assetsOfPreview, withPreviewAddresses } from './preview-assets.ts';

/** Headers of a preview: no cache stores it, no search engine lists it, and no link in it discloses its URL. */
const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Returns the handlers of previews. They render a page or post as it would look if it were published now. The address of a preview grants
 * its assets, too: their addresses in it contain its token.
 */
export function previewPageHandlers({ ports, origin, contexts, texts, templates }: Publishing): Handlers<typeof previewPages> {
  const { database, box, clock } = ports;
  const links = createPreviewLinks(box, clock, origin);

  async function renderDraftPage(space: string, id: string, call: PageCall): Promise<PageAnswer | null> {
    const draft = await findDraftPage(database, space, id);
    if (!draft) return null;
    const { site, slug, title, description, image_url, names } = draft;
    const pages = site && (await listPublishedPages(database, space, site.id, id));
    const url = site ? sitePageUrl(origin, site, pages!, { id, slug: slug ?? '' }) : `${origin}/p/${slug ?? ''}`;
    const context = await contexts.of(call, space, draft.outline.head.language);
    const { labels } = context.locale;
    const navigation = site && siteNavigation(origin, site, pages!, id, context);
    const metadata = { title, description, image_url, url, site: site?.title ?? null, icon: context.theme.icon };
    return documentAnswer(
      renderPage({ ...publishedDocument(draft, origin, context), metadata, navigation, names, labels, origin }),
      false,
      [],
    );
  }

  async function renderDraftPost(space: string, id: string, call: PageCall): Promise<PageAnswer | null> {
    const draft = await findDraftPost(database, space, id, isoTime(clock.now()), await spaceLanguage(contexts, call, space));
    if (!draft) return null;
    const post = await texts.current(space, draft);
    const template = await templates.current(space, post);
    const context = await contexts.of(call, space, post.language);
    const nearby = await findNearbyPosts(database, space, post);
    return postAnswer(
      context,
      origin,
      { post, template, nearby },
      await blogNavigation(database, origin, space, post.site_id, context),
      {},
    );
  }

  return {
    async open(call) {
      const { token } = call.input;
      const target = asVisitorOf(links.read(token));
      const answer = target && (await (target.kind === 'page' ? renderDraftPage : renderDraftPost)(target.space_id, target.id, call));
      if (!target || !answer) return expired;
      const body = withPreviewAddresses(answer.body, await assetsOfPreview(ports, target, origin), token);
      return { status: answer.status, body, headers: { ...answer.headers, ...privateHeaders } };
    },
  };
}

const expired = messageAnswer(404, ({ preview_over }) => plainPage(preview_over));
