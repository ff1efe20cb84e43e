import type { PageAnswer } from '@space/contracts/core';
import {
  brandHtml,
  contentSecurityPolicy,
  cspHash,
  Html,
  html,
  htmlDocument,
  imagePolicy,
  type PageContext,
  type Part,
  themeHead,
} from '@space/web';
import { FRAME_SCRIPT, INLINE_SCRIPT } from './frame-scripts.ts';
import { PAGE_STYLE } from './style.ts';

/** Optional parts of a page. */
interface PageOptions {
  /** A script that improves the page; the page works without it. The policy allows exactly this text. */
  readonly script?: string;
  /** Origins besides its own that the forms of the page may lead to. */
  readonly form_targets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Text of link previews. */
  readonly description?: string | null;
  /** The address in link previews; none for an address that contains a secret. */
  readonly url?: string;
  /** The name in link previews when it is not the title. */
  readonly name?: string;
  /** True for a page with columns next to each other. */
  readonly is_wide?: boolean;
}

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
 * Returns a complete public page around its main part, in the look of its Space: HTML with one inline style that loads nothing
 * but the logo, is not indexed and is not cached. Pages of any origin may frame it, since it has no cookies and no signed-in
 * user. The policy has no frame-ancestors, because even `*` excludes pages of opaque origins, such as the sandboxed pages of a
 * Space.
 */
export function renderPage(
  { theme, locale }: PageContext,
  status: number,
  title: string,
  main: Part,
  { script, form_targets = [], headers = {}, description = null, url, name = title, is_wide = false }: PageOptions = {},
): PageAnswer {
  const scripts = [FRAME_SCRIPT, ...(script === undefined ? [] : [script])];
  const style = theme.styleOf(PAGE_STYLE);
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'same-origin',
      'Content-Security-Policy': contentSecurityPolicy({
        'default-src': "'none'",
        'style-src': style.hash,
        'script-src': [INLINE_SCRIPT, ...scripts].map(hashOfScript),
        ...imagePolicy(theme),
        'base-uri': "'none'",
        'form-action': ["'self'", ...form_targets],
      }),
      ...headers,
    },
    body: htmlDocument({
      title,
      language: locale.tag,
      style: style.text,
      isHidden: true,
      head: html`${themeHead(theme, locale.tag, { title: name, description, ...(url !== undefined && { url }) })}<script>${new Html(INLINE_SCRIPT)}</script>\n`,
      body: html`<main${is_wide && html` class="wide"`}>
${brandHtml(theme)}${main}
</main>
${scripts.map((text) => html`<script type="module">${new Html(text)}</script>\n`)}`,
    }),
  };
}

/** Returns a page with a heading and one paragraph. The page that refuses a sent form (409, 429) is an alert that can have the focus. */
export const messagePage = (
  context: PageContext,
  status: number,
  title: string,
  text: Part,
  headers: Readonly<Record<string, string>> = {},
): PageAnswer =>
  renderPage(
    context,
    status,
    title,
    html`<div class="card">
<h1>${title}</h1>
<p class="soft lines"${(status === 409 || status === 429) && html` role="alert" tabindex="-1"`}>${text}</p>
</div>`,
    { headers },
  );

/** Returns the 429 page of a rate limit; `seconds` is the time until the next attempt is allowed. */
export const tooManyRequests = (context: PageContext, seconds: number): PageAnswer => {
  const { labels } = context.locale;
  return messagePage(context, 429, labels.too_often, labels.wait(seconds), { 'Retry-After': String(seconds) });
};
