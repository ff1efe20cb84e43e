import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { social } from '@space/contracts/publishing';
import { eventually as within } from '@space/runtime/testing';
import { newSocialSpace, type SocialServices, startSocial } from './fixtures/social-space.ts';

let space: SocialServices;
beforeAll(async () => {
  space = await startSocial();
});
afterEach(() => {
  space.mastodon.heal();
  space.bluesky.heal();
});
afterAll(() => space.stop());

const eventually = <T>(look: () => Promise<T>) => within(look, { timeout: 15_000 });

describe('pictures', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

  test('pictures are uploaded with their alt texts, and a file that is not a picture is refused', async () => {
    const { createServer } = await import('node:http');
    const server = createServer((request, response) =>
      request.url === '/p.png' ? response.end(png) : response.end('<svg onload="alert(1)"></svg>'),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    try {
      const { connectMastodon, connectBluesky, publish, read } = newSocialSpace(space);
      const account_ids = [(await connectMastodon()).id, (await connectBluesky()).id];
      const { id } = await publish({
        text: 'Look',
        media: [{ url: `${origin}/p.png`, alt_text: 'Ein roter Punkt – größer' }],
        account_ids,
      });
      await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
      expect([...space.mastodon.media.values()]).toMatchObject([{ description: 'Ein roter Punkt – größer', type: 'image/png' }]);
      expect([...space.mastodon.media.values()][0]!.bytes.equals(png)).toBe(true);
      expect([...space.bluesky.records.values()].find((record) => record.text === 'Look')).toMatchObject({
        embed: { images: [{ alt: 'Ein roter Punkt – größer', image: { mimeType: 'image/png', size: png.length } }] },
      });
      const bad = await publish({ text: 'No picture', media: [{ url: `${origin}/x.svg` }], account_ids });
      await eventually(async () =>
        expect((await read(bad.id)).records.map(({ error }) => error)).toEqual(['media_unusable', 'media_unusable']),
      );
      const inside = await publish({ text: 'Inside', media: [{ url: 'http://169.254.169.254/latest/meta-data' }], account_ids });
      await eventually(async () => expect((await read(inside.id)).status).toBe('failed'));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('scheduled social post', () => {
  test('a social post is published at scheduled_at, and cancelling it before makes it a draft again', async () => {
    const { call, connectMastodon, publish, read, events } = newSocialSpace(space);
    const { id: account } = await connectMastodon();
    const at = (ms: number) => new Date(space.ports.clock.now() + ms).toISOString();
    const text = `On time ${account}`;
    const otherSpace = newSocialSpace(space);
    await otherSpace.connectMastodon();
    const other = await otherSpace.publish({ text: 'Other', scheduled_at: at(60_000) });
    const first = await publish({ text, scheduled_at: at(60_000) });
    expect(first).toMatchObject({ status: 'scheduled', scheduled_at: at(60_000), records: [{ status: 'scheduled', attempts: 0 }] });
    await expect(call(social, 'delete_draft', { id: first.id })).rejects.toMatchObject({ code: 'conflict' });
    expect(await call(social, 'cancel', { id: first.id })).toMatchObject({ status: 'draft', scheduled_at: null, records: [] });
    await publish({ post_id: first.id, scheduled_at: at(90_000) });
    space.ports.clock.advance(60_000);
    await eventually(async () => expect((await otherSpace.read(other.id)).status).toBe('published'));
    expect((await read(first.id)).status).toBe('scheduled');
    space.ports.clock.advance(30_000);
    await eventually(async () => expect((await read(first.id)).status).toBe('published'));
    expect(space.mastodon.statuses.filter(({ content }) => content.status === text)).toHaveLength(1);
    expect((await events()).map(({ type }) => type)).toEqual([
      'social_account_connected',
      'social_draft_created',
      'social_post_scheduled',
      'social_post_cancelled',
      'social_post_scheduled',
      'social_post_published',
    ]);
  });

  test('eight concurrent posts of a planner get eight different times', async () => {
    const { call, connectMastodon, publish } = newSocialSpace(space);
    const { id: account } = await connectMastodon();
    const slots = ['monday', 'tuesday', 'wednesday'].map((weekday) => ({ weekday, time: '09:00' }));
    const planner = await call(social, 'create_planner', {
      name: 'Mornings',
      timezone: 'Europe/Berlin',
      slots: slots as never,
      account_ids: [account],
    });
    expect(planner).toMatchObject({ scheduled_count: 0, next_free_at: expect.any(String) });
    const posts = await Promise.all(Array.from({ length: 8 }, (_, n) => publish({ text: `Planned ${n}`, planner_id: planner.id })));
    const times = posts.map(({ scheduled_at }) => scheduled_at!).toSorted();
    expect(new Set(times).size).toBe(8);
    expect(times[0]).toBe(planner.next_free_at);
    const { data } = await call(social, 'list_planners', {});
    expect(data).toMatchObject([{ scheduled_count: 8 }]);
    expect(await call(social, 'get_planner', { id: planner.id })).toEqual(data[0]);
    await expect(call(social, 'create_planner', { name: 'x', timezone: 'Mars/Base', slots: slots as never })).rejects.toMatchObject({
      extras: { errors: [{ path: 'timezone' }] },
    });
    expect(await call(social, 'update_planner', { id: planner.id, name: 'Early' })).toMatchObject({ name: 'Early' });
    await call(social, 'delete_planner', { id: planner.id });
    await expect(call(social, 'get_planner', { id: planner.id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('analytics are read from the networks in the background and summed by network', async () => {
  const { call, connectMastodon, connectBluesky, publish, read } = newSocialSpace(space);
  const account_ids = [(await connectMastodon()).id, (await connectBluesky()).id];
  const { id } = await publish({ text: 'How was it?', account_ids });
  await eventually(async () => expect(await read(id)).toMatchObject({ status: 'published' }));
  expect(await call(social, 'analytics', {})).toMatchObject({ totals: { posts: 2, likes: 0 } });
  space.ports.clock.advance(600_000);
  await eventually(async () =>
    expect(await call(social, 'analytics', {})).toMatchObject({ totals: { posts: 2, likes: 8, reposts: 6, replies: 3 } }),
  );
  const bluesky = await call(social, 'analytics', { platform: 'bluesky', post_id: id });
  expect(bluesky).toMatchObject({
    totals: { posts: 1, likes: 5 },
    by_platform: [{ platform: 'bluesky', posts: 1 }],
    data: [{ post_id: id, text: 'How was it?', measured_at: expect.any(String) }],
  });
  const first = await call(social, 'analytics', { limit: 1 });
  const second = await call(social, 'analytics', { limit: 1, cursor: first.next_cursor! });
  expect(new Set([first, second].map(({ data }) => data[0]!.account_id))).toEqual(new Set(account_ids));
  expect(await call(social, 'analytics', { post_id: 'soc_none' })).toMatchObject({ totals: { posts: 0, likes: 0 }, data: [] });
});
