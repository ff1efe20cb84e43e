import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blogCollections, blogPosts, pages, pageVersions, sites, social } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

interface List {
  readonly data: readonly object[];
  readonly next_cursor: string | null;
}

/** Returns a field of all entries of a list, which is read in pages of two. */
async function read(list: (paging: { limit: number; cursor?: string }) => Promise<List>, field: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: List = await list({ limit: 2, ...(cursor !== null && { cursor }) });
    found.push(...page.data.map((entry) => (entry as Record<string, unknown>)[field]));
    cursor = page.next_cursor;
    if (cursor === null) return found;
  }
}

describe('a list in the order of', () => {
  test('titles ignores letter case and runs in both directions over all cursors', async () => {
    const { call, site, page } = newSpace(services.ports);
    const titles = ['beta', 'Alpha', 'gamma', 'alpha', 'Delta'];
    for (const title of titles) await page(title);
    const list = (sort: 'title' | '-title') => read((paging) => call(pages, 'list', { sort, ...paging }), 'title');
    expect(await list('title')).toEqual(['Alpha', 'alpha', 'beta', 'Delta', 'gamma']);
    expect(await list('-title')).toEqual(['gamma', 'Delta', 'beta', 'alpha', 'Alpha']);
    for (const title of ['two', 'One', 'three']) await site(title);
    expect(await read((paging) => call(sites, 'list', { sort: 'title', ...paging }), 'title')).toEqual(['One', 'three', 'two']);
    expect(await read((paging) => call(sites, 'list', { sort: '-created_at', ...paging }), 'title')).toEqual(['three', 'One', 'two']);
    expect(await refusal(call(pages, 'list', { sort: 'slug' as never }))).toMatchObject({ extras: { errors: [{ path: 'sort' }] } });
  });

  test('changes lists the page that changed last at the end', async () => {
    const { call, page } = newSpace(services.ports);
    const made = [await page('1'), await page('2'), await page('3')];
    services.ports.clock.advance(1_000);
    await call(pages, 'update', { id: made[0]!.id, nav_label: 'First' });
    const list = (sort: 'updated_at' | '-updated_at') => read((paging) => call(pages, 'list', { sort, ...paging }), 'title');
    expect((await list('updated_at')).at(-1)).toBe('1');
    expect(await list('-updated_at')).toEqual((await list('updated_at')).toReversed());
  });

  test('versions runs in both directions', async () => {
    const { call, live, publish } = newSpace(services.ports);
    const { id } = await live('About');
    for (const layout_html of ['<p>2', '<p>3']) {
      await call(pages, 'update', { id, layout_html });
      await publish(id);
    }
    expect(await read((paging) => call(pageVersions, 'list', { id, ...paging }), 'version')).toEqual([3, 2, 1]);
    expect(await read((paging) => call(pageVersions, 'list', { id, sort: 'version', ...paging }), 'version')).toEqual([1, 2, 3]);
    const { next_cursor } = await call(pageVersions, 'list', { id, limit: 1 });
    const turned = call(pageVersions, 'list', { id, sort: 'version', cursor: next_cursor! });
    expect(await refusal(turned)).toMatchObject({ extras: { errors: [{ path: 'cursor' }] } });
  });

  test('publication has drafts as the latest', async () => {
    const { call, blog, post } = newBlogSpace(services.ports);
    const { id: collection_id } = await blog({ title: 'News' });
    for (const title of ['1', '2', '3', '4']) await post({ title });
    const ids = (await read((paging) => call(blogPosts, 'list', { sort: 'created_at', ...paging }), 'id')) as string[];
    for (const id of [ids[2]!, ids[0]!]) {
      services.ports.clock.advance(1_000);
      await call(blogPosts, 'publish', { id });
    }
    const list = (sort: 'published_at' | '-published_at') =>
      read((paging) => call(blogPosts, 'list', { collection_id, sort, ...paging }), 'title');
    expect(await list('published_at')).toEqual(['3', '1', '2', '4']);
    expect(await list('-published_at')).toEqual(['4', '2', '1', '3']);
    expect(await read((paging) => call(blogCollections, 'list', { sort: '-title', ...paging }), 'title')).toEqual(['News']);
    await call(social, 'create_draft', { text: '1' });
    await call(social, 'create_draft', { text: '2' });
    expect(await read((paging) => call(social, 'list_posts', { sort: '-scheduled_at', ...paging }), 'text')).toEqual(['2', '1']);
  });
});

test('a page is published at a local time with its zone', async () => {
  const { page, publish } = newSpace(services.ports);
  const { id } = await page('About');
  const year = new Date(services.ports.clock.now()).getUTCFullYear() + 1;
  expect(await publish(id, { publish_at: `${year}-12-01T09:00[Europe/Berlin]` })).toMatchObject({
    publish_at: `${year}-12-01T08:00:00.000Z`,
  });
});
