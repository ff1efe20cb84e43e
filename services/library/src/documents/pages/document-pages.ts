import type { CallContext, Handlers } from '@space/bus';
import type { PageAnswer } from '@space/contracts/core';
import type { documentPages } from '@space/contracts/documents';
import { references } from '@space/rich-text';
import { createPageContexts, html, type PageContext, publicOrigin } from '@space/web';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { linkHeaders, renderPage } from '../../pages/page-layout.ts';
import { type LinkPlace, type Opening, shareLinkPages } from '../../share-links/share-link-pages.ts';
import type { OpenLink } from '../../share-links/share-links.queries.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { findDocument } from '../rows/find-document.ts';
import { sharedDocuments } from '../sharing/shared-documents.ts';
import { documentBody } from './document-body.ts';
import { findPublicThings } from './public-things.ts';
import { publishedPage } from './published-page.ts';
import { firstSitemap } from './sitemap-part.ts';

/**
 * Creates the handlers of the public pages of documents. `/d/{token}` of a share link shows the present content, with the assets in it at
 * addresses below its own; other things only if they are public themselves.
 */
export function documentPageHandlers({ ports, texts }: Pick<DocumentPorts, 'ports' | 'texts'>): Handlers<typeof documentPages> {
  const { database, config } = ports;
  const origin = publicOrigin(config);
  const contexts = createPageContexts(ports);

  async function renderLink(
    page: PageContext,
    call: Opening,
    { space_id: space, thing_id }: OpenLink,
    { path }: LinkPlace,
  ): Promise<PageAnswer> {
    const document = await findDocument(database, space, thing_id);
    const blocks = await texts.run(space, 'read_blocks', { state: await loadPresent(database, texts, space, document) });
    const { request_id, trace, visitor_network } = call;
    const context: CallContext = { caller: { space_id: space, key_id: '', actor: call.caller.actor }, request_id, trace, visitor_network };
    const things = await findPublicThings(
      ports,
      context,
      { origin, assetAddress: ({ id, url_name }) => `${path}/a/${id}/${url_name}` },
      references(blocks).map(({ href }) => href),
    );
    const content = await texts.run(space, 'write_page', { blocks, things });
    const { title, icon } = document;
    return renderPage(page, {
      status: 200,
      title,
      body: documentBody(page, { title, icon, content }, html`<p>${page.locale.labels.share.read_only_document}</p>`),
      headers: linkHeaders,
      isHidden: true,
    });
  }

  return {
    published: publishedPage({ ports, texts }, contexts),
    sitemap: () => firstSitemap(database, origin),
    ...shareLinkPages(ports, contexts, sharedDocuments, renderLink),
  };
}
