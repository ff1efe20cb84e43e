import { type Html, html } from '@space/web';

/** The line above every page of a blog: its name, which leads to the list of posts. */
export const blogHeader = (title: string, blog: string): Html => html`<header class="blog">
<a class="name" href="${blog}">${title}</a>
<a href="${blog}/feed.xml" type="application/rss+xml">RSS</a>
</header>
`;
