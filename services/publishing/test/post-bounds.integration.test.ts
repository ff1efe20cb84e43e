import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { blogCollections, blogPosts, MAX_POSTS_PER_BLOG, sites } from '@space/contracts/publishing';
import { sql } from '@space/database';
import { startServices, type TestServices } from '@space/runtime/testing';
import { TEXT_RULES } from '../src/post-texts/post-text.ts';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

const newSpace = () => newBlogSpace(services.ports);
const problem = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: { extras: { errors?: object[] } }) => error.extras.errors,
  );
const MEBIBYTE = 1_048_576;

test('a layout repeats the text of a post at three places at most, also in a dry run', async () => {
  const { blog, call } = newSpace();
  const template_html = '{{body}}'.repeat(1_000);
  const tooMany = [{ path: 'template_html', code: 'too_many_tokens', message: 'has {{body}} at 1000 places; at most 3 are allowed' }];
  expect(await problem(blog({ template_html }))).toEqual(tooMany);
  const { id } = await blog({ template_html: '{{body}}'.repeat(3) });
  expect(await problem(call(blogCollections, 'update', { id, template_html }))).toEqual(tooMany);
});

test('a layout that was saved before the bound makes no page; the page in its place is in the language of the blog and cached', async () => {
  const { blog, post, visitor, caller } = newSpace();
  const { id } = await blog({ template_html: '{{body}}', language: 'de' });
  const { url } = await post({ body_html: `<p>${'x'.repeat(400_000)}</p>`, status: 'published' });
  await services.ports.database.query(sql.typeAlias('void')`
    update publishing.blog_collection set template_html = ${'{{body}}'.repeat(1_000)}, template_rules = 0, version = version + 1
    where space_id = ${caller.space_id} and id = ${id}`);
  const before = process.memoryUsage().rss;
  const pages = [await visitor.open(pathOf(url)), await visitor.open(pathOf(url))];
  expect(pages.map(({ status, tags }) => [status, tags])).toEqual(Array(2).fill([422, [`blog:${id}`]]));
  expect(pages[0]!.body).toContain('zu groß, um gezeigt zu werden');
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEBIBYTE);
});

test('a page above the bound of bytes is not built', async () => {
  const { blog, post, visitor, call } = newSpace();
  const { id } = await blog({ template_html: '{{body}}'.repeat(3) });
  const { url } = await post({ body_html: 'é'.repeat(500_000), status: 'published' });
  expect((await visitor.open(pathOf(url))).status).toBe(200);
  await call(blogCollections, 'update', { id, template_html: `${'{{body}}'.repeat(3)}${'é'.repeat(199_000)}` });
  expect((await visitor.open(pathOf(url))).status).toBe(422);
});

test('a text with too many or too deeply nested elements is refused when it is saved, and nothing is stored', async () => {
  const { blog, post, call, events } = newSpace();
  await blog();
  const body_html = '<b>'.repeat(160_000);
  const tooComplex = [expect.objectContaining({ path: 'body_html', code: 'too_complex' })];
  expect(await problem(post({ body_html }))).toEqual(tooComplex);
  const { id } = await post({ body_html: '<p>One</p>' });
  expect(await problem(call(blogPosts, 'update', { id, body_html }))).toEqual(tooComplex);
  expect((await call(blogPosts, 'get', { id })).body_html).toBe('<p>One</p>');
  expect((await events()).map(({ type }) => type)).toEqual(['blog_collection_created', 'blog_post_created']);
});

test('a text that was saved under earlier rules is sanitized when it is first shown, and stored', async () => {
  const { blog, post, visitor, caller } = newSpace();
  await blog();
  const made = await post({ body_html: '<p onclick="x()">Two</p>', status: 'published' });
  const old = await post({ title: 'Old', body_html: '<p>Three</p>', status: 'published' });
  const stored = (id: string) =>
    services.ports.database.one(
      sql.unsafe`select safe_html, text_rules from publishing.post where space_id = ${caller.space_id} and id = ${id}`,
    );
  expect(await stored(made.id)).toMatchObject({ safe_html: '<p>Two</p>' });
  await services.ports.database.query(sql.typeAlias('void')`
    update publishing.post set safe_html = 'stale', text_rules = 0, version = version + 1 where space_id = ${caller.space_id} and id = ${made.id}`);
  await services.ports.database.query(sql.typeAlias('void')`
    update publishing.post set body_html = ${'<b>'.repeat(160_000)}, text_rules = 0, version = version + 1
    where space_id = ${caller.space_id} and id = ${old.id}`);
  const list = await visitor.open(new URL(made.url).pathname.replace(/\/[^/]+$/, ''));
  expect([list.status, list.body.includes('Two')]).toEqual([200, true]);
  expect(await stored(made.id)).toMatchObject({ safe_html: '<p>Two</p>', text_rules: TEXT_RULES });
  expect((await visitor.open(pathOf(made.url))).body).toContain('<p>Two</p>');
  expect((await visitor.open(pathOf(old.url))).status).toBe(422);
  expect((await visitor.open(`${pathOf(old.url).replace(/\/[^/]+$/, '')}/feed.xml`)).status).toBe(200);
});

test('a feed contains texts up to its bound, and summaries beyond it', async () => {
  const { blog, post, visitor } = newSpace();
  const { url } = await blog();
  for (let at = 0; at < 6; at += 1) await post({ title: `Post ${at}`, body_html: `<p>${'"'.repeat(50_000)}</p>`, status: 'published' });
  for (const file of ['feed.xml', 'atom.xml', 'feed.json']) {
    const feed = await visitor.open(`${pathOf(url)}/${file}`);
    expect([feed.status, Buffer.byteLength(feed.body) < 4 * MEBIBYTE]).toEqual([200, true]);
  }
  const { items } = JSON.parse((await visitor.open(`${pathOf(url)}/feed.json`)).body) as { items: { content_html: string }[] };
  expect(items.map(({ content_html }) => content_html.length > 50_000)).toEqual([true, true, true, false, false, false]);
});

test('a layout of a blog in a site shows its navigation first in the body', async () => {
  const { blog, post, visitor, call } = newSpace();
  const site = await call(sites, 'create', { title: 'Engines' });
  for (const template_html of ['<!doctype html><html><head></head><body class="x">{{body}}</body></html>', '<main>{{body}}</main>']) {
    const { id } = await blog({ site_id: site.id, template_html });
    const { url } = await post({ collection_id: id, body_html: '<p>One</p>', status: 'published' });
    const page = await visitor.open(pathOf(url));
    expect(page.body).toMatch(/<head>.*<style data-site-navigation>.*<body[^>]*>\s*<site-navigation>.*<p>One<\/p>/s);
  }
});

test('a blog has a largest number of posts', async () => {
  const { blog, post, caller } = newSpace();
  const { id } = await blog();
  await services.ports.database.query(sql.typeAlias('void')`
    insert into publishing.post (space_id, id, collection_id, title, slug, body_html, status, created_at, updated_at)
    select ${caller.space_id}, 'pst_' || n, ${id}, 'Post', 'post-' || n, '', 'draft', now(), now()
    from generate_series(1, ${MAX_POSTS_PER_BLOG - 1}) as n`);
  await post();
  await expect(post()).rejects.toMatchObject({ code: 'limit_reached' });
});

test('a blog of as many posts as it may have is deleted in one call, also with the longest names', async () => {
  const { blog, call, caller, events } = newSpace();
  const { id, base_slug } = await blog({ title: '"'.repeat(200) });
  await services.ports.database.query(sql.typeAlias('void')`
    insert into publishing.post (space_id, id, collection_id, title, slug, body_html, status, was_published, created_at, updated_at)
    select ${caller.space_id}, 'pst_' || ${id}::text || n, ${id}, ${'"'.repeat(300)}, ${'s'.repeat(110)}::text || n, '<p>x</p>', 'published', true,
      now(), now()
    from generate_series(1, ${MAX_POSTS_PER_BLOG}) as n`);
  await services.ports.database.query(sql.typeAlias('void')`
    insert into publishing.post_address (space_id, collection_id, slug, post_id)
    select space_id, collection_id, slug, id from publishing.post where collection_id = ${id}`);
  await call(blogCollections, 'delete', { id, with_posts: true });
  const emitted = await events();
  expect(emitted.filter(({ type }) => type === 'blog_post_deleted')).toHaveLength(MAX_POSTS_PER_BLOG);
  expect(emitted.at(-1)).toMatchObject({ type: 'blog_collection_deleted', data: { base_slug, posts: MAX_POSTS_PER_BLOG } });
});
