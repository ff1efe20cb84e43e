import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spacesOfVisitors, startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

const spacesDuring = (act: () => Promise<unknown>) => spacesOfVisitors(services.ports.database, act);

test('visitors of a page and of a site take turns with those of its Space once the address is found', async () => {
  const { live, site, space_id, visitor } = newSpace(services.ports);
  const page = await live('Engines');
  const { id, url } = await site('Works');
  const inSite = await live('Looms', { site_id: id });
  for (const address of [page.url!, url, inSite.url!]) {
    const [first, ...others] = await spacesDuring(() => visitor.get(address));
    expect([first, new Set(others)]).toEqual(['', new Set([space_id])]);
  }
});

test('visitors of a blog take turns with those of its Space once the address is found', async () => {
  const { blog, post, visitor, caller } = newBlogSpace(services.ports);
  const { id, base_slug } = await blog();
  const written = await post({ collection_id: id });
  for (const path of [`/${base_slug}`, `/${base_slug}/feed.xml`, `/post/${written.id}`]) {
    const [first, ...others] = await spacesDuring(() => visitor.open(path));
    expect(first).toBe('');
    expect(others.filter((space) => space !== caller.space_id)).toEqual([]);
  }
});
