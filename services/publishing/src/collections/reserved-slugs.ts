/** First segments of public addresses that are in use or may be in future; no blog can have one as its base_slug. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...['p', 's', 'f', 't', 'post', 'posts', 'book', 'booking', 'form', 'forms', 'page', 'pages', 'site', 'sites', 'file', 'files'],
  ...['api', 'v1', 'v2', 'mcp', 'docs', 'operator', 'console', 'admin', 'login', 'logout', 'account', 'settings', 'auth', 'oauth'],
  ...[
    'assets',
    'static',
    'public',
    'media',
    'favicon',
    'robots',
    'sitemap',
    'feed',
    'rss',
    'atom',
    'well-known',
    'metrics',
    'livez',
    'readyz',
  ],
  ...['embed', 'preview', 'unsubscribe', 'webhook', 'webhooks', 'u', 'c', 'a', 'm', 'r'],
]);
