import { hash } from 'node:crypto';
import type { Call, CallContext, Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import type { documentPages } from '@space/contracts/documents';
import { mayBeSlug } from '@space/contracts/publishing';
import { asVisitorOf } from '@space/database';
import {
  errorPage,
  type PageContext,
  type PageContexts,
  plainContext,
  plainDocument,
  plainPolicy,
  publicOrigin,
  sitemapNumber,
} from '@space/web';
import { documentTag } from '../../announcements/announce-changes.ts';
import { renderPage } from '../../pages/page-layout.ts';
import { urlOf } from '../../rows/asset-row.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { findAddressed, findShownContent } from '../publication/publications.queries.ts';
import { documentBody } from './document-body.ts';
import { findPublicThings } from './public-things.ts';
import { laterSitemap } from './sitemap-part.ts';

type Published = (typeof documentPages)['operations']['published'];

/** Browsers ask each time if a page is current, so that one that was taken down disappears immediately. */
const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * Returns the handler of the pages of published documents, `/doc/{slug}`. Gateways cache a page until the document is published again or taken
 * down, for five seconds at most.
 */
export function publishedPage(
  { ports, texts }: Pick<DocumentPorts, 'ports' | 'texts'>,
  contexts: PageContexts,
): Handlers<typeof documentPages>['published'] {
  const { database, config } = ports;
  const origin = publicOrigin(config);

  async function renderDocument(call: Call<Published>, space: string, id: string, url: string): Promise<PageAnswer | null> {
    const page = await contexts.of(call, space);
    const shown = await findShownContent(database, space, id);
    if (!shown) return null;
    const { request_id, trace, visitor_network } = call;
    const context: CallContext = { caller: { space_id: space, key_id: '', actor: call.caller.actor }, request_id, trace, visitor_network };
    const { title, icon, blocks, refs, excerpt: description } = shown;
    const things = await findPublicThings(
      ports,
      context,
      { origin, assetAddress: (asset) => urlOf(origin, asset) },
      refs.map(({ address }) => address),
    );
    const content = await texts.run(space, 'write_page', { blocks, things });
    const body = documentBody(page, { title, icon, content });
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': REVALIDATE };
    const answer = renderPage(page, { status: 200, title, description, url, body, headers, isHidden: false });
    const etag = `"${hash('sha256', answer.body, 'base64url').slice(0, 27)}"`;
    return { ...answer, headers: { ...answer.headers, ETag: etag }, tags: [documentTag(id)] };
  }

  return async function open(call) {
    const { slug } = call.input;
    const part = sitemapNumber(slug);
    if (part !== null) return (await laterSitemap(database, origin, part)) ?? messagePage(404, plainContext(call.input.locale));
    const found = mayBeSlug(slug) ? await findAddressed(database, slug) : null;
    if (!found) return messagePage(404, plainContext(call.input.locale));
    // A page with the look of a Space would disclose that the slug is that of a document which is not published.
    if (found.is_gone) return messagePage(410, plainContext(call.input.locale));
    if (found.slug === null || found.url === null) return messagePage(404, plainContext(call.input.locale));
    if (found.slug !== slug) return { status: 308, headers: { Location: found.url, 'Cache-Control': REVALIDATE }, body: '' };
    const { space_id, document_id } = asVisitorOf(found);
    return (await renderDocument(call, space_id, document_id, found.url)) ?? messagePage(404, plainContext(call.input.locale));
  };
}

const messagePage = (status: 404 | 410, context: PageContext): PageAnswer => ({
  status,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': plainPolicy(context.theme, "'self'"),
  },
  body: plainDocument(errorPage(status, context.locale.labels), context),
});
