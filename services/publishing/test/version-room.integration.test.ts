import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { publishingStorage, storageDirectory } from '@space/contracts/platform';
import { blogPosts, pages, pageVersions } from '@space/contracts/publishing';
import { isoTime } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { type CallAs, eventually, startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';

let refusal: string | null = null;
const reserved: { bytes: number }[] = [];

const gateway: Service = {
  name: 'gateway',
  schema: 'publishing',
  emits: false,
  open: () => ({
    serves: [
      serving(storageDirectory, {
        reserve: async ({ input }) => {
          reserved.push(input);
          return { refusal };
        },
        release: async () => ({ released: true as const }),
      }),
    ],
  }),
};

let services: TestServices;
beforeAll(async () => {
  services = await startServices([gateway, publishingService]);
});
afterAll(() => services.stop());

beforeEach(() => {
  refusal = null;
  reserved.length = 0;
});

test('publishing reserves room for a new version only, and a page without room can be taken down', async () => {
  const { page, publish, call } = newSpace(services.ports);
  const { id } = await page('About', { layout_html: Array.from({ length: 20_000 }, (_, n) => `<p>${n * n}</p>`).join('') });
  await publish(id);
  expect(reserved).toEqual([expect.objectContaining({ bytes: expect.any(Number) })]);
  expect(reserved[0]!.bytes).toBeGreaterThan(50_000);
  await publish(id, { published_slug: `about-${id.slice(-10)}` });
  expect(reserved).toHaveLength(1);
  await call(pages, 'update', { id, layout_html: '<p>Second' });
  refusal = 'Full.';
  await expect(publish(id)).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await publish(id, { version: 1 })).toMatchObject({ status: 'published', published_version: 1 });
  expect(await publish(id, { publish: false })).toMatchObject({ status: 'unpublished' });
  expect(reserved).toHaveLength(2);
});

test('a restore reserves room for the draft that it replaces, unless a version has it', async () => {
  const { page, call } = newSpace(services.ports);
  const long = Array.from({ length: 20_000 }, (_, n) => `<p>${n * n}</p>`).join('');
  const { id } = await page('About', { layout_html: '<p>First' });
  await call(pages, 'update', { id, layout_html: long });
  refusal = 'Full.';
  await expect(call(pageVersions, 'restore', { id, version: 1 })).rejects.toMatchObject({ code: 'limit_reached' });
  refusal = null;
  await call(pageVersions, 'restore', { id, version: 1 });
  expect(reserved).toHaveLength(2);
  expect(reserved[1]!.bytes).toBeGreaterThan(50_000);
  await call(pageVersions, 'restore', { id, version: 2 });
  expect(reserved).toHaveLength(2);
});

const HOUR_MS = 3_600_000;

/** Returns the bytes that the schedule of one page or post stores when its time comes. */
async function growthBy(call: CallAs, schedule: (at: string) => Promise<unknown>, hasEnded: () => Promise<void>): Promise<number> {
  const { clock } = services.ports;
  await schedule(isoTime(clock.now() + HOUR_MS));
  const before = await call(publishingStorage, 'measure', {});
  clock.advance(HOUR_MS);
  await eventually(hasEnded, { timeout: 15_000 });
  return (await call(publishingStorage, 'measure', {})).bytes - before.bytes;
}

test('a schedule reserves room for the version that it stores, and ends with an error in a Space without room', async () => {
  const { page, publish, call, events } = newSpace(services.ports);
  const large = () => page('About', { layout_html: Array.from({ length: 20_000 }, (_, n) => `<p>${n * n}</p>`).join('') });
  const { id } = await large();
  const stored = await growthBy(
    call,
    (at) => publish(id, { publish_at: at }),
    async () => expect((await call(pages, 'get', { id })).status).toBe('published'),
  );
  expect(reserved).toHaveLength(1);
  expect(stored).toBeGreaterThan(50_000);
  expect(Math.abs(stored - reserved[0]!.bytes)).toBeLessThan(1_000);
  const other = await large();
  refusal = 'Full.';
  const unstored = await growthBy(
    call,
    (at) => publish(other.id, { publish_at: at }),
    async () => expect(await call(pages, 'get', { id: other.id })).toMatchObject({ status: 'unpublished', schedule_error: 'Full.' }),
  );
  expect(unstored).toBeLessThan(1_000);
  expect((await events()).at(-1)).toMatchObject({ type: 'page_publish_failed', data: { page_id: other.id, error: 'Full.' } });
});

test('the schedule of a post stores no copy of the post, and reserves no room', async () => {
  const { blog, post, call } = newBlogSpace(services.ports);
  await blog();
  const { id } = await post({ body_html: Array.from({ length: 20_000 }, (_, n) => `<p>${n * n}</p>`).join('') });
  refusal = 'Full.';
  const stored = await growthBy(
    call,
    (at) => call(blogPosts, 'publish', { id, publish_at: at }),
    async () => expect((await call(blogPosts, 'get', { id })).status).toBe('published'),
  );
  expect(stored).toBeLessThan(1_000);
  expect(reserved).toEqual([]);
});
