import { accentColors, Html } from '@space/web';
import type { Navigation } from './navigation.ts';

/** The height of the bar, and the width of the sidebar. */
const BAR = '3.5rem';
const SIDEBAR = '15rem';

/** The least width for a sidebar next to the page; on a narrower screen both layouts are a bar with a menu. */
const WIDE = '60rem';
/** The least width for a bar that shows its links without a menu. */
const ROOMY = '45rem';

/**
 * Returns the style that makes room for the navigation in any page. The padding is that of the html element, so that a
 * body with a grid or flex layout does not lay out the navigation with its children.
 */
export const pagePaddingStyle = ({ layout }: Navigation): Html =>
  new Html(
    `html{padding-block-start:${BAR}!important;scroll-padding-block-start:${BAR}}${
      layout === 'sidebar'
        ? `@media(min-width:${WIDE}){html{padding-block-start:0!important;padding-inline-start:${SIDEBAR}!important;scroll-padding-block-start:0}}`
        : ''
    }@media print{html{padding:0!important}}`,
  );

/** Returns the style inside the shadow tree of the navigation; `followsScheme` is true on pages that have a dark side. */
export const navigationStyle = ({ layout, accent }: Navigation, followsScheme: boolean): Html =>
  new Html(
    `${COMMON}${layout === 'sidebar' ? SIDEBAR_STYLE : TOP_STYLE}${accentStyle(accent, 'light')}${followsScheme ? `${DARK_STYLE}@media (prefers-color-scheme: dark) { ${accentStyle(accent, 'dark')}}\n` : ''}`,
  );

/** Returns the rule with the accent colour of the Space; "" for the default one. */
function accentStyle(accent: string | null, scheme: 'light' | 'dark'): string {
  if (accent === null) return '';
  const { link, mark } = accentColors(accent)[scheme];
  return `nav { --link: ${link}; --current: ${mark}; --current-text: ${link}; }\n`;
}

/** The colours of the dark side of our pages. */
const DARK_STYLE = `
@media (prefers-color-scheme: dark) {
  nav { --bar: #292524; --text: #fafaf9; --line: #44403c; --border: #8a837c; --hover: #3a3532; --current: #2f3651; --link: #93c5fd; --current-text: #93c5fd; }
}
`;

const COMMON = `
:host { all: initial !important; position: fixed !important; z-index: 2147483000 !important; inset-block-start: 0 !important; inset-inline: 0 !important; display: block !important; }
* { box-sizing: border-box; }
nav { --bar: #fff; --text: #1c1917; --line: #d6d3d1; --border: #78716c; --hover: #f5f5f4; --current: #eff6ff; --link: #1d4ed8; --current-text: #1e40af; display: flex; align-items: center; gap: .5rem 1.5rem; min-block-size: ${BAR}; padding: 0 1rem; background: var(--bar); color: var(--text); border-block-end: 1px solid var(--line); font: 1rem/1.4 system-ui, sans-serif; }
a { color: inherit; text-decoration: none; border-radius: .375rem; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.home { display: flex; align-items: center; gap: .625rem; font-weight: 650; min-inline-size: 0; padding: .25rem; }
.home span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.home img { flex: none; block-size: 2rem; inline-size: auto; max-inline-size: 8rem; object-fit: contain; }
ul { list-style: none; margin: 0; padding: 0; }
li a { display: block; padding: .5rem .75rem; min-block-size: 2.75rem; align-content: center; }
li a:hover { background: var(--hover); }
li a[aria-current] { font-weight: 600; background: var(--current); color: var(--current-text); box-shadow: inset 0 -2px 0 var(--link); }
.links { display: none; }
details { margin-inline-start: auto; }
summary { list-style: none; cursor: pointer; min-block-size: 2.75rem; padding: 0 .75rem; border: 1px solid var(--border); border-radius: .375rem; display: flex; align-items: center; gap: .5rem; user-select: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; inline-size: 1.125rem; block-size: .75rem; border-block: 2px solid; background: linear-gradient(currentcolor, currentcolor) center / 100% 2px no-repeat; }
details > ul { position: absolute; inset-block-start: 100%; inset-inline: 0; max-block-size: calc(100vh - ${BAR}); max-block-size: calc(100dvh - ${BAR}); overflow-y: auto; overscroll-behavior: contain; padding: .5rem; background: var(--bar); border-block-end: 1px solid var(--line); box-shadow: 0 .75rem 1.5rem rgb(0 0 0 / .15); }
@media print { :host { display: none !important; } }
@media (forced-colors: active) { li a[aria-current] { outline: 2px solid; } }
`;

const TOP_STYLE = `
@media (min-width: ${ROOMY}) {
  nav:not(.long) .links { display: flex; flex: 1 1 auto; gap: .25rem; min-inline-size: 0; overflow-x: auto; scrollbar-width: thin; }
  .links li { flex: none; }
  .links li:first-child { margin-inline-start: auto; }
  .home { flex: 0 1 auto; max-inline-size: 40%; }
  nav:not(.long) details { display: none; }
}
`;

const SIDEBAR_STYLE = `
@media (min-width: ${WIDE}) {
  :host { inset-inline-end: auto !important; inset-block-end: 0 !important; inline-size: ${SIDEBAR} !important; }
  nav { flex-direction: column; align-items: stretch; justify-content: flex-start; block-size: 100%; padding: 1rem .75rem; gap: 1rem; overflow-y: auto; border-block-end: 0; border-inline-end: 1px solid var(--line); }
  .home { white-space: normal; padding-inline: .75rem; }
  .home span { white-space: normal; }
  .links { display: grid; gap: .125rem; }
  li a[aria-current] { box-shadow: inset 3px 0 0 var(--link); }
  details { display: none; }
}
`;
