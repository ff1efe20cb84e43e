import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { storageDirectory } from '@space/contracts/platform';
import { pages } from '@space/contracts/publishing';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
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
