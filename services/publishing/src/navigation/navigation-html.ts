import { type Html, html } from '@space/web';
import type { Navigation, NavigationLink } from './navigation.ts';
import { navigationStyle, pagePaddingStyle } from './navigation-style.ts';

/** With more links, the bar shows a menu on wide screens too. */
const MAX_BAR_LINKS = 8;

const item = ({ label, url, is_current }: NavigationLink): Html =>
  html`<li><a href="${url}"${is_current && html` aria-current="page"`}>${label}</a></li>`;

/**
 * Returns the navigation of a site, to be inserted first in the body of a page. It is a declarative shadow tree: the styles
 * of the page do not change it, and its styles do not change the page. It needs no script; its menu is a details element.
 * `followsScheme` is true on pages that have a dark side.
 */
export function navigationHtml(navigation: Navigation, followsScheme = false): Html {
  const { title, logo_url, home_url, menu_label, links } = navigation;
  const items = links.map(item);
  return html`<site-navigation><template shadowrootmode="open"><style>${navigationStyle(navigation, followsScheme)}</style><nav${links.length > MAX_BAR_LINKS && html` class="long"`} aria-label="${title}"><a class="home" href="${home_url}">${
    logo_url !== null && html`<img src="${logo_url}" alt="">`
  }<span>${title}</span></a>${links.length > 0 && html`<ul class="links">${items}</ul><details><summary>${menu_label}</summary><ul>${items}</ul></details>`}</nav></template></site-navigation>`;
}

/** Returns the style element that a page with navigation needs in its head. */
export const navigationHead = (navigation: Navigation): Html => html`<style data-site-navigation>${pagePaddingStyle(navigation)}</style>`;
