import { type DesignedScreens, lazyScreen } from '../../routing/designed-screens.ts';

/** The designed screens of sites, pages and the blog. */
export const publishingScreens: DesignedScreens = {
  'pages.list': lazyScreen(() => import('./pages/pages-screen.tsx').then(({ PagesScreen }) => PagesScreen)),
  'pages.get': lazyScreen(() => import('./pages/page-screen.tsx').then(({ PageScreen }) => PageScreen)),
  'page_versions.list': lazyScreen(() => import('./versions/versions-screen.tsx').then(({ VersionsScreen }) => VersionsScreen)),
  'page_versions.get': lazyScreen(() => import('./versions/version-screen.tsx').then(({ VersionScreen }) => VersionScreen)),
  'page_references.form': lazyScreen(() => import('./used-by-screen.tsx').then(({ FormUsesScreen }) => FormUsesScreen)),
  'page_references.booking_page': lazyScreen(() =>
    import('./used-by-screen.tsx').then(({ BookingPageUsesScreen }) => BookingPageUsesScreen),
  ),
  'sites.list': lazyScreen(() => import('./sites/sites-screen.tsx').then(({ SitesScreen }) => SitesScreen)),
  'sites.get': lazyScreen(() => import('./sites/site-screen.tsx').then(({ SiteScreen }) => SiteScreen)),
  'blog_posts.list': lazyScreen(() => import('./blog/posts-screen.tsx').then(({ PostsScreen }) => PostsScreen)),
  'blog_posts.get': lazyScreen(() => import('./blog/post-screen.tsx').then(({ PostScreen }) => PostScreen)),
  'blog_collections.list': lazyScreen(() => import('./blog/blogs-screen.tsx').then(({ BlogsScreen }) => BlogsScreen)),
  'blog_collections.get': lazyScreen(() => import('./blog/blog-screen.tsx').then(({ BlogScreen }) => BlogScreen)),
};
