import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blogPosts } from '@space/contracts/publishing';
import { sql } from '@space/database';
import { eventually, FakeClock, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { z } from 'zod';
import { publishingService } from '../src/service.ts';
import { newBlogSpace, pathOf } from './fixtures/blog-space.ts';
import { kill, startProcess } from './fixtures/publishing-process.ts';

describe('scheduled post', () => {
  let space: TestServices;
  beforeAll(async () => {
    space = await startServices([publishingService]);
  });
  afterAll(() => space.stop());
  const inMs = (ms: number) => new Date(space.ports.clock.now() + ms).toISOString();

  test('a scheduled post is published and unpublished at its times, on behalf of the actor who scheduled it', async () => {
    const { blog, post, call, visitor, events, caller } = newBlogSpace(space.ports);
    await blog();
    const { id, url } = await post();
    expect(await call(blogPosts, 'publish', { id, publish_at: inMs(60_000) })).toMatchObject({
      status: 'draft',
      publish_at: inMs(60_000),
    });
    await call(blogPosts, 'publish', { id, publish: false, unpublish_at: inMs(120_000) });
    expect((await visitor.open(pathOf(url))).status).toBe(404);
    space.ports.clock.advance(60_000);
    await eventually(async () => expect((await visitor.open(pathOf(url))).status).toBe(200), { timeout: 15_000 });
    expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'published', publish_at: null, unpublish_at: inMs(60_000) });
    space.ports.clock.advance(60_000);
    await eventually(async () => expect((await visitor.open(pathOf(url))).status).toBe(404), { timeout: 15_000 });
    expect((await events()).slice(2).map(({ type, data }) => [type, (data.actor as { id: string }).id])).toEqual(
      ['blog_post_publish_scheduled', 'blog_post_publish_scheduled', 'blog_post_published', 'blog_post_unpublished'].map((type) => [
        type,
        caller.key_id,
      ]),
    );
  });

  test('a post whose two times passed while no process ran ends as a draft', async () => {
    const { blog, post, call, visitor, events } = newBlogSpace(space.ports);
    await blog();
    const posts = await Promise.all(Array.from({ length: 6 }, () => post()));
    for (const { id } of posts) {
      await call(blogPosts, 'publish', { id, publish_at: inMs(60_000) });
      await call(blogPosts, 'publish', { id, publish: false, unpublish_at: inMs(120_000) });
    }
    space.ports.clock.advance(180_000);
    for (const { id, url } of posts) {
      await eventually(
        async () => expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'draft', publish_at: null, unpublish_at: null }),
        { timeout: 15_000 },
      );
      expect((await visitor.open(pathOf(url))).status).toBe(404);
      expect(
        (await events())
          .filter(({ data }) => data.post_id === id)
          .map(({ type }) => type)
          .slice(-2),
      ).toEqual(['blog_post_published', 'blog_post_unpublished']);
    }
  });

  test('the schedule of a Space with many due posts leaves another Space its turn', async () => {
    const [flood, quiet] = [newBlogSpace(space.ports), newBlogSpace(space.ports)];
    for (const { blog } of [flood, quiet]) await blog();
    const posts = await Promise.all(Array.from({ length: 45 }, () => flood.post()));
    for (const { id } of posts) await flood.call(blogPosts, 'publish', { id, publish_at: inMs(60_000) });
    const { id } = await quiet.post();
    await quiet.call(blogPosts, 'publish', { id, publish_at: inMs(90_000) });
    space.ports.clock.advance(120_000);
    await eventually(async () => expect(await quiet.call(blogPosts, 'get', { id })).toMatchObject({ status: 'published' }), {
      timeout: 15_000,
    });
    await eventually(
      async () => expect((await flood.events()).filter(({ type }) => type === 'blog_post_published')).toHaveLength(posts.length),
      { timeout: 30_000 },
    );
    // The number of a row in the outbox is its place in the order in which the posts were published.
    const before = await space.ports.database.oneFirst(sql.type(z.object({ count: z.number() }))`
      select count(*) from publishing.outbox as o
      where o.type = 'blog_post_published' and o.space_id = ${flood.caller.space_id}
        and o.seq < (select q.seq from publishing.outbox as q where q.type = o.type and q.space_id = ${quiet.caller.space_id})`);
    expect(before).toBeLessThanOrEqual(20);
  });

  test('a post that fails to be published does not block other posts', async () => {
    const { blog, post, call } = newBlogSpace(space.ports);
    await blog();
    const [stuck, next] = [await post({ title: 'Stuck' }), await post()];
    await space.ports.database.query(sql.typeAlias('void')`
      create function publishing.refuse_stuck() returns trigger language plpgsql
      as 'begin if old.title = ''Stuck'' then raise exception ''stuck''; end if; return new; end'`);
    await call(blogPosts, 'publish', { id: stuck.id, publish_at: inMs(1_000) });
    await call(blogPosts, 'publish', { id: next.id, publish_at: inMs(2_000) });
    await space.ports.database.query(sql.typeAlias('void')`
      create trigger stuck before update on publishing.post for each row execute function publishing.refuse_stuck()`);
    space.ports.clock.advance(3_000);
    await eventually(async () => expect(await call(blogPosts, 'get', { id: next.id })).toMatchObject({ status: 'published' }), {
      timeout: 15_000,
    });
    expect(await call(blogPosts, 'get', { id: stuck.id })).toMatchObject({ status: 'draft' });
    await space.ports.database.query(sql.typeAlias('void')`drop trigger stuck on publishing.post`);
    space.ports.clock.advance(10_000);
    await eventually(async () => expect(await call(blogPosts, 'get', { id: stuck.id })).toMatchObject({ status: 'published' }), {
      timeout: 15_000,
    });
  });

  test('a post stays a draft when its schedule is cancelled, and a time without effect is refused', async () => {
    const { blog, post, call } = newBlogSpace(space.ports);
    await blog();
    const { id } = await post();
    await call(blogPosts, 'publish', { id, publish_at: inMs(1_000) });
    expect(await call(blogPosts, 'publish', { id, publish_at: null })).toMatchObject({ publish_at: null });
    space.ports.clock.advance(2_000);
    for (const args of [
      { publish_at: inMs(-1) },
      { publish: false, unpublish_at: inMs(1_000) },
      { publish_at: '+275760-09-13T00:00:00.000Z' },
      { publish: false, publish_at: inMs(1_000) },
      { unpublish_at: inMs(1_000) },
    ])
      await expect(call(blogPosts, 'publish', { id, ...args })).rejects.toMatchObject({ code: 'invalid' });
    expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'draft' });
  });
});

test('posts that become due while processes are killed are published once each', async () => {
  const ports = await testPorts({ clock: new FakeClock() });
  const space = await startServices([publishingService], ports);
  const { blog, post, call, caller } = newBlogSpace(ports);
  await blog();
  const posts = await Promise.all(Array.from({ length: 24 }, (_, n) => post({ title: `Post ${n}` })));
  const first = Date.now() + 4_000;
  ports.clock.set(Date.now());
  await Promise.all(posts.map(({ id }, n) => call(blogPosts, 'publish', { id, publish_at: new Date(first + n * 150).toISOString() })));
  // The child processes use the machine's clock. The clock of this process is stopped, so it publishes nothing.
  let [one, other] = await Promise.all([startProcess(ports.url), startProcess(ports.url)]);
  await delay(Math.max(0, first + 700 - Date.now()));
  await kill(one);
  await delay(500);
  await kill(other);
  [one, other] = await Promise.all([startProcess(ports.url), startProcess(ports.url)]);
  try {
    await eventually(async () => expect((await call(blogPosts, 'list', { status: 'published', limit: 100 })).data).toHaveLength(24), {
      timeout: 30_000,
    });
    const events = await ports.database.any(sql.type(z.object({ id: z.string(), n: z.number() }))`
      select body::json->'data'->>'post_id' as id, count(*) as n from publishing.outbox
      where space_id = ${caller.space_id} and type = 'blog_post_published' group by 1`);
    expect(events).toHaveLength(24);
    expect(events.filter(({ n }) => n !== 1)).toEqual([]);
  } finally {
    await Promise.all([kill(one), kill(other)]);
    await space.stop();
  }
});
