import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import {
  brandHtml,
  contentSecurityPolicy,
  errorPage,
  html,
  htmlDocument,
  type Labels,
  type PageCall,
  type PageContext,
  type PageContexts,
  PLAIN_STYLE,
  type PlainPage,
  plainContext,
  plainDocument,
  plainPolicy,
  themeHead,
} from '@space/web';

/**
 * The policy of a document of a user. It may run scripts, submit forms, and open other pages when the visitor asks for it.
 * The sandbox gives it an opaque origin: it reads and stores nothing of this origin or of any other. `base` has no effect,
 * so that relative addresses lead where they led when the document was checked.
 */
const DOCUMENT_POLICY = contentSecurityPolicy({
  sandbox: [
    'allow-scripts',
    'allow-forms',
    'allow-popups',
    'allow-popups-to-escape-sandbox',
    'allow-top-navigation-by-user-activation',
    'allow-modals',
    'allow-downloads',
  ],
  'base-uri': "'none'",
  'frame-ancestors': "'self'",
});

/** The Cache-Control of public pages: browsers revalidate each time, which costs a 304, so an unpublished page disappears immediately. */
export const REVALIDATE = 'public, max-age=0, must-revalidate';

const documentHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': REVALIDATE,
  'Content-Security-Policy': DOCUMENT_POLICY,
  // A browser shows a sandboxed document under this opener policy only.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), bluetooth=(), midi=()',
} as const;

/** Returns a strong entity tag, which is equal for equal bytes only. */
export const entityTag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** Returns a document of a user, which gateways cache until one of its tags is invalidated. */
export const documentAnswer = (body: string, isIndexed: boolean, tags: readonly string[]): PageAnswer => ({
  status: 200,
  headers: { ...documentHeaders, ETag: entityTag(body), ...(isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }) },
  body,
  tags: [...tags],
});

/** Returns a permanent redirect. Browsers revalidate it all the same, since an address can get another page. */
export const redirectAnswer = (url: string): PageAnswer => ({
  status: 308,
  headers: { Location: url, 'Cache-Control': REVALIDATE },
  body: '',
});

/** Returns an XML document, which may be cached for five minutes. */
export const xmlAnswer = (body: string): PageAnswer => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=300', ETag: entityTag(body) },
  body,
});

/** Returns a page in our own layout with one message, with the look and in the language of its context. */
export function messageInContext(status: number, pageOf: MessagePage, context: PageContext): PageAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': plainPolicy(context.theme, "'self'"),
    },
    body: plainDocument(pageOf(context.locale.labels), context),
  };
}

/** Returns the message of a page in the language of its labels. */
type MessagePage = (labels: Labels) => PlainPage;

/** The messages of the answers that are nothing but one. */
const messages = new WeakMap<PageAnswer, { readonly status: number; readonly pageOf: MessagePage }>();

/** Returns a page in our own layout with one message, in English; `inContext` returns it with another look and language. */
export function messageAnswer(status: number, pageOf: MessagePage): PageAnswer {
  const answer = messageInContext(status, pageOf, plainContext('en'));
  messages.set(answer, { status, pageOf });
  return answer;
}

/** The parameters of the addresses of pages. */
type AddressParameters = Readonly<Partial<Record<'base_slug' | 'site_slug' | 'slug' | 'id', string>>>;

/** Returns the Space at the address of a message, with the language of its blog; null if the visitor must not learn that there is one. */
export type FindOwner = (
  address: AddressParameters,
  status: number,
) => Promise<{ readonly space_id: string; readonly language?: string | null } | null>;

/** A handler of a page of the public origin. */
type PageHandler = (call: PageCall) => PageAnswer | Promise<PageAnswer>;

/**
 * Returns the handlers of a contract of pages, which answer messages with the look and in the language of the Space at the
 * address, otherwise with the default look in the language of the visitor.
 */
export function withMessageContext<H extends object>(handlers: H, contexts: PageContexts, findOwner: FindOwner): H {
  async function inContext(call: PageCall, answer: PageAnswer): Promise<PageAnswer> {
    const message = messages.get(answer);
    if (!message) return answer;
    const owner = await findOwner(call.input as AddressParameters, message.status);
    const context = owner ? await contexts.of(call, owner.space_id, owner.language) : plainContext(call.input.locale);
    return messageInContext(message.status, message.pageOf, context);
  }
  return Object.fromEntries(
    Object.entries(handlers as Readonly<Record<string, PageHandler>>).map(([name, handler]) => [
      name,
      async (call: PageCall) => inContext(call, await handler(call)),
    ]),
  ) as H;
}

/** Returns a page of ours with a list of links, which gateways cache until one of its tags is invalidated. */
export function linksAnswer(
  { theme, locale }: PageContext,
  title: string,
  links: readonly { readonly label: string; readonly url: string }[],
  tags: readonly string[],
): PageAnswer {
  const items = links.map(({ label, url }) => html`<li><a href="${url}">${label}</a></li>\n`);
  const body = htmlDocument({
    title,
    language: locale.tag,
    style: theme.styleOf(PLAIN_STYLE).text,
    head: themeHead(theme, locale.tag, { title }),
    body: html`<main>\n${brandHtml(theme)}<h1>${title}</h1>\n<ul>${items}</ul>\n</main>`,
  });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': plainPolicy(theme, "'self'"),
    'Cache-Control': REVALIDATE,
    ETag: entityTag(body),
  };
  return { status: 200, headers, body, tags: [...tags] };
}

/** The answer for an address that has no page, or a page that is not published. */
export const notFoundAnswer: PageAnswer = messageAnswer(404, (labels) => errorPage(404, labels));

/** The answer for the address of a deleted page. */
export const goneAnswer: PageAnswer = messageAnswer(410, (labels) => errorPage(410, labels));
