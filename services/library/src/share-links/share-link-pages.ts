import type { Call } from '@space/bus';
import { MAX_PASSWORD_ATTEMPTS, type PageAnswer, takesForm } from '@space/contracts/core';
import type { documentPages } from '@space/contracts/documents';
import { asVisitorOf, isoTime } from '@space/database';
import type { Ports } from '@space/runtime';
import {
  hashToken,
  isPassword,
  PASSWORD_CHARACTERS,
  type PageCall,
  type PageContext,
  type PageContexts,
  passwordBody,
  plainContext,
  tooManyAttemptsBody,
  visitorLimiter,
} from '@space/web';
import { linkHeaders, notFoundPage, renderPage } from '../pages/page-layout.ts';
import { createLinkVisits } from './link-visits.ts';
import { findLinkSpace, type OpenLink, recordOpening } from './share-links.queries.ts';
import type { SharedThings, SharedTypes } from './shared-things.ts';

/** A call of a visitor of a share link. */
export type Opening = Call<(typeof documentPages)['operations']['open']>;

type Unlocking = Call<(typeof documentPages)['operations']['unlock']>;

/** The forms in which a thing is a file next to its page. */
export type FileForm = 'svg' | 'png';

/** The place that a visitor opens: the path of the page of a link, or a file next to it. */
export interface LinkPlace {
  readonly path: string;
  readonly file: FileForm | null;
}

/** The pages of the share links of a kind of thing. */
interface ShareLinkPages {
  open(call: Opening): Promise<PageAnswer>;
  unlock(call: Unlocking): Promise<PageAnswer>;
}

/**
 * Creates the pages of share links, such as `/d/{token}` for documents, on the public origin.
 *
 * Visitors have no API key. The token identifies the link, and the link its thing. Unknown and revoked tokens get the same answer. A link with
 * a password shows a form until the visitor has a cookie that proves the password. `render` returns the answer for a link that opens.
 */
export function shareLinkPages<T extends SharedTypes>(
  ports: Ports,
  contexts: PageContexts,
  { kind, path: first, hasFiles = false }: Pick<SharedThings<T>, 'kind' | 'path' | 'hasFiles'>,
  render: (page: PageContext, call: Opening, link: OpenLink, place: LinkPlace) => Promise<PageAnswer>,
): ShareLinkPages {
  const { database, clock, log } = ports;
  const limiter = visitorLimiter({ points: MAX_PASSWORD_ATTEMPTS });
  const visits = createLinkVisits(ports, kind);

  /** Returns the path of a page from its token alone, for addresses, cookies and redirects. */
  const pathOf = (token: string): string => `/${first}/${encodeURIComponent(token)}`;

  /** Returns the token of a path, and the ending after it. */
  function readToken({ token }: { readonly token: string }): { readonly token: string; readonly file: FileForm | null } {
    const [, start, file] = (hasFiles && /^(.+)\.(svg|png)$/.exec(token)) || [];
    return start === undefined ? { token, file: null } : { token: start, file: file as FileForm };
  }

  /** Returns the page in place of a link that does not open, with the look of its Space while the link is stored. */
  async function closedPage(call: PageCall, token: string): Promise<PageAnswer> {
    const found = asVisitorOf(await findLinkSpace(database, kind, hashToken(token)));
    return notFoundPage(found ? await contexts.of(call, found.space_id) : plainContext(call.input.locale));
  }

  const cookieOf = (link: OpenLink, path: string): string =>
    hasFiles ? visits.cookies.makeForFolder(link, `/${first}`) : visits.cookies.make(link, path);

  return {
    async open(call) {
      const { token, file } = readToken(call.input);
      const link = await visits.linkOf(token);
      if (!link) return closedPage(call, token);
      const page = await contexts.of(call, link.space_id);
      const path = pathOf(token);
      if (visits.isLocked(link, call.input.cookie)) return passwordPage(page, path, 200);
      const answer = await render(page, call, link, { path, file });
      // The response does not wait for the count.
      recordOpening(database, kind, link, isoTime(clock.now())).catch((error: unknown) =>
        log.warn({ err: error }, 'counting a visit of a share link failed; the visit is not counted'),
      );
      return answer;
    },

    async unlock(call) {
      const { input } = call;
      const { token } = readToken(input);
      const link = await visits.linkOf(token);
      if (!link) return closedPage(call, token);
      const path = pathOf(token);
      if (link.password_hash === null) return seeOther(path);
      if (input.probe) return takesForm;
      const page = await contexts.of(call, link.space_id);
      const wait = limiter.take(link.id, input.visitor);
      if (wait > 0) return tooManyAttemptsPage(page, wait);
      const password = input.form?.password;
      const isCorrect =
        typeof password === 'string' && password.length <= PASSWORD_CHARACTERS && (await isPassword(password, link.password_hash));
      return isCorrect ? seeOther(path, { 'Set-Cookie': cookieOf(link, path) }) : passwordPage(page, path, 401);
    },
  };
}

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
