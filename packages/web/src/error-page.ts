import { contentSecurityPolicy, strictPolicy } from './csp.ts';
import { htmlDocument } from './document.ts';
import { html, type Part } from './html.ts';
import { TOKENS } from './tokens.ts';

/** A page that says one thing: its title in the browser's tab, its heading and a sentence on what to do. */
export interface PlainPage {
  readonly title: string;
  readonly heading: string;
  readonly text: Part;
}

/** The style of pages that say one thing. */
export const PLAIN_STYLE = `${TOKENS}* { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 8vw, 5rem) 1.25rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; }
h2 { font: 600 1.0625rem/1.4 ui-monospace, monospace; margin: 0; }
p { margin: 0 0 .75rem; color: var(--soft); }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
section { border-top: 1px solid var(--faint); padding: 1rem 0 .25rem; scroll-margin-top: 1rem; }
section:target { border-top-color: var(--link); }
`;

const notFound: PlainPage = {
  title: 'Page not found',
  heading: 'There is no page at this address',
  text: 'The link may be mistyped, or the page may have been taken down. Ask the person who sent you the link for the right address.',
};

const broken: PlainPage = {
  title: 'Something went wrong',
  heading: 'Something went wrong on our side',
  text: 'It is not your fault. Please try again later.',
};

const unavailable: PlainPage = {
  title: 'Back in a moment',
  heading: 'This page cannot be shown right now',
  text: 'It should be back in a moment. Please try again.',
};

const pages: ReadonlyMap<number, PlainPage> = new Map([
  [
    400,
    {
      title: 'Bad request',
      heading: 'This address cannot be read',
      text: 'The link may have been cut off or changed on the way. Ask for it again.',
    },
  ],
  [403, { title: 'Not allowed', heading: 'This was sent from another site', text: 'Open the page itself and try again there.' }],
  [404, notFound],
  [405, { title: 'Not allowed', heading: 'This page cannot be used like that', text: 'Open its address in a browser.' }],
  [408, { title: 'Too slow', heading: 'The request did not arrive in time', text: 'Please try again.' }],
  [
    410,
    {
      title: 'This page is gone',
      heading: 'This page is gone',
      text: 'It was here once and was deleted. It will not come back at this address.',
    },
  ],
  [413, { title: 'Too long', heading: 'What you sent is too long', text: 'Please shorten it and try again.' }],
  [415, { title: 'Not a form', heading: 'What you sent cannot be read', text: 'Open the page itself and use its form.' }],
  [429, { title: 'Too many requests', heading: 'That was too often', text: 'Please wait a minute and try again.' }],
  [500, broken],
  [503, unavailable],
  [504, unavailable],
]);

/** Returns the page for an HTTP status. It depends on the status only, so that it discloses nothing. */
export const errorPage = (status: number): PlainPage => pages.get(status) ?? (status < 500 ? notFound : broken);

/** Returns the document of a page that says one thing; `plainPolicy` is its policy. */
export const plainDocument = ({ title, heading, text }: PlainPage): string =>
  htmlDocument({ title, style: PLAIN_STYLE, isHidden: true, body: html`<main>\n<h1>${heading}</h1>\n<p>${text}</p>\n</main>` });

/** Returns the Content-Security-Policy of `plainDocument`. `ancestors` are the pages that may show it in a frame; default none. */
export const plainPolicy = (ancestors = "'none'"): string =>
  contentSecurityPolicy(strictPolicy(PLAIN_STYLE, { 'frame-ancestors': ancestors }));
