import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { blogCollections, blogPosts } from '@space/contracts/publishing';
import { eventually } from '@space/runtime/testing';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { startOrigins, type TestOrigins } from './fixtures/origins.ts';
import { newSpace } from './fixtures/site-space.ts';

let origins: TestOrigins;
beforeAll(async () => {
  origins = await startOrigins();
});
afterAll(() => origins?.stop());

const visit = async (url: string, headers: Record<string, string> = {}) => {
  const got = await fetch(url, { headers, redirect: 'manual' });
  return { status: got.status, etag: got.headers.get('etag'), text: await got.text() };
};

test('a gateway caches the pages of a blog for any query string until the blog changes', async () => {
  const { blog, post, call } = newBlogSpace(origins.ports);
  const { id: collection_id, url: list } = await blog();
  const { id, url, short_url } = await post({ title: 'The engine weaves', status: 'published' });
  const all = [url, short_url, list, `${list}/feed.xml`, `${list}/atom.xml`, `${list}/feed.json`, `${list}/sitemap.xml`];
  const request = jest.spyOn(origins.ports.bus, 'request');
  // The look of the Space is read for all pages together.
  const asked = () => request.mock.calls.filter(([subject]) => !subject.includes('space_directory')).length;
  const first = await Promise.all(all.map((address) => visit(address)));
  expect(first.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(asked()).toBe(all.length);
  for (const [index, address] of all.entries()) {
    expect(await visit(`${address}?from=mail`)).toEqual(first[index]);
    expect(await visit(address, { 'if-none-match': `W/"x", ${first[index]!.etag}` })).toMatchObject({ status: 304, text: '' });
  }
  expect(asked()).toBe(all.length);
  request.mockRestore();

  const changes: (() => Promise<unknown>)[] = [
    () => call(blogPosts, 'update', { id, title: 'It weaves on' }),
    () => call(blogCollections, 'update', { id: collection_id, title: 'Renamed' }),
    () => call(blogPosts, 'create', { title: 'Another', status: 'published' }),
  ];
  let before = first;
  for (const change of changes) {
    await change();
    const after = await Promise.all(all.slice(2).map((address) => visit(address)));
    for (const [index, { etag, text }] of after.entries()) expect(etag === before[index + 2]!.etag).toBe(text === before[index + 2]!.text);
    expect(after.slice(0, 4).map(({ text }) => text)).not.toEqual(before.slice(2, 6).map(({ text }) => text));
    expect(after[0]!.etag).not.toBe(before[2]!.etag);
    before = [...before.slice(0, 2), ...after];
  }
  expect((await visit(short_url)).text).toContain('It weaves on');
  await call(blogPosts, 'publish', { id, publish: false });
  for (const address of [url, short_url]) expect((await visit(address)).status).toBe(404);
  await call(blogPosts, 'publish', { id });
  expect((await visit(url)).status).toBe(200);
  await call(blogPosts, 'delete', { id });
  for (const address of [url, short_url]) expect((await visit(address)).status).toBe(410);
});

test('a scheduled post and a change of the site invalidate the cached pages of a blog immediately', async () => {
  const { call, live, site } = newSpace(origins.ports);
  const { id: site_id } = await site(`Engines ${Date.now()}`);
  const { id: collection_id, url: list } = await call(blogCollections, 'create', { base_slug: `engines-${Date.now()}`, site_id });
  const { id } = await call(blogPosts, 'create', { collection_id, title: 'Later' });
  await call(blogPosts, 'publish', { id, publish_at: new Date(origins.ports.clock.now() + 1_000).toISOString() });
  expect((await visit(list)).text).not.toContain('Later');
  origins.ports.clock.advance(2_000);
  await eventually(async () => expect((await visit(list)).text).toContain('Later'));
  expect((await visit(list)).text).not.toContain('>About</a>');
  await live('About', { site_id });
  expect((await visit(list)).text).toContain('>About</a>');
});
