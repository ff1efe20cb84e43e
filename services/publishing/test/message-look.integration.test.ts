import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type PublicLook, spaceDirectory } from '@space/contracts/platform';
import { blogPosts, pages, sites } from '@space/contracts/publishing';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';

const look: PublicLook = {
  name: 'Engines & Looms',
  logo: null,
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
  open: () => ({ serves: [serving(spaceDirectory, { find: async () => ({ found: true }), look: async () => look })] }),
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
