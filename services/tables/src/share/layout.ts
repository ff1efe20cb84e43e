import { hash } from 'node:crypto';
import type { PageAnswer } from '@space/contracts/core';
import { Html, html, type Part } from '@space/web';
import { PAGE_STYLE } from './style.ts';

/**
 * What every page of a shared table is: server-made HTML with one style and no script. Nothing may be fetched for it but
 * pictures over https; it is found by no crawler, kept by no cache, and tells no other site where its reader came from.
 */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
    'img-src https:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** A whole page around what is in its main part. */
export const page = (status: number, title: string, main: Part, more: Readonly<Record<string, string>> = {}): PageAnswer => ({
  status,
  headers: { ...headers, ...more },
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
${main}
</body>
</html>
`),
});

const style = new Html(PAGE_STYLE);
