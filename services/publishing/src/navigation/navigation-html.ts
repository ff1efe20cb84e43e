import { type Html, html } from '@space/web';
import type { Navigation, NavigationLink } from './navigation.ts';
import { navigationStyle, pagePaddingStyle } from './navigation-style.ts';

/** More links than this stand in a menu however wide the page is. */
const MAX_BAR_LINKS = 8;

const item = ({ label, url, is_current }: NavigationLink): Html =>
  html`<li><a href="${url}"${is_current && html` aria-current="page"`}>${label}</a></li>`;

/**
 * The navigation of a site, to stand first in the body of a page. It is a shadow tree declared in HTML, so that neither
 * the styles of the page change it nor its own change the page; it needs no script, and its menu is a plain disclosure.
 */
export function navigationHtml(navigation: Navigation): Html {
  const { title, logo_url, home_url, links } = navigation;
  const items = links.map(item);
  return html`<site-navigation><template shadowrootmode="open"><style>${navigationStyle(navigation)}</style><nav${links.length > MAX_BAR_LINKS && html` class="long"`} aria-label="${title}"><a class="home" href="${home_url}">${
    logo_url !== null && html`<img src="${logo_url}" alt="">`
  }<span>${title}</span></a>${links.length > 0 && html`<ul class="links">${items}</ul><details><summary>Menu</summary><ul>${items}</ul></details>`}</nav></template></site-navigation>`;
}

/** What the head of a page needs for its navigation: room. */
export const navigationHead = (navigation: Navigation): Html => html`<style data-site-navigation>${pagePaddingStyle(navigation)}</style>`;
