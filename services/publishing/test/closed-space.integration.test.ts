import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishingClosing } from '@space/contracts/platform';
import { blogPosts, pages } from '@space/contracts/publishing';
import { eventually as within } from '@space/runtime/testing';
import { HOUR_MS, MINUTE_MS } from '@space/time';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';
import { newSocialSpace, type SocialServices, startSocial } from './fixtures/social-space.ts';

let services: SocialServices;
beforeAll(async () => {
  services = await startSocial();
});
afterAll(() => services.stop());

const eventually = <T>(look: () => Promise<T>) => within(look, { timeout: 15_000 });
const later = (milliseconds: number) => new Date(services.ports.clock.now() + milliseconds).toISOString();

type Closable = Pick<ReturnType<typeof newSpace>, 'call'>;
const setClosed = ({ call }: Closable, closed: boolean) => call(publishingClosing, 'set_closed', { closed });

test('a scheduled social post of a closed Space waits, and is published once when the Space is open again', async () => {
  const [space, other] = [newSocialSpace(services), newSocialSpace(services)];
  const scheduled_at = later(HOUR_MS);
  const [post, barrier] = await Promise.all(
    [space, other].map(async ({ connectMastodon, publish }) => {
      const { id: account } = await connectMastodon();
      return publish({ text: `On time ${account}`, scheduled_at });
    }),
  );
  await setClosed(space, true);
  services.ports.clock.advance(HOUR_MS);
  await eventually(async () => expect((await other.read(barrier!.id)).status).toBe('published'));
  expect((await space.read(post!.id)).records).toMatchObject([{ status: 'scheduled', attempts: 0 }]);
  await setClosed(space, false);
  await eventually(async () => expect((await space.read(post!.id)).status).toBe('published'));
  expect(services.mastodon.statuses.filter(({ content }) => content.status === post!.text)).toHaveLength(1);
});

test('scheduled pages and posts of a closed Space wait, and what was missed is done in its order when the Space is open again', async () => {
  const [space, other] = [newSpace(services.ports), newSpace(services.ports)];
  const [blogSpace, otherBlog] = [newBlogSpace(services.ports), newBlogSpace(services.ports)];
  const page = await space.page('Offer');
  await space.publish(page.id, { publish_at: later(HOUR_MS) });
  await space.publish(page.id, { publish: false, unpublish_at: later(2 * HOUR_MS) });
  const { id: barrier } = await other.page('Offer');
  await other.publish(barrier, { publish_at: later(3 * HOUR_MS) });
  const [post, otherPost] = await Promise.all(
    [blogSpace, otherBlog].map(async ({ blog, post, call }, index) => {
      await blog();
      const { id } = await post();
      await call(blogPosts, 'publish', { id, publish_at: later((1 + index) * HOUR_MS) });
      return id;
    }),
  );
  for (const one of [space, blogSpace]) await setClosed(one, true);
  services.ports.clock.advance(4 * HOUR_MS);
  const statusOf = async ({ call }: Closable, id: string) => (await call(pages, 'get', { id })).status;
  const statusOfPost = async ({ call }: Closable, id: string) => (await call(blogPosts, 'get', { id })).status;
  await eventually(async () => {
    expect(await statusOf(other, barrier)).toBe('published');
    expect(await statusOfPost(otherBlog, otherPost!)).toBe('published');
  });
  expect((await space.events()).map(({ type }) => type)).toEqual(['page_created', 'page_publish_scheduled', 'page_publish_scheduled']);
  expect(await statusOfPost(blogSpace, post!)).toBe('draft');
  for (const one of [space, blogSpace]) await setClosed(one, false);
  await eventually(async () => {
    expect((await space.events()).slice(3).map(({ type }) => type)).toEqual(['page_published', 'page_unpublished']);
    expect(await statusOfPost(blogSpace, post!)).toBe('published');
  });
});

test('no sitemap lists an address of a closed Space, and each lists them again when it is open', async () => {
  const [space, other] = [newSpace(services.ports), newSpace(services.ports)];
  const blogSpace = newBlogSpace(services.ports);
  const { slug, id: site_id, url } = await space.site(`Engines ${space.space_id}`);
  await space.live('Home', { site_id });
  const alone = await space.live(`Alone ${space.space_id}`);
  const stays = await other.live(`Stays ${other.space_id}`);
  const blog = await blogSpace.blog();
  await blogSpace.post({ status: 'published' });
  const addresses = [`${url}sitemap.xml`, alone.url!, `${blog.url}/sitemap.xml`];
  const listed = async (): Promise<readonly boolean[]> => {
    // Sitemaps of the installation are rendered once a minute.
    services.ports.clock.advance(MINUTE_MS);
    const { body: index } = await space.visitor.open('sitemaps', {});
    const { body: standalone } = await space.visitor.open('standalone_sitemap', {});
    expect(standalone).toContain(`<loc>${stays.url}</loc>`);
    return addresses.map((address) => `${index}${standalone}`.includes(`<loc>${address}</loc>`));
  };
  const statusOfSite = async () => (await space.visitor.open('site_sitemap', { site_slug: slug })).status;
  expect([await listed(), await statusOfSite()]).toEqual([[true, true, true], 200]);
  for (const one of [space, blogSpace]) await setClosed(one, true);
  expect([await listed(), await statusOfSite()]).toEqual([[false, false, false], 404]);
  for (const one of [space, blogSpace]) await setClosed(one, false);
  expect([await listed(), await statusOfSite()]).toEqual([[true, true, true], 200]);
});
