import { htmlPage } from '../http/html-page.ts';
import { type Headers, headerList } from '../http/respond.ts';

/** An answer of the second origin. */
export interface PublicAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** What crawlers may see: each page says itself whether it wants to be found; and where those that do are listed. */
export const robots = (origin: string): PublicAnswer => ({
  status: 200,
  headers: headerList({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }),
  body: Buffer.from(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`),
});

const page = (status: number, title: string, heading: string, text: string): PublicAnswer => ({
  status,
  ...htmlPage(title, `<h1>${heading}</h1>\n<p>${text}</p>`),
});

const notFound = page(
  404,
  'Page not found',
  'There is no page at this address',
  'The link may be mistyped, or the page may have been taken down. Ask whoever sent you here for the right address.',
);

const broken = page(500, 'Something went wrong', 'Something went wrong on our side', 'It is not your fault. Please try again later.');

const away = (status: number): PublicAnswer =>
  page(status, 'Back in a moment', 'This page cannot be shown right now', 'It should be back in a moment. Please try again.');

const pages: ReadonlyMap<number, PublicAnswer> = new Map(
  [
    notFound,
    broken,
    away(503),
    away(504),
    page(400, 'Bad request', 'This address cannot be read', 'The link may have been cut off or changed on the way. Ask for it again.'),
    page(403, 'Not allowed', 'This was sent from another site', 'Open the page itself and try again there.'),
    page(405, 'Not allowed', 'This page cannot be used like that', 'Open its address in a browser.'),
    page(408, 'Too slow', 'The request did not arrive in time', 'Please try again.'),
    page(413, 'Too long', 'What you sent is too long', 'Please shorten it and try again.'),
    page(415, 'Not a form', 'What you sent cannot be read', 'Open the page itself and use its form.'),
    page(429, 'Too many requests', 'That was too often', 'Please wait a minute and try again.'),
  ].map((one) => [one.status, one]),
);

/** The page for a refusal: by its status only, so that nothing of what went on inside is told. */
export const refusalPage = (status: number): PublicAnswer => pages.get(status) ?? (status < 500 ? notFound : broken);
