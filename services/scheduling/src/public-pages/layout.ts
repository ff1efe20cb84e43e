import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import { Html, html, type Part } from '@space/web';
import { PAGE_STYLE } from './style.ts';

/** What a page may be told beside its content. */
interface PageOptions {
  /** A script that makes the page nicer; it works without. Only this very text may run. */
  readonly script?: string;
  /** Origins that a form of this page may lead to, beside its own. */
  readonly form_targets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tells the page around it how high this one is, so that its frame can be; it is told nothing else, and so may be anybody. */
const FRAME_SCRIPT =
  'if(parent!==window)new ResizeObserver(()=>parent.postMessage({space_frame_height:document.documentElement.scrollHeight},"*")).observe(document.body)';

const cspHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
const styleHash = cspHash(PAGE_STYLE);
const style = new Html(PAGE_STYLE);

/** Hashes of the scripts there are: a handful, and the same at each opening. */
const scriptHashes = new Map<string, string>();

function hashOfScript(script: string): string {
  const known = scriptHashes.get(script);
  if (known) return known;
  const made = cspHash(script);
  scriptHashes.set(script, made);
  return made;
}

/**
 * A whole page around what is in its main part: server-made HTML with one style. Nothing is fetched for it, no crawler finds
 * it and no cache keeps it. It may stand in a frame of any page, since it knows no cookie and nobody is signed in to it; so it
 * says nothing of frame-ancestors, where even `*` shuts out pages of no origin, such as those of a Space in their sandbox.
 */
export function renderPage(
  status: number,
  title: string,
  main: Part,
  { script, form_targets = [], headers = {} }: PageOptions = {},
): PageAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'same-origin',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src ${styleHash}`,
        `script-src ${[FRAME_SCRIPT, ...(script === undefined ? [] : [script])].map(hashOfScript).join(' ')}`,
        "base-uri 'none'",
        `form-action ${["'self'", ...form_targets].join(' ')}`,
      ].join('; '),
      ...headers,
    },
    body: String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
<script type="module">${new Html(FRAME_SCRIPT)}</script>
${script !== undefined && html`<script type="module">${new Html(script)}</script>`}
</body>
</html>
`),
  };
}

/** A page that says one thing. */
export const messagePage = (status: number, title: string, text: Part, headers: Readonly<Record<string, string>> = {}): PageAnswer =>
  renderPage(
    status,
    title,
    html`<div class="card">
<h1>${title}</h1>
<p class="soft lines">${text}</p>
</div>`,
    { headers },
  );

/** Says that too much was sent or opened, and when to go on. */
export const tooManyRequests = (seconds: number): PageAnswer =>
  messagePage(429, 'That was too often', `Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again.`, {
    'Retry-After': String(seconds),
  });
