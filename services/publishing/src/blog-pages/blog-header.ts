import { type Html, html } from '@space/web';

/** Returns the header of every page of a blog: its name, which links to the list of posts, and its feed. */
export const blogHeader = (title: string, blog: string): Html => html`<header class="blog">
<a class="name" href="${blog}">${title}</a>
<a href="${blog}/feed.xml" type="application/rss+xml">RSS</a>
</header>
`;
