import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishingClosing } from '@space/contracts/platform';
import { startServices, type TestServices } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

test('sitemaps have no address of a Space that is closed, and have them again when it is open', async () => {
  const { ports } = services;
  const { site, live, visitor, call } = newSpace(ports);
  const { id: site_id, url, slug } = await site('Closed engines');
  await live('Home', { site_id });
  const alone = await live('Closed and alone');
  const blogs = newBlogSpace(ports);
  const { url: blogUrl } = await blogs.blog();
  await blogs.post({ status: 'published' });

  /** Returns which of the addresses the sitemaps have, as they are rendered once a minute. */
  async function listed(): Promise<boolean[]> {
    ports.clock.advance(MINUTE_MS);
    const all = (await visitor.open('sitemaps', {})).body;
    const ofSite = await visitor.open('site_sitemap', { site_slug: slug });
    return [
      all.includes(`${url}sitemap.xml`),
      all.includes(`${blogUrl}/sitemap.xml`),
      ofSite.status === 200,
      (await visitor.open('standalone_sitemap', {})).body.includes(alone.url!),
    ];
  }

  expect(await listed()).toEqual([true, true, true, true]);
  for (const close of [call, blogs.call]) await close(publishingClosing, 'set_closed', { closed: true });
  expect(await listed()).toEqual([false, false, false, false]);
  for (const open of [call, blogs.call]) await open(publishingClosing, 'set_closed', { closed: false });
  expect(await listed()).toEqual([true, true, true, true]);
});
