import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { blogPosts, MAX_POST_TAG_CHARACTERS, MAX_TAGS_PER_POST } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

const newSpace = () => newBlogSpace(services.ports);

test('a post stores each tag once, answers the tags it had before an update, and is listed by its tags in any case', async () => {
  const { blog, post, call, events } = newSpace();
  await blog();
  const { id, tags } = await post({ tags: [' Engines', 'R&D / Labs', 'engines'], status: 'published' });
  expect(tags).toEqual(['Engines', 'R&D / Labs']);
  await post({ tags: ['Engines of war'] });
  const idsWith = async (...tags: string[]) => (await call(blogPosts, 'list', { tags })).data.map((one) => one.id);
  expect(await idsWith('ENGINES')).toEqual([id]);
  expect(await idsWith('war')).toEqual([]);
  expect(await idsWith('r&d / labs', 'Engines')).toEqual([id]);
  expect(await idsWith('Engines', 'Engines of war')).toEqual([]);
  expect(await call(blogPosts, 'update', { id, tags: ['Engines', 'R&D / Labs'] })).toMatchObject({ before: {} });
  const { before } = await call(blogPosts, 'update', { id, tags: [] });
  expect(before).toEqual({ tags: ['Engines', 'R&D / Labs'] });
  expect(await idsWith('Engines')).toEqual([]);
  await call(blogPosts, 'update', { id, ...before });
  expect(await idsWith('engines')).toEqual([id]);
  const published = (await events()).find(({ type }) => type === 'blog_post_published');
  expect(published).toMatchObject({ data: { tags: ['Engines', 'R&D / Labs'] } });
});

test('a post refuses too many tags and a tag that is too long, empty or a dot segment of an address', async () => {
  const { blog, post } = newSpace();
  await blog();
  const many = Array.from({ length: MAX_TAGS_PER_POST + 1 }, (_, n) => `tag ${n}`);
  for (const tags of [many, ['x'.repeat(MAX_POST_TAG_CHARACTERS + 1)], [' '], ['two\nlines'], ['.'], [' .. ']])
    await expect(post({ tags })).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ path: expect.stringMatching(/^tags/) }] } });
});

test('the list of a tag has its posts only, in pages, and an unknown tag answers 404', async () => {
  const { blog, post, visitor } = newSpace();
  const { url } = await blog({ title: 'News' });
  const address = pathOf(url);
  for (let n = 1; n <= 11; n += 1)
    await post({ title: `Engine ${n}`, tags: n === 11 ? ['Größe/Maß'] : ['größe/maß'], status: 'published' });
  await post({ title: 'Other', tags: ['Other'], status: 'published' });
  await post({ title: 'Draft', tags: ['Secret'] });
  const tagged = `${address}/tag/${encodeURIComponent('größe/maß')}`;
  const index = await visitor.open(address);
  expect(index.body).toContain(`<a href="${url}/tag/${encodeURIComponent('Größe/Maß')}" rel="tag">Größe/Maß</a>`);
  expect(index.body).not.toContain('Secret');
  const first = await visitor.open(tagged);
  expect(first.body).toContain('<h1>Posts about “Größe/Maß”</h1>');
  expect(first.body).toContain(' aria-current="page">Größe/Maß</a>');
  expect(first.body.match(/<article>/g)).toHaveLength(10);
  expect(first.body).toContain(`rel="next">Older posts</a>`);
  expect(first.body).not.toContain('>Other</a></h2>');
  const second = await visitor.open(`${tagged}/page/2`);
  expect(second.body.match(/<article>/g)).toHaveLength(1);
  expect(await visitor.open(`${tagged}/page/1`)).toMatchObject({ status: 308, headers: { Location: tagged } });
  for (const missing of [`${tagged}/page/3`, `${address}/tag/secret`, `${address}/tag/${'x'.repeat(2_000)}`, '/no-blog/tag/other'])
    expect((await visitor.open(missing)).status).toBe(404);
});

test('the list of the longest tag opens from its link, also when lower case has more characters', async () => {
  const { blog, post, visitor } = newSpace();
  const { url } = await blog();
  await post({ tags: ['İ'.repeat(MAX_POST_TAG_CHARACTERS), '...'], status: 'published' });
  const links = [...(await visitor.open(pathOf(url))).body.matchAll(/<a href="([^"]+)" rel="tag"/g)].map(([, link]) => pathOf(link!));
  expect(new Set(links).size).toBe(2);
  for (const link of links) expect((await visitor.open(link)).status).toBe(200);
});

test('a post shows its tags, its reading time, and the posts before and after it in its own blog', async () => {
  const { blog, post, visitor, call } = newSpace();
  const { id: collection_id, url } = await blog({ language: 'de' });
  const other = await blog();
  const create = (title: string, more: object = {}) => post({ title, collection_id, status: 'published', ...more });
  const one = await create('Eins');
  const two = await create('Zwei', { body_html: `<p>${'Wort '.repeat(660)}</p>`, tags: ['Öfen'] });
  await post({ title: 'Fremd', collection_id: other.id, status: 'published' });
  const three = await create('Drei');
  const shown = async () => (await visitor.open(pathOf(two.url))).body;
  const page = await shown();
  expect(page).toContain('</time> · <span>3 Min. Lesezeit</span></p>');
  expect(page).toContain(`<li><a href="${url}/tag/%C3%96fen" rel="tag">Öfen</a></li>`);
  expect(page).toContain('<meta property="article:tag" content="Öfen">');
  expect(page).toContain(`rel="prev" href="${one.url}"><span>Voriger Beitrag</span> <strong>Eins</strong></a>`);
  expect(page).toContain(`rel="next" href="${three.url}"><span>Nächster Beitrag</span> <strong>Drei</strong></a>`);
  expect(page).not.toContain('Fremd');
  await call(blogPosts, 'update', { id: one.id, title: 'Anfang' });
  await call(blogPosts, 'publish', { id: three.id, publish: false });
  expect(await shown()).toContain('<strong>Anfang</strong>');
  expect(await shown()).not.toContain('rel="next"');
});

test('a layout links to the posts before and after a post; the tokens of a missing one are empty', async () => {
  const { blog, post, visitor } = newSpace();
  const layout = '<h1>{{title}}</h1><a href="{{previous_url}}">{{previous_title}}</a> <a href="{{next_url}}">{{next_title}}</a>{{body}}';
  const { url } = await blog({ template_html: layout });
  const first = await post({ title: 'Looms & <mills>', status: 'published' });
  const shown = async (address: string) => (await visitor.open(pathOf(address))).body;
  expect(await shown(first.url)).toContain('<a href=""></a> <a href=""></a>');
  const second = await post({ title: 'Second', status: 'published' });
  await post({ title: 'Draft' });
  expect(await shown(first.url)).toContain(`<a href=""></a> <a href="${second.url}">Second</a>`);
  expect(await shown(second.url)).toContain(`<a href="${url}/${first.slug}">Looms &amp; &lt;mills&gt;</a> <a href=""></a>`);
});

test('feeds name the tags of a post as categories, and a layout shows tags and reading time', async () => {
  const { blog, post, visitor } = newSpace();
  const { url } = await blog({ template_html: '<h1>{{title}}</h1><p title="{{tags}}">{{reading_time}}</p>{{body}}' });
  const { url: address } = await post({ tags: ['R&D', 'Engines'], status: 'published' });
  expect((await visitor.open(pathOf(address))).body).toContain('<p title="R&amp;D,&#32;Engines">1 min read</p>');
  const [rss, atom, json] = await Promise.all(
    ['feed.xml', 'atom.xml', 'feed.json'].map(async (file) => (await visitor.open(`${pathOf(url)}/${file}`)).body),
  );
  expect(rss).toContain('<category>R&amp;D</category>\n<category>Engines</category>');
  expect(atom).toContain('<category term="R&amp;D"/>');
  expect(JSON.parse(json!)).toMatchObject({ items: [{ tags: ['R&D', 'Engines'] }] });
});
