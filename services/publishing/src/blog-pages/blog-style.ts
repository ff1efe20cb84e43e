import { BRAND_STYLE, TOKENS } from '@space/web';

/** The style of blog pages in our layout. Its hash is in their policy, so it must be sent unchanged. */
export const BLOG_STYLE = `${TOKENS}${BRAND_STYLE}* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 1.125rem/1.65 var(--font); background: var(--ground); color: var(--ink); overflow-wrap: break-word; }
.page { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
.blog { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: 1rem 0; border-bottom: 1px solid var(--faint); font-size: 1rem; }
.blog .brand { margin: 0; font-size: 1rem; }
@media (max-width: 40rem) { .blog .brand { flex-basis: 100%; } }
@media (min-width: 40.01rem) { .blog { flex-wrap: nowrap; } .blog .brand, .blog a.name { min-width: 0; } .blog .brand + .name::before { content: "/"; padding-inline-end: 1rem; color: var(--line); font-weight: 400; } }
.blog a { padding: .5rem 0; }
.blog a.name { font-weight: 700; color: inherit; text-decoration: none; }
.blog a.feed { margin-inline-start: auto; }
.blog a.name:hover { text-decoration: underline; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible, table:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.5vw, 2.5rem); line-height: 1.2; margin: 2.5rem 0 .5rem; text-wrap: balance; }
h2, h3, h4, h5, h6 { line-height: 1.3; margin: 2em 0 .5em; text-wrap: balance; }
.byline { color: var(--soft); font-size: 1rem; margin: 0 0 2rem; }
.byline span, .byline time { white-space: nowrap; }
.cover { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; object-fit: cover; border-radius: .5rem; margin: 0 0 2rem; background: var(--shade); }
.text > :first-child { margin-top: 0; }
.text img, .text video { max-width: 100%; height: auto; border-radius: .25rem; }
.text figure { margin: 2rem 0; }
.text figcaption { color: var(--soft); font-size: .9375rem; }
.text blockquote { margin: 1.5rem 0; padding: .25rem 0 .25rem 1.25rem; border-left: 4px solid var(--faint); color: var(--soft); }
.text pre { overflow-x: auto; padding: 1rem; background: var(--shade); border-radius: .5rem; font-size: .9375rem; line-height: 1.5; }
.text pre, .text table { margin: 1.5rem 0; }
.text hr { border: 0; border-top: 1px solid var(--faint); margin: 2.5rem 0; }
.text code { font-family: ui-monospace, monospace; font-size: .9em; }
.text table { display: block; overflow-x: auto; border-collapse: collapse; }
.text th, .text td { border: 1px solid var(--faint); padding: .4rem .7rem; text-align: start; }
.tags { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; margin: 2.5rem 0 0; padding: 0; font-size: .9375rem; line-height: 1.3; }
.tags li { max-width: 100%; }
.tags a { display: block; padding: .625rem 1rem; border: 1px solid var(--faint); border-radius: 2rem; background: var(--card); color: var(--soft); text-decoration: none; }
.tags a:hover { border-color: var(--link); color: var(--link); }
.tags a[aria-current] { border-color: var(--link); background: var(--link); color: var(--on-link); }
nav .tags { margin: 1.5rem 0 2rem; }
.posts h2, .posts p { display: flow-root; }
.posts { list-style: none; margin: 2rem 0; padding: 0; }
.posts article::after { content: ""; display: block; clear: both; }
.picture { display: block; margin: 0 0 1rem; }
.picture img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: .5rem; background: var(--shade); }
@media (min-width: 40rem) { .picture { float: inline-end; width: 13rem; margin: 0 0 .5rem 1.5rem; } }
.posts .tags { gap: .25rem 1rem; margin-top: .25rem; font-size: .9375rem; }
.posts .tags a { padding: .5rem 0; border: 0; background: none; }
.posts .tags a::before { content: "#"; }
.posts > li { padding: 1.5rem 0; border-top: 1px solid var(--faint); }
.posts > li:first-child { border-top: 0; padding-top: 0; }
.posts h2 { margin: 0; font-size: 1.375rem; }
.posts h2 a { color: inherit; text-decoration: none; }
.posts h2 a:hover { text-decoration: underline; }
.posts p { margin: .25rem 0; }
.posts .byline { font-size: .9375rem; }
.lead, .none { color: var(--soft); margin: 0 0 2rem; }
.nearby { display: grid; gap: 1rem; margin-top: 3rem; border-top: 1px solid var(--faint); padding-top: 1.5rem; }
.nearby a { display: block; padding: 1rem 1.25rem; border: 1px solid var(--faint); border-radius: .5rem; background: var(--card); color: inherit; text-decoration: none; line-height: 1.4; }
.nearby a:hover { border-color: var(--link); }
.nearby span { display: block; color: var(--soft); font-size: .9375rem; }
@media (min-width: 40rem) { .nearby { grid-template-columns: 1fr 1fr; } .nearby .next { grid-column: 2; text-align: end; } }
.leaf { display: flex; justify-content: space-between; gap: 1rem; border-top: 1px solid var(--faint); padding-top: 1.5rem; }
.leaf a { padding: .5rem 0; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
