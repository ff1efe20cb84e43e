import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { blogPages, blogPosts, previewPages, sitePages } from '@space/contracts/publishing';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { startOrigins, type TestOrigins } from './fixtures/origins.ts';
import { newSpace } from './fixtures/site-space.ts';

let origins: TestOrigins;
beforeAll(async () => {
  origins = await startOrigins();
});
afterAll(() => origins?.stop());

const visit = (path: string) => fetch(`${origins.publicUrl}${path}`, { redirect: 'manual' });

/** All routes of public pages that have a parameter. */
const routes = [blogPages, sitePages, previewPages]
  .flatMap(({ operations }) => Object.values(operations).map(({ route }) => route!.path))
  .filter((path) => path.includes(':'));

const hostile = {
  'the host of another origin': '%2Fevil.example',
  'the host of another origin, as browsers read it': '%5Cevil.example',
  'a header of its own': '%0d%0aSet-Cookie:%20a=b',
  'letters that no header has': '%E4%BD%A0',
  'a character that no database has': 'a%00b',
  'more letters than any address': 'a'.repeat(300),
  'a step up': '..%2F..%2Fsitemap.xml',
};

describe.each(Object.entries(hostile))('an address with %s', (_what, part) => {
  test.each(routes)('answers 404 at %s', async (route) => {
    // Page number 1 is a redirect, so the route is requested with it too.
    for (const path of new Set([route.replace(/:\w+/g, part), route.replace(':number', '1').replace(/:\w+/g, part)])) {
      const got = await visit(path);
      expect([path, got.status, got.headers.get('location'), got.headers.get('set-cookie')]).toEqual([path, 404, null, null]);
      expect(await got.text()).toContain('</html>');
    }
  });
});

test('the first page of a list redirects to the blog, and redirects are revalidated', async () => {
  const { blog, post, call } = newBlogSpace(origins.ports);
  const { url, id } = await blog();
  const first = await visit(`${new URL(url).pathname}/page/1`);
  expect([first.status, first.headers.get('location')]).toEqual([308, new URL(url).pathname]);
  expect((await visit('/no-such-blog/page/1')).status).toBe(404);
  const moved = await post({ slug: 'one', status: 'published', collection_id: id });
  await call(blogPosts, 'update', { id: moved.id, slug: 'two' });
  const { live } = newSpace(origins.ports);
  const page = await live(`Engine ${Date.now()}`);
  const list = await visit(new URL(url).pathname);
  const feed = await visit(`${new URL(url).pathname}/feed.xml`);
  const answers = [first, await visit(new URL(moved.url).pathname), await visit(new URL(page.url!).pathname), list, feed];
  expect(answers.map(({ status }) => status)).toEqual([308, 308, 200, 200, 200]);
  expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['public, max-age=0, must-revalidate']));
});

test('a gateway caches a page once for all spellings of its address', async () => {
  const { live } = newSpace(origins.ports);
  const slug = new URL((await live(`other ${Date.now()}`)).url!).pathname.slice('/p/'.length);
  const asked = jest.spyOn(origins.ports.bus, 'request');
  for (const written of [slug, slug.replace('o', '%6f'), slug.replace('o', '%6F'), slug.replace('t', '%74')])
    expect((await visit(`/p/${written}`)).status).toBe(200);
  expect(asked.mock.calls.filter(([subject]) => subject.includes('site_pages'))).toHaveLength(1);
  asked.mockRestore();
});
