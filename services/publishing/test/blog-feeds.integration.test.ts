import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blogCollections, blogPosts } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';
import { atomErrors, jsonErrors, rssErrors } from './fixtures/feed-rules.ts';
import { type Element, parseXml } from './fixtures/parse-xml.ts';

let space: TestServices;
beforeAll(async () => {
  space = await startServices([publishingService]);
});
afterAll(() => space.stop());

const all = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name);
const one = (element: Element, name: string): Element => {
  const found = all(element, name);
  if (found.length !== 1) throw new Error(`${element.name} has ${found.length} of ${name}.`);
  return found[0]!;
};
const rss = (name: string) => `{}${name}`;
const atom = (name: string) => `{http://www.w3.org/2005/Atom}${name}`;

/** A time in the format of RFC 822, with a year of four digits. */
const RFC_822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d \+0000$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Creates a blog whose posts have every text that could break a feed. */
async function hostileBlog() {
  const { blog, post, call, visitor } = newBlogSpace(space.ports);
  const { id, url } = await blog({ title: 'Looms & <Engines>', description: 'a ]]> b & "c"', language: 'en-GB' });
  const first = await post({
    title: 'First ]]> <script>alert(1)</script> & \ufffe\uffff',
    body_html: '<p>See <a href="../x?a=1&amp;b=2">this</a> ]]&gt; <img src="/pic.png">\u000b\u0001<script>alert(1)</script></p>',
    author: 'Ada & Co <ada@example.com>',
    cover_image_url: 'https://example.com/cover.png?a=1&b=2',
    tags: ['R&D ]]>', '<Engines> \ufffe'],
    status: 'published',
  });
  space.ports.clock.advance(60_000);
  const second = await post({ title: 'Second', excerpt: 'In short', body_html: 'Grüße 👩‍🚀', status: 'published' });
  await post({ title: 'A draft that is private' });
  const read = async (file: string) => {
    const answer = await visitor.open(`${pathOf(url)}/${file}`);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('that is private');
    return answer;
  };
  return { id, url, first, second, call, visitor, read };
}

describe('feed', () => {
  test('an RSS 2.0 feed is well-formed, with RFC 822 dates, absolute URLs and permanent ids', async () => {
    const { url, first, second, read, call } = await hostileBlog();
    const { headers, body } = await read('feed.xml');
    expect(headers['Content-Type']).toBe('application/rss+xml; charset=utf-8');
    const root = parseXml(body);
    expect([root.name, root.attributes.version]).toEqual([rss('rss'), '2.0']);
    const channel = one(root, rss('channel'));
    expect(one(channel, rss('title')).text).toBe('Looms & <Engines>');
    expect(one(channel, rss('description')).text).toBe('a ]]> b & "c"');
    expect(one(channel, rss('link')).text).toBe(url);
    expect(one(channel, rss('lastBuildDate')).text).toMatch(RFC_822);
    expect(one(channel, atom('link')).attributes).toMatchObject({ rel: 'self', href: `${url}/feed.xml` });
    const items = all(channel, rss('item'));
    expect(items.map((item) => one(item, rss('title')).text)).toEqual(['Second', 'First ]]> <script>alert(1)</script> & ']);
    const [, item] = items;
    expect(one(item!, rss('guid'))).toMatchObject({ text: first.short_url, attributes: { isPermaLink: 'true' } });
    expect(one(item!, rss('pubDate')).text).toMatch(RFC_822);
    expect(Date.parse(one(item!, rss('pubDate')).text)).toBe(Math.floor(Date.parse(first.published_at!) / 1_000) * 1_000);
    expect(one(item!, '{http://purl.org/dc/elements/1.1/}creator').text).toBe('Ada & Co <ada@example.com>');
    const content = one(item!, '{http://purl.org/rss/1.0/modules/content/}encoded').text;
    expect(content).toContain(`href="${new URL('../x?a=1', first.url).href}&amp;b=2"`);
    expect(content).toContain(`src="${new URL('/pic.png', first.url).href}"`);
    expect(content).not.toContain('script');
    expect(one(items[0]!, rss('description')).text).toBe('In short');
    await call(blogPosts, 'update', { id: second.id, slug: 'moved' });
    const later = all(one(parseXml((await read('feed.xml')).body), rss('channel')), rss('item'))[0]!;
    expect([one(later, rss('guid')).text, one(later, rss('link')).text]).toEqual([second.short_url, `${url}/moved`]);
  });

  test('an Atom feed has the elements that RFC 4287 requires', async () => {
    const { url, first, read } = await hostileBlog();
    const root = parseXml((await read('atom.xml')).body);
    expect(root.name).toBe(atom('feed'));
    expect(one(root, atom('id')).text).toBe(url);
    expect(one(root, atom('updated')).text).toMatch(RFC_3339);
    expect(all(root, atom('link')).map(({ attributes }) => attributes.rel)).toEqual(['self', 'alternate']);
    const entry = all(root, atom('entry'))[1]!;
    expect(one(entry, atom('id')).text).toBe(first.short_url);
    for (const name of ['published', 'updated']) expect(one(entry, atom(name)).text).toMatch(RFC_3339);
    expect(one(one(entry, atom('author')), atom('name')).text).toBe('Ada & Co <ada@example.com>');
    expect(one(entry, atom('content'))).toMatchObject({ attributes: { type: 'html' }, text: expect.stringContaining('<p>See') });
    expect(one(root, atom('author')).children).toHaveLength(1);
  });

  test('a JSON feed has the members that version 1.1 requires', async () => {
    const { url, first, read } = await hostileBlog();
    const { headers, body } = await read('feed.json');
    expect(headers['Content-Type']).toBe('application/feed+json; charset=utf-8');
    const feed = JSON.parse(body);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Looms & <Engines>',
      home_page_url: url,
      feed_url: `${url}/feed.json`,
      language: 'en-GB',
    });
    expect(feed.items).toHaveLength(2);
    expect(feed.items[1]).toMatchObject({
      id: first.short_url,
      url: first.url,
      image: 'https://example.com/cover.png?a=1&b=2',
      authors: [{ name: 'Ada & Co <ada@example.com>' }],
      date_published: first.published_at,
    });
    expect(feed.items[1].content_html).not.toContain('script');
  });

  test('feeds keep all rules of their formats with hostile posts and without posts', async () => {
    const { read } = await hostileBlog();
    const empty = newBlogSpace(space.ports);
    const { url } = await empty.blog();
    const files = [(file: string) => read(file), (file: string) => empty.visitor.open(`${pathOf(url)}/${file}`)];
    for (const [n, open] of files.entries()) {
      const rssRoot = parseXml((await open('feed.xml')).body);
      expect(rssErrors(rssRoot)).toEqual([]);
      const atomRoot = parseXml((await open('atom.xml')).body);
      expect(atomErrors(atomRoot)).toEqual([]);
      const json = JSON.parse((await open('feed.json')).body);
      expect(jsonErrors(json)).toEqual([]);
      expect(
        [all(one(rssRoot, rss('channel')), rss('item')), all(atomRoot, atom('entry')), json.items].map(({ length }) => length),
      ).toEqual(Array(3).fill(n === 0 ? 2 : 0));
    }
  });

  test.each([
    ['feed.xml', / \+0000<\/pubDate>/, ' GMT</pubDate>', 'pubDate says'],
    ['feed.xml', /<pubDate>\w{3}/, '<pubDate>Xyz', 'pubDate says'],
    ['feed.xml', /<channel>/, '<channel><title>Two</title>', 'has 2 of {}title'],
    ['feed.xml', /<item>/, '<item><summary>x</summary>', 'no rule names'],
    ['feed.xml', /(<guid.*<\/guid>)([\s\S]*)<guid.*<\/guid>/, '$1$2$1', 'stands twice'],
    ['feed.xml', /<link>https?:[^<]*\/first[^<]*/, '<link>/first', 'link says'],
    ['atom.xml', /<entry>\n<id>.*<\/id>/, '<entry>', 'has 0 of {http://www.w3.org/2005/Atom}id'],
    ['atom.xml', /<updated>.*<\/updated>/, '<updated>yesterday</updated>', 'updated says'],
    ['atom.xml', /<content type="html">/, '<content type="html"><b/>', 'no rule names'],
    ['atom.xml', /<author><name>Looms.*<\/author>/, '', 'the feed has no author'],
    ['atom.xml', /rel="self"/, 'rel="alternate"', 'does not say where it is'],
    ['feed.json', /"date_published":"/, '"date_published":"on ', 'items.0.date_published'],
    ['feed.json', /"id":"[^"]*",/, '', 'items.0.id'],
    ['feed.json', /"home_page_url":"https?:/, '"home_page_url":"', 'home_page_url'],
    ['feed.json', /"summary"/, '"excerpt"', 'items.0'],
  ])('the rules find the error in %s when %s becomes "%s"', async (file, was, made, error) => {
    const { body } = await (await hostileBlog()).read(file);
    const broken = body.replace(was, made);
    expect(broken).not.toBe(body);
    const errors = file === 'feed.json' ? jsonErrors(JSON.parse(broken)) : (file === 'feed.xml' ? rssErrors : atomErrors)(parseXml(broken));
    expect(errors.join('\n')).toContain(error);
  });

  test('the feed of an empty blog is valid, and its ETag changes with the blog only', async () => {
    const { blog, post, call, visitor } = newBlogSpace(space.ports);
    const { id, url } = await blog();
    for (const file of ['feed.xml', 'atom.xml', 'sitemap.xml']) parseXml((await visitor.open(`${pathOf(url)}/${file}`)).body);
    const files = ['', '/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml'];
    const tags = () => Promise.all(files.map(async (file) => (await visitor.open(pathOf(url) + file)).headers.ETag!));
    const before = await tags();
    expect(new Set(before).size).toBe(files.length);
    expect(await tags()).toEqual(before);
    space.ports.clock.advance(1_000);
    const { id: post_id } = await post({ status: 'published' });
    const after = await tags();
    space.ports.clock.advance(1_000);
    await call(blogPosts, 'publish', { id: post_id, publish: false });
    await call(blogCollections, 'update', { id, title: 'Renamed' });
    const last = await tags();
    expect(new Set([...before, ...after, ...last]).size).toBe(3 * files.length);
  });
});

test('the sitemap lists the blog and its published posts with their last changes', async () => {
  const { url, first, second, read } = await hostileBlog();
  const root = parseXml((await read('sitemap.xml')).body);
  const name = (local: string) => `{http://www.sitemaps.org/schemas/sitemap/0.9}${local}`;
  expect(root.name).toBe(name('urlset'));
  const urls = all(root, name('url'));
  expect(urls.map((entry) => one(entry, name('loc')).text)).toEqual([url, second.url, first.url]);
  for (const entry of urls) expect(one(entry, name('lastmod')).text).toMatch(RFC_3339);
});

test('the list of a blog has pages, newest post first, and answers 404 after the last one', async () => {
  const { blog, post, visitor } = newBlogSpace(space.ports);
  const { url } = await blog({ title: 'Many' });
  for (let n = 1; n <= 12; n++) {
    await post({ title: `Post number ${n}`, status: 'published' });
    space.ports.clock.advance(1_000);
  }
  const page = (number?: string) => visitor.open(pathOf(url) + (number === undefined ? '' : `/page/${number}`));
  const titles = (body: string) => [...body.matchAll(/Post number (\d+)<\/a>/g)].map(([, n]) => Number(n));
  expect(titles((await page()).body)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  const second = await page('2');
  expect(titles(second.body)).toEqual([2, 1]);
  expect(second.body).toContain(`<link rel="canonical" href="${url}/page/2">`);
  expect(second.body).toContain('rel="prev">Newer posts');
  expect(await page('1')).toMatchObject({ status: 308, headers: { Location: pathOf(url) } });
  for (const number of ['3', '0', '-1', '1e3', 'x', '999999']) expect((await page(number)).status).toBe(404);
});
