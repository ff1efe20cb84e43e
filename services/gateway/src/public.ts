import type { RequestListener } from 'node:http';
import { htmlPage } from './html-page.ts';
import { headerList } from './respond.ts';

/**
 * The second origin: what visitors of a Space see, apart from the API, so that nothing a user publishes can act on it.
 * It sets no cookie and has no API route.
 */
export const publicApp = (): RequestListener => (request, response) => {
  const path = request.url?.split('?', 1)[0];
  const { status, headers, body } = path === '/robots.txt' ? robots : notFound;
  response.writeHead(status, [...COMMON, ...headers, 'Content-Length', String(body.length)]);
  response.end(body);
};

const COMMON = headerList({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

const robots = { status: 200, headers: ['Content-Type', 'text/plain; charset=utf-8'], body: Buffer.from('User-agent: *\nAllow: /\n') };

const notFound = {
  status: 404,
  ...htmlPage(
    'Page not found',
    `<h1>There is no page at this address</h1>
<p>The link may be mistyped, or the page may have been taken down. Ask whoever sent you here for the right address.</p>`,
  ),
};
