import type { Call, CallContext, Handlers } from '@space/bus';
import { MAX_PASSWORD_ATTEMPTS, type PageAnswer, takesForm } from '@space/contracts/core';
import type { documentPages } from '@space/contracts/documents';
import { asVisitorOf, isoTime } from '@space/database';
import { references } from '@space/rich-text';
import {
  createPageContexts,
  hashToken,
  html,
  isPassword,
  PASSWORD_CHARACTERS,
  type PageCall,
  type PageContext,
  passwordBody,
  plainContext,
  publicOrigin,
  tooManyAttemptsBody,
  visitorLimiter,
} from '@space/web';
import { loadPresent } from '../../contents/storage/load-state.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { findDocument } from '../rows/find-document.ts';
import { findLinkSpace, type OpenLink, recordOpening } from '../sharing/share-links.queries.ts';
import { createLinkVisits } from './link-visits.ts';
import { documentBody, linkHeaders, notFoundPage, renderPage } from './page-layout.ts';
import { findPublicThings } from './public-things.ts';
import { publishedPage } from './published-page.ts';
import { firstSitemap } from './sitemap-part.ts';

type Open = (typeof documentPages)['operations']['open'];

/**
 * Pages of shared documents at `/d/{token}` of the public origin.
 *
 * Visitors have no API key. The token identifies the link, and the link its document. Unknown and revoked tokens get the same answer. A link
 * with a password shows a form until the visitor has a cookie that proves the password. A page shows the present content, with the assets
 * in it at addresses below its own; other things only if they are public themselves.
 */
export function documentPageHandlers({ ports, texts }: Pick<DocumentPorts, 'ports' | 'texts'>): Handlers<typeof documentPages> {
  const { database, clock, config, log } = ports;
  const origin = publicOrigin(config);
  const limiter = visitorLimiter({ points: MAX_PASSWORD_ATTEMPTS });
  const visits = createLinkVisits(ports);
  const contexts = createPageContexts(ports);

  /** Returns the page in place of a link that does not open, with the look of its Space while the link is stored. */
  async function closedPage(call: PageCall & { readonly input: { readonly token: string } }): Promise<PageAnswer> {
    const found = asVisitorOf(await findLinkSpace(database, hashToken(call.input.token)));
    return notFoundPage(found ? await contexts.of(call, found.space_id) : plainContext(call.input.locale));
  }

  async function renderLink(page: PageContext, call: Call<Open>, { space_id: space, document_id }: OpenLink): Promise<PageAnswer> {
    const document = await findDocument(database, space, document_id);
    const blocks = await texts.run(space, 'read_blocks', { state: await loadPresent(database, texts, space, document) });
    const path = pathOf(call.input);
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

    async open(call) {
      const link = await visits.linkOf(call.input.token);
      if (!link) return closedPage(call);
      const page = await contexts.of(call, link.space_id);
      if (visits.isLocked(link, call.input.cookie)) return passwordPage(page, pathOf(call.input), 200);
      const answer = await renderLink(page, call, link);
      // The response does not wait for the count.
      recordOpening(database, link, isoTime(clock.now())).catch((error: unknown) =>
        log.warn({ err: error }, 'counting a visit of a share link failed; the visit is not counted'),
      );
      return answer;
    },

    async unlock(call) {
      const { input } = call;
      const link = await visits.linkOf(input.token);
      if (!link) return closedPage(call);
      const path = pathOf(input);
      if (link.password_hash === null) return seeOther(path);
      if (input.probe) return takesForm;
      const page = await contexts.of(call, link.space_id);
      const wait = limiter.take(link.id, input.visitor);
      if (wait > 0) return tooManyAttemptsPage(page, wait);
      const password = input.form?.password;
      const isCorrect =
        typeof password === 'string' && password.length <= PASSWORD_CHARACTERS && (await isPassword(password, link.password_hash));
      return isCorrect ? seeOther(path, { 'Set-Cookie': visits.cookies.make(link, path) }) : passwordPage(page, path, 401);
    },
  };
}

/** Returns the path of a page from its token alone, for addresses, cookies and redirects. */
const pathOf = ({ token }: { readonly token: string }): string => `/d/${encodeURIComponent(token)}`;

const seeOther = (path: string, headers: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'private, no-store', ...headers },
  body: '',
});

const passwordPage = (page: PageContext, path: string, status: 200 | 401): PageAnswer =>
  renderPage(page, {
    status,
    title: page.locale.labels.share.password_needed,
    body: passwordBody(page, path, status === 401),
    // With no-referrer, a browser would omit the origin of the form.
    headers: { ...linkHeaders, 'Referrer-Policy': 'same-origin' },
    isHidden: true,
  });

const tooManyAttemptsPage = (page: PageContext, seconds: number): PageAnswer =>
  renderPage(page, {
    status: 429,
    title: page.locale.labels.too_often,
    body: tooManyAttemptsBody(page, seconds),
    headers: { ...linkHeaders, 'Retry-After': String(seconds) },
    isHidden: true,
  });
