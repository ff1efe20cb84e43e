import { hash } from 'node:crypto';
import { type Headers, headerList } from './respond.ts';

/** A page of ours: complete HTML, and the headers that let it do nothing but be read. */
export interface HtmlPage {
  readonly body: Buffer;
  readonly headers: Headers;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1917; --soft: #57534e; --line: #e7e5e4; --ground: #fafaf9; --link: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --ink: #fafaf9; --soft: #d6d3d1; --line: #44403c; --ground: #1c1917; --link: #93c5fd; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 8vw, 5rem) 1.25rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; }
h2 { font: 600 1.0625rem/1.4 ui-monospace, monospace; margin: 0; }
p { margin: 0 0 .75rem; color: var(--soft); }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
section { border-top: 1px solid var(--line); padding: 1rem 0 .25rem; scroll-margin-top: 1rem; }
section:target { border-top-color: var(--link); }
`;

/** What every page of ours may do: be styled by its own style, be in no frame, send nothing. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page around `main`, which must be HTML already. */
export const htmlPage = (title: string, main: string): HtmlPage => ({
  body: Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`),
  headers: headerList({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }),
});
