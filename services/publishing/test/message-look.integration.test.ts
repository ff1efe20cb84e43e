import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type PublicLook, spaceDirectory } from '@space/contracts/platform';
import { blogCollections, blogPosts, pages, sites } from '@space/contracts/publishing';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';

const look: PublicLook = {
  name: 'Engines & Looms',
  logo: 'https://cdn.example.com/logo.png',
  accent: '#0f766e',
  typeface: 'serif',
  locale: 'fr',
  week_start: null,
  clock: null,
};

const directory: Service = {
  name: 'gateway',
  schema: 'gateway',
  emits: false,
  open: () => ({
    serves: [
      serving(spaceDirectory, { find: async () => ({ found: true }), timezone: async () => ({ timezone: 'UTC' }), look: async () => look }),
    ],
  }),
};

let services: TestServices;
beforeAll(async () => {
  services = await startServices([directory, publishingService]);
});
afterAll(() => services.stop());

/** Returns the status and the language of a page, and whether it has the look of the Space. */
const seen = ({ status, body }: { readonly status: number; readonly body: string }) => [
  status,
  /<html lang="([^"]*)">/.exec(body)?.[1],
  body.includes('Engines &amp; Looms') && body.includes('--link: #0f766e'),
];

test('the messages of a blog have the look of its Space and the language of the blog, and disclose no draft', async () => {
  const { blog, post, call, visitor } = newBlogSpace(services.ports);
  const open = async (path: string) => seen(await visitor.open(path));
  const { url } = await blog({ language: 'de' });
  const gone = await post({ status: 'published' });
  await call(blogPosts, 'delete', { id: gone.id });
  const draft = await post({ title: 'Not yet' });
  for (const missing of ['/none', '/tag/none', '/page/7', '/not-yet']) expect(await open(pathOf(url) + missing)).toEqual([404, 'de', true]);
  expect(await open(pathOf(gone.url))).toEqual([410, 'de', true]);
  expect(await open(pathOf(gone.short_url))).toEqual([410, 'fr', true]);
  for (const hidden of [pathOf(draft.short_url), '/post/pst_none', '/no-such-blog']) expect(await open(hidden)).toEqual([404, 'en', false]);
});

test('the messages of a site have the look and the language of its Space, and disclose no unpublished standalone page', async () => {
  const { site, live, publish, call, visitor } = newSpace(services.ports);
  const { id, url } = await site('Looms');
  await live('Home', { site_id: id });
  const own = await live('Ours', { site_id: id });
  const alone = await live('Alone');
  const get = async (address: string) => seen(await visitor.get(address));
  expect(await get(`${url}none`)).toEqual([404, 'fr', true]);
  await publish(alone.id, { publish: false });
  expect(await get(alone.url!)).toEqual([404, 'en', false]);
  await call(pages, 'delete', { id: alone.id });
  expect(await get(alone.url!)).toEqual([410, 'fr', true]);
  await call(pages, 'delete', { id: own.id });
  expect(await get(own.url!)).toEqual([410, 'fr', true]);
  await call(sites, 'delete', { id, with_pages: true });
  expect(await get(url)).toEqual([410, 'fr', true]);
});

test('a blog without a language has that of its Space, in pages, feeds and messages; null resets it', async () => {
  const { blog, post, call, visitor } = newBlogSpace(services.ports);
  const { id, url, language } = await blog();
  expect(language).toBe(null);
  const { slug } = await post({ status: 'published', body_html: '<p>Algebra</p>' });
  const open = async (path: string) => (await visitor.open(pathOf(url) + path)).body;
  const seen = async () => ({
    list: [(await open('')).match(/lang="[^"]*"|og:locale" content="[^"]*"|"inLanguage":"[^"]*"/g)],
    post: (await open(`/${slug}`)).match(/lang="[^"]*"|og:locale" content="[^"]*"|\d min[^<]*|"inLanguage":"[^"]*"/gi),
    feeds: [(await open('/feed.xml')).match(/<language>[^<]*/)?.[0], (await open('/atom.xml')).match(/xml:lang="[^"]*"/)?.[0]],
    json: JSON.parse(await open('/feed.json')),
    missing: (await open('/none')).match(/lang="[^"]*"/)?.[0],
  });
  const inLanguage = (tag: string, minutes: string) => ({
    list: [[`lang="${tag}"`, `og:locale" content="${tag}"`, `"inLanguage":"${tag}"`]],
    post: [`lang="${tag}"`, `og:locale" content="${tag}"`, `"inLanguage":"${tag}"`, minutes],
    feeds: [`<language>${tag}`, `xml:lang="${tag}"`],
    json: expect.objectContaining({ language: tag }),
    missing: `lang="${tag}"`,
  });
  expect(await seen()).toEqual(inLanguage('fr', '1 min de lecture'));
  await call(blogCollections, 'update', { id, language: 'de' });
  expect(await seen()).toEqual(inLanguage('de', '1 Min. Lesezeit'));
  await call(blogCollections, 'update', { id, language: null });
  expect(await seen()).toEqual(inLanguage('fr', '1 min de lecture'));
});

test('link previews of a blog have the name of the Space and its logo, and the bar of its site has its accent', async () => {
  const own = newSpace(services.ports);
  const { id: site_id, url: home } = await own.site('Looms');
  await own.live('Home', { site_id });
  const { visitor } = newBlogSpace(services.ports);
  const { url } = await own.call(blogCollections, 'create', { base_slug: `news-${own.caller.space_id.slice(-10)}`, site_id });
  const { slug } = await own.call(blogPosts, 'create', { title: 'Algebra', status: 'published' });
  for (const path of ['', `/${slug}`]) {
    const { body } = await visitor.open(pathOf(url) + path);
    expect(body).toContain('<meta property="og:site_name" content="Engines &amp; Looms">');
    expect(body).toContain('<meta property="og:image" content="https://cdn.example.com/logo.png">');
    expect(body).toContain('nav { --link: #0f766e;');
  }
  const page = (await own.visitor.get(home)).body;
  expect(page).toContain('nav { --link: #0f766e;');
  expect(page).toContain('<link rel="icon" href="https://cdn.example.com/logo.png">');
});
