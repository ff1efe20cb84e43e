import { contentSecurityPolicy, strictPolicy } from './csp.ts';
import { htmlDocument } from './document.ts';
import { html, type Part } from './html.ts';
import type { Labels } from './labels/en.ts';
import type { PageContext } from './page-context.ts';
import { BRAND_STYLE, brandHtml, imagePolicy, type Theme, themeHead } from './theme.ts';
import { TOKENS } from './tokens.ts';

/** A page that says one thing: its title in the browser's tab, its heading and a sentence on what to do. */
export interface PlainPage {
  readonly title: string;
  readonly heading: string;
  readonly text: Part;
}

/** The style of pages that say one thing. */
export const PLAIN_STYLE = `${TOKENS}${BRAND_STYLE}* { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.6 var(--font); background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 8vw, 5rem) 1.25rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; }
h2 { font: 600 1.0625rem/1.4 ui-monospace, monospace; margin: 0; }
p { margin: 0 0 .75rem; color: var(--soft); }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
section { border-top: 1px solid var(--faint); padding: 1rem 0 .25rem; scroll-margin-top: 1rem; }
section:target { border-top-color: var(--link); }
`;

/** Returns the page of three labels: its title, its heading and its text. */
export const plainPage = ([title, heading, text]: readonly [string, string, string]): PlainPage => ({ title, heading, text });

type ErrorStatus = keyof Labels['errors'];

/** Returns the page for an HTTP status. It depends on the status and the language only, so that it discloses nothing. */
export function errorPage(status: number, { errors }: Labels): PlainPage {
  const known = status === 504 ? 503 : status;
  const shown = Object.hasOwn(errors, known) ? known : status < 500 ? 404 : 500;
  return plainPage(errors[shown as ErrorStatus]);
}

/** Returns the document of a page that says one thing; `plainPolicy` is its policy. */
export const plainDocument = ({ title, heading, text }: PlainPage, { theme, locale }: PageContext): string =>
  htmlDocument({
    title,
    language: locale.tag,
    style: theme.styleOf(PLAIN_STYLE).text,
    isHidden: true,
    head: themeHead(theme, locale.tag, { title: heading }),
    body: html`<main>\n${brandHtml(theme)}<h1>${heading}</h1>\n<p>${text}</p>\n</main>`,
  });

/** Returns the Content-Security-Policy of `plainDocument`. `ancestors` are the pages that may show it in a frame: default none, null for all. */
export const plainPolicy = (theme: Theme, ancestors: string | null = "'none'"): string =>
  contentSecurityPolicy(
    strictPolicy(PLAIN_STYLE, { 'style-src': theme.styleOf(PLAIN_STYLE).hash, ...imagePolicy(theme), 'frame-ancestors': ancestors }),
  );
