import { BRAND_STYLE, TOKENS } from '@space/web';

/** The style of the pages that show documents and whiteboards. The policy of each page allows it by its hash. */
export const PAGE_STYLE = `${TOKENS}${BRAND_STYLE}* { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.65 var(--font); background: var(--ground); color: var(--ink); overflow-wrap: anywhere; }
header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: clamp(1.5rem, 6vw, 3.5rem); }
main { padding-bottom: 1rem; }
main.narrow { max-width: 30rem; padding-top: 12vh; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; margin: 2rem 0 .5rem; scroll-margin-top: 1rem; }
h1 { font-size: 2rem; margin: 0 0 1rem; }
.narrow h1 { font-size: 1.5rem; }
.icon { display: block; font-size: 2.5rem; line-height: 1.2; }
h2 { font-size: 1.75rem; }
h3 { font-size: 1.375rem; }
h4 { font-size: 1.1875rem; }
h5, h6 { font-size: 1.0625rem; }
p, ul, ol, blockquote, pre, .scroll, figure, aside, details { margin: 0 0 1rem; }
ul, ol { padding-inline-start: 1.5rem; }
li > ul, li > ol, li > p { margin-bottom: .25rem; }
li[data-checked] { list-style: none; margin-inline-start: -1.5rem; }
li[data-checked] > :is(ul, ol) { margin-inline-start: 1.5rem; }
li[data-checked] > input, li[data-checked] label input { width: auto; margin: 0 .5rem 0 0; accent-color: var(--link); }
li label { display: inline; margin: 0; font-weight: 400; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
img { max-width: 100%; height: auto; border-radius: .5rem; }
figure img { display: block; }
figcaption { color: var(--soft); font-size: .9375rem; padding-top: .375rem; }
blockquote { border-inline-start: 4px solid var(--faint); padding-inline-start: 1rem; color: var(--soft); }
code { font: .9em ui-monospace, monospace; background: var(--shade); border-radius: .25rem; padding: .1em .3em; }
pre { overflow-x: auto; background: var(--shade); border-radius: .5rem; padding: .875rem 1rem; line-height: 1.5; }
pre code { background: none; padding: 0; white-space: pre; }
mark { background: color-mix(in srgb, var(--star) 35%, transparent); color: inherit; border-radius: .125rem; }
hr { border: 0; border-top: 1px solid var(--faint); margin: 2rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9375rem; }
th:not([align]), td:not([align]) { text-align: start; }
th, td { vertical-align: top; padding: .5rem .75rem; border: 1px solid var(--faint); overflow-wrap: normal; }
th { background: var(--shade); font-weight: 600; }
aside { border: 1px solid var(--faint); border-inline-start: 4px solid var(--link); border-radius: .5rem; background: var(--card); padding: .75rem 1rem; }
aside[data-callout=warning], aside[data-callout=caution] { border-inline-start-color: var(--bad); }
aside[data-callout=tip] { border-inline-start-color: var(--good); }
aside > :last-child, details > :last-child, blockquote > :last-child { margin-bottom: 0; }
details { border: 1px solid var(--faint); border-radius: .5rem; background: var(--card); padding: .5rem 1rem; }
summary { cursor: pointer; font-weight: 600; }
details[open] > summary { margin-bottom: .5rem; }
.embed { border: 1px solid var(--faint); border-radius: .5rem; background: var(--card); padding: .75rem 1rem; font-weight: 600; }
.soft, footer { color: var(--soft); }
footer { margin-top: 2rem; padding-top: 1rem; padding-bottom: 2rem; font-size: .875rem; }
label { display: block; font-weight: 600; margin: 1rem 0 .375rem; }
.narrow input, button { font: inherit; color: inherit; padding: .625rem .75rem; border-radius: .5rem; border: 1px solid var(--line); background: var(--card); width: 100%; }
button { margin-top: 1rem; background: var(--link); border-color: var(--link); color: var(--on-link); font-weight: 600; cursor: pointer; }
.error { border-inline-start: 4px solid var(--bad); padding: .25rem .75rem; margin: 1rem 0 0; }
@media print { footer { display: none; } }
`;
