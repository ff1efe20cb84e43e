import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';

const visit = async (url: string, headers: Record<string, string> = {}) => {
  const { pathname } = new URL(url);
  const got = await fetch(profile.public_url + pathname, { headers, redirect: 'manual' });
  return { status: got.status, headers: got.headers, text: await got.text() };
};

test('a blog is created, published, served to readers and feeds, moved, and unpublished', async () => {
  const { client } = await newSpace();
  const base_slug = `news-${randomBytes(6).toString('hex')}`;
  const blog = await client.blog_collections.create({ base_slug, title: 'News of the Engine' });
  expect((await client.blog_collections.create({ base_slug })).id).toBe(blog.id);
  const draft = await client.blog_posts.create({
    title: 'It weaves {{body}}',
    body_html: '<p>Algebraical <em>patterns</em>.</p><script>alert(1)</script>',
    author: 'Ada Lovelace',
  });
  expect(draft.status).toBe('draft');
  expect((await visit(draft.url)).status).toBe(404);
  const preview = await client.blog_posts.preview({ id: draft.id });
  expect((await visit(preview.url)).text).toContain('<em>patterns</em>');

  const post = await client.blog_posts.publish({ id: draft.id });
  await eventually(async () => expect((await visit(post.url)).status).toBe(200));
  const shown = await visit(post.short_url);
  expect(shown.text).toMatch(/<h1>It weaves \{\{body\}\}<\/h1>.*<em>patterns<\/em>/s);
  expect(shown.text).not.toContain('alert');
  expect((await visit(post.short_url, { 'if-none-match': shown.headers.get('etag')! })).status).toBe(304);
  await eventually(async () => {
    for (const file of ['', '/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml'])
      expect((await visit(blog.url + file)).text).toContain(post.url);
  });

  const moved = await client.blog_posts.update({ id: post.id, slug: 'it-weaves-on' });
  await eventually(async () => expect((await visit(post.url)).headers.get('location')).toBe(new URL(moved.url).pathname));
  await client.blog_posts.publish({ id: post.id, publish: false });
  await eventually(async () => expect((await visit(moved.url)).status).toBe(404));
  await client.blog_posts.publish({ id: post.id });
  await client.blog_posts.delete({ id: post.id });
  await eventually(async () => expect((await visit(moved.url)).status).toBe(410));
});

test('paths of the API and of public pages are not blogs', async () => {
  for (const path of ['/v1/contacts', '/v1/openapi.json', '/docs', '/mcp', '/t', '/p/nothing', '/post/nothing'])
    expect([path, (await visit(profile.public_url + path)).status]).toEqual([path, 404]);
});
