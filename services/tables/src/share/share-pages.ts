import type { Call, Handlers } from '@space/bus';
import { type Caller, MAX_PASSWORD_ATTEMPTS, type PageAnswer, takesForm } from '@space/contracts/core';
import type { sharePages } from '@space/contracts/tables';
import { asVisitorOf, isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import {
  createPageContexts,
  hashToken,
  isPassword,
  PASSWORD_CHARACTERS,
  type PageCall,
  type PageContext,
  plainContext,
  publicOrigin,
  visitCookies,
  visitorLimiter,
} from '@space/web';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { notFoundPage, renderPage } from './layout.ts';
import { passwordPage, tooManyAttemptsPage } from './password-page.ts';
import { findLinkSpace, findOpenLink, type OpenLink, recordOpening } from './share-links.queries.ts';
import { type PageVisit, sharedView } from './shared-view.ts';
import { titleOf, viewLayout } from './view-layout.ts';
import { viewPages } from './view-pages.ts';

type Operations = (typeof sharePages)['operations'];

/**
 * Pages of shared views at `/t/{token}` of the public origin.
 *
 * Visitors have no API key. The token identifies the link, and the link its Space. Unknown and revoked tokens get
 * the same response; that of an expired token says the same in the look of its Space. A link with a password shows a form until the visitor has a cookie that proves the password. A
 * page shows the visible columns of the rows that pass the filters of its view, and nothing else.
 */
export function sharePageHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof sharePages> {
  const { database, clock, box, config, log } = ports;
  const limiter = visitorLimiter({ points: MAX_PASSWORD_ATTEMPTS });
  const cookies = visitCookies(box, clock, publicOrigin(config).startsWith('https:'));
  const readPorts = { ...ports, schemas };
  const contexts = createPageContexts(ports);

  const linkOf = async ({ token }: { readonly token: string }) =>
    asVisitorOf(await findOpenLink(database, hashToken(token), isoTime(clock.now())));
  const isLocked = (link: OpenLink, cookie: string | null) => link.password_hash !== null && !cookies.admits(cookie, link);

  /** Returns the page in place of a link that does not open, with the look of its Space while the link is stored. */
  async function closedPage(call: PageCall & { readonly input: { readonly token: string } }): Promise<PageAnswer> {
    const found = asVisitorOf(await findLinkSpace(database, hashToken(call.input.token)));
    return notFoundPage(found ? await contexts.of(call, found.space_id) : plainContext(call.input.locale));
  }

  async function renderLink(page: PageContext, call: Call<Operations['open']>, link: OpenLink): Promise<PageAnswer> {
    const caller: Caller = { space_id: link.space_id, key_id: '', actor: call.caller.actor };
    const visit: PageVisit = {
      page,
      link,
      path: pathOf(call.input),
      query: call.input.query,
      now: clock.now(),
      call: { caller, request_id: call.request_id, trace: call.trace, visitor_network: call.visitor_network },
      ports: readPorts,
    };
    return schemas.withSchema(link.space_id, link.table_id, async (schema) => {
      const view = await sharedView(visit, schema);
      const content = viewLayout(view, await viewPages[link.view_type](view));
      const style = `${view.choices.style()}${view.widths.style()}`;
      return renderPage(page, 200, titleOf(view), content, { style, isEmbeddable: link.password_hash === null });
    });
  }

  return {
    async open(call) {
      const link = await linkOf(call.input);
      if (!link) return closedPage(call);
      const page = await contexts.of(call, link.space_id);
      if (isLocked(link, call.input.cookie)) return passwordPage(page, pathOf(call.input), 200);
      const answer = await renderLink(page, call, link);
      // The response does not wait for the count. Only the first page of a visit counts.
      if (Object.keys(call.input.query).length === 0)
        recordOpening(database, link, isoTime(clock.now())).catch((error: unknown) =>
          log.warn({ err: error }, 'counting a visit of a share link failed; the visit is not counted'),
        );
      return answer;
    },

    async unlock(call) {
      const { input } = call;
      const link = await linkOf(input);
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
      return isCorrect ? seeOther(path, { 'Set-Cookie': cookies.make(link, path) }) : passwordPage(page, path, 401);
    },
  };
}

/** Returns the path of a page from its token alone, for cookies and redirects. */
const pathOf = ({ token }: { readonly token: string }): string => `/t/${encodeURIComponent(token)}`;

const seeOther = (path: string, headers: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'private, no-store', ...headers },
  body: '',
});
