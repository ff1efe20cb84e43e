import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blogCollections, blogPosts } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([publishingService]);
});
afterAll(() => space.stop());

describe('blog', () => {
  test('50 concurrent creates of one base_slug return one blog and emit one event', async () => {
    const { call, events } = newBlogSpace(space.ports);
    const created = await Promise.all(
      Array.from({ length: 50 }, (_, index) => call(blogCollections, 'create', { base_slug: 'parallel', title: `Try ${index}` })),
    );
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    expect(new Set(created.map(({ title }) => title)).size).toBe(1);
    expect((await call(blogCollections, 'list', { include_total: true })).total).toBe(1);
    expect((await events()).map(({ type }) => type)).toEqual(['blog_collection_created']);
  });

  test('a blog with the base_slug of another Space gets another public address', async () => {
    const one = await newBlogSpace(space.ports).blog({ base_slug: 'shared-name' });
    const { blog, post, visitor } = newBlogSpace(space.ports);
    const other = await blog({ base_slug: 'shared-name' });
    expect(other.id).not.toBe(one.id);
    expect([one.base_slug, other.base_slug]).toEqual(['shared-name', 'shared-name']);
    expect(pathOf(one.url)).toBe('/shared-name');
    expect(pathOf(other.url)).toBe('/shared-name-2');
    const { url } = await post({ status: 'published' });
    expect(pathOf(url)).toBe('/shared-name-2/the-engine-weaves');
    expect((await visitor.open(pathOf(url))).status).toBe(200);
    expect((await visitor.open('/shared-name/the-engine-weaves')).status).toBe(404);
  });

  test('a blog cannot have a reserved base_slug', async () => {
    const { call } = newBlogSpace(space.ports);
    for (const base_slug of ['p', 'post', 'docs', 'mcp'])
      await expect(call(blogCollections, 'create', { base_slug })).rejects.toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'base_slug', code: 'reserved' }] },
      });
  });

  test('a blog keeps its base_slug, detaches its site by null, and refuses an unknown site or page', async () => {
    const { call, blog, events } = newBlogSpace(space.ports);
    const { id } = await blog({ title: 'News' });
    await expect(call(blogCollections, 'update', { id, base_slug: 'other' } as never)).rejects.toMatchObject({ code: 'invalid' });
    const { output, etag } = await call.whole(blogCollections, 'update', { id, title: 'Olds', site_id: null, index_page_id: null });
    expect(output).toMatchObject({ title: 'Olds', site_id: null, index_page_id: null });
    await expect(call(blogCollections, 'update', { id, site_id: 'sit_none', index_page_id: 'pag_none' })).rejects.toMatchObject({
      code: 'unresolved_reference',
      extras: { errors: [{ path: 'site_id' }, { path: 'index_page_id' }] },
    });
    expect((await events()).at(-1)).toMatchObject({ type: 'blog_collection_updated', data: { changed: ['title'], collection: 'Olds' } });
    await call(blogCollections, 'update', { id, title: 'News' }, { if_match: etag! });
    await expect(call(blogCollections, 'update', { id, title: 'X' }, { if_match: etag! })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
  });

  test('a blog with posts is deleted only with with_posts, and answers 410 then', async () => {
    const { call, blog, post, visitor, events } = newBlogSpace(space.ports);
    const { id, url, base_slug } = await blog();
    const published = await post({ status: 'published' });
    await expect(call(blogCollections, 'delete', { id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await call(blogCollections, 'delete', { id, with_posts: true })).toEqual({ id, deleted: true });
    for (const address of [url, `${url}/feed.xml`, published.url, published.short_url])
      expect((await visitor.open(pathOf(address))).status).toBe(410);
    expect((await events()).slice(-2)).toMatchObject([
      { type: 'blog_post_deleted', data: { post: 'The engine weaves', status: 'published' } },
      { type: 'blog_collection_deleted', data: { base_slug, posts: 1 } },
    ]);
  });
});

describe('post', () => {
  test('a post is a draft of the only blog by default', async () => {
    const { blog, post, visitor } = newBlogSpace(space.ports);
    await expect(post()).rejects.toMatchObject({ code: 'conflict' });
    const { id } = await blog();
    const draft = await post();
    expect(draft).toMatchObject({ collection_id: id, status: 'draft', published_at: null, slug: 'the-engine-weaves' });
    expect((await visitor.open(pathOf(draft.url))).status).toBe(404);
    expect((await visitor.open(pathOf(draft.short_url))).status).toBe(404);
    await blog();
    await expect(post()).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: 'collection_id' }] } });
    await expect(post({ collection_id: 'blg_none' })).rejects.toMatchObject({ code: 'unresolved_reference' });
  });

  test('publish shows a post at /post/{id} and /{base_slug}/{slug}, and publish false makes it a draft again', async () => {
    const { call, blog, post, visitor, events } = newBlogSpace(space.ports);
    await blog();
    const { id, url, short_url } = await post({ body_html: '<p>It weaves.</p>' });
    expect(await call(blogPosts, 'publish', { id })).toMatchObject({ status: 'published', published_at: expect.any(String) });
    await call(blogPosts, 'publish', { id });
    for (const address of [url, short_url]) {
      const page = await visitor.open(pathOf(address));
      expect(page.status).toBe(200);
      expect(page.body).toContain('<p>It weaves.</p>');
      expect(page.body).toContain(`<link rel="canonical" href="${url}">`);
    }
    expect(await call(blogPosts, 'publish', { id, publish: false })).toMatchObject({ status: 'draft', published_at: null });
    for (const address of [url, short_url]) expect((await visitor.open(pathOf(address))).status).toBe(404);
    expect((await events()).map(({ type }) => type)).toEqual([
      'blog_collection_created',
      'blog_post_created',
      'blog_post_published',
      'blog_post_unpublished',
    ]);
  });

  test('a post gets a unique slug from a title in any alphabet', async () => {
    const { blog, post } = newBlogSpace(space.ports);
    await blog();
    const slugs = await Promise.all(['Zoë’s Café!', 'Zoë’s Café!', 'Zoes Cafe'].map(async (title) => (await post({ title })).slug));
    expect(slugs.toSorted()).toEqual(['zoes-cafe', 'zoes-cafe-2', 'zoes-cafe-3']);
    const { id, slug } = await post({ title: '機関は織る' });
    expect(slug).toBe(`post-${id.slice(-6)}`);
  });

  test('old slugs of a post redirect permanently to the present one, without a chain', async () => {
    const { call, blog, post, visitor } = newBlogSpace(space.ports);
    const { url: home } = await blog();
    const { id } = await post({ slug: 'one', status: 'published' });
    for (const slug of ['two', 'three']) await call(blogPosts, 'update', { id, slug });
    for (const old of ['one', 'two'])
      expect(await visitor.open(`${pathOf(home)}/${old}`)).toMatchObject({ status: 308, headers: { Location: `${pathOf(home)}/three` } });
    const taken = await post({ title: 'Another', slug: 'one', status: 'published' });
    expect(await visitor.open(`${pathOf(home)}/one`)).toMatchObject({ status: 200, body: expect.stringContaining('Another') });
    await expect(call(blogPosts, 'update', { id, slug: 'one' })).rejects.toMatchObject({ code: 'duplicate' });
    await call(blogPosts, 'update', { id, slug: 'two' });
    expect((await visitor.open(`${pathOf(home)}/two`)).status).toBe(200);
    expect(taken.slug).toBe('one');
  });

  test('a deleted post answers 410 if it was published and 404 if it was a draft', async () => {
    const { call, blog, post, visitor } = newBlogSpace(space.ports);
    await blog();
    const draft = await post({ slug: 'draft' });
    const { id, url, short_url } = await post({ slug: 'first', status: 'published' });
    await call(blogPosts, 'update', { id, slug: 'second' });
    await call(blogPosts, 'delete', { id });
    await call(blogPosts, 'delete', { id: draft.id });
    for (const address of [url, short_url, url.replace('first', 'second')]) expect((await visitor.open(pathOf(address))).status).toBe(410);
    for (const address of [draft.url, draft.short_url]) expect((await visitor.open(pathOf(address))).status).toBe(404);
    expect((await post({ slug: 'first', status: 'published' })).slug).toBe('first');
    expect((await visitor.open(pathOf(url))).status).toBe(200);
  });

  test('a deleted post stays 410 when another post takes its slug', async () => {
    const { call, blog, post, visitor } = newBlogSpace(space.ports);
    await blog();
    const { id, url, short_url } = await post({ slug: 'first', status: 'published' });
    await call(blogPosts, 'delete', { id });
    const draft = await post({ slug: 'first' });
    for (const address of [url, short_url]) expect((await visitor.open(pathOf(address))).status).toBe(410);
    expect((await visitor.open(pathOf(draft.short_url))).status).toBe(404);
    await call(blogPosts, 'publish', { id: draft.id });
    expect((await visitor.open(pathOf(url))).status).toBe(200);
    expect((await visitor.open(pathOf(short_url))).status).toBe(410);
    // The post was published once at an address that another post has now.
    const third = await post({ slug: 'third', status: 'published' });
    await call(blogPosts, 'publish', { id: third.id, publish: false });
    await call(blogPosts, 'update', { id: third.id, slug: 'fourth' });
    await post({ slug: 'third', status: 'published' });
    await call(blogPosts, 'delete', { id: third.id });
    expect((await visitor.open(pathOf(third.short_url))).status).toBe(410);
    expect((await visitor.open(pathOf(third.url))).status).toBe(200);
  });

  test('the ETag of a post changes with the post only', async () => {
    const { call, blog, post, visitor } = newBlogSpace(space.ports);
    const { id: collection } = await blog();
    const { id, url } = await post({ status: 'published' });
    const tagOf = async () => (await visitor.open(pathOf(url))).headers.ETag!;
    const first = await tagOf();
    expect(first).toMatch(/^"[\w-]+"$/);
    expect(await tagOf()).toBe(first);
    await call(blogPosts, 'update', { id, author: 'Ada' });
    const second = await tagOf();
    await call(blogCollections, 'update', { id: collection, title: 'New name' });
    const third = await tagOf();
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test('a post of another Space answers 404, a filter by its blog finds nothing, and a list shows posts without their texts', async () => {
    const { blog, post, call } = newBlogSpace(space.ports);
    const { id: collection_id } = await blog();
    const { id } = await post({ body_html: '<p>secret</p>' });
    await post({ title: 'Live', status: 'published' });
    const stranger = newBlogSpace(space.ports).call;
    for (const act of [
      stranger(blogPosts, 'get', { id }),
      stranger(blogPosts, 'update', { id, title: 'x' }),
      stranger(blogPosts, 'publish', { id }),
      stranger(blogPosts, 'delete', { id }),
      stranger(blogCollections, 'get', { id: collection_id }),
    ])
      await expect(act).rejects.toMatchObject({ code: 'not_found' });
    expect((await stranger(blogPosts, 'list', { collection_id })).data).toEqual([]);
    const { data } = await call(blogPosts, 'list', { collection_id, status: 'published' });
    expect(data.map(({ title }) => title)).toEqual(['Live']);
    expect((await call(blogPosts, 'list', { limit: 1 })).has_more).toBe(true);
    expect(JSON.stringify(await call(blogPosts, 'list', {}))).not.toContain('secret');
  });
});
