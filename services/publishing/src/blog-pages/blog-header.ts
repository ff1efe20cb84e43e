import { brandHtml, type Html, html, type Part, type Theme } from '@space/web';

/** The blog whose pages have a header. */
interface HeaderOptions {
  readonly theme: Theme;
  readonly title: string;
  /** The URL of the list of its posts. */
  readonly blog: string;
  /** True when the navigation of a site, with its own name and logo, is above the header. */
  readonly hasNavigation: boolean;
}

/** Returns the header of every page of a blog: the logo and the name of the Space, the name of the blog, which links to the list, and its feed. */
export const blogHeader = ({ theme, title, blog, hasNavigation }: HeaderOptions): Html => html`<header class="blog">
${!hasNavigation && brandOf(theme, title)}<a class="name" href="${blog}">${title}</a>
<a class="feed" href="${blog}/feed.xml" type="application/rss+xml">RSS</a>
</header>
`;

/** Returns the logo and the name of a Space; the logo alone for a blog of the same name. */
function brandOf(theme: Theme, title: string): Part {
  const { name, logo } = theme.look;
  if (name === null || name.trim().toLowerCase() !== title.trim().toLowerCase()) return brandHtml(theme);
  return logo !== null && html`<p class="brand"><img src="${logo}" alt="" height="32"></p>\n`;
}
