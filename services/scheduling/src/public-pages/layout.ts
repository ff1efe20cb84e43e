import type { PageAnswer } from '@space/contracts/core';
import { contentSecurityPolicy, cspHash, Html, html, htmlDocument, type Part } from '@space/web';
import { FRAME_SCRIPT, INLINE_SCRIPT } from './frame-scripts.ts';
import { PAGE_STYLE } from './style.ts';

/** Optional parts of a page. */
interface PageOptions {
  /** A script that improves the page; the page works without it. The policy allows exactly this text. */
  readonly script?: string;
  /** Origins besides its own that the forms of the page may lead to. */
  readonly form_targets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const styleHash = cspHash(PAGE_STYLE);

/** Hashes of the few scripts there are, by their text. */
const scriptHashes = new Map<string, string>();

function hashOfScript(script: string): string {
  const cached = scriptHashes.get(script);
  if (cached) return cached;
  const made = cspHash(script);
  scriptHashes.set(script, made);
  return made;
}

/**
 * Returns a complete public page around its main part: HTML with one inline style that loads nothing, is not indexed and is
 * not cached. Pages of any origin may frame it, since it has no cookies and no signed-in user. The policy has no
 * frame-ancestors, because even `*` excludes pages of opaque origins, such as the sandboxed pages of a Space.
 */
export function renderPage(
  status: number,
  title: string,
  main: Part,
  { script, form_targets = [], headers = {} }: PageOptions = {},
): PageAnswer {
  const scripts = [FRAME_SCRIPT, ...(script === undefined ? [] : [script])];
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'same-origin',
      'Content-Security-Policy': contentSecurityPolicy({
        'default-src': "'none'",
        'style-src': styleHash,
        'script-src': [INLINE_SCRIPT, ...scripts].map(hashOfScript),
        'base-uri': "'none'",
        'form-action': ["'self'", ...form_targets],
      }),
      ...headers,
    },
    body: htmlDocument({
      title,
      style: PAGE_STYLE,
      isHidden: true,
      head: html`<script>${new Html(INLINE_SCRIPT)}</script>\n`,
      body: html`<main>
${main}
</main>
${scripts.map((text) => html`<script type="module">${new Html(text)}</script>\n`)}`,
    }),
  };
}

/** Returns a page with a heading and one paragraph. The page that refuses a sent form (409, 429) is an alert that can have the focus. */
export const messagePage = (status: number, title: string, text: Part, headers: Readonly<Record<string, string>> = {}): PageAnswer =>
  renderPage(
    status,
    title,
    html`<div class="card">
<h1>${title}</h1>
<p class="soft lines"${(status === 409 || status === 429) && html` role="alert" tabindex="-1"`}>${text}</p>
</div>`,
    { headers },
  );

/** Returns the 429 page of a rate limit; `seconds` is the time until the next attempt is allowed. */
export const tooManyRequests = (seconds: number): PageAnswer =>
  messagePage(429, 'That was too often', `Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`, {
    'Retry-After': String(seconds),
  });
