import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArgumentsOf } from '@space/contracts/core';
import { blogPosts, pages } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

const later = () => new Date(services.ports.clock.now() + 3_600_000).toISOString();

type Publish = (typeof pages)['operations']['publish'];
type PublishPost = (typeof blogPosts)['operations']['publish'];

/** Creates a page; `publish` publishes it and returns the call that undoes it, or null. */
async function aPage() {
  const here = newSpace(services.ports);
  const { id } = await here.page('About', { layout_html: '<p>First' });
  const publish = async (args: Partial<ArgumentsOf<Publish>> = {}) => {
    const output = await here.publish(id, args);
    const undo = pages.operations.publish.undo!(pages.operations.publish.input.parse({ id, ...args }), output);
    return { output, undo: undo && (() => here.publish(id, undo.arguments)) };
  };
  const edit = (layout_html: string) => here.call(pages, 'update', { id, layout_html });
  const seen = async () => {
    const { url } = await here.call(pages, 'get', { id });
    return url && /<p>\w+/.exec(String((await here.visitor.get(url)).body))![0];
  };
  return { publish, edit, seen, read: () => here.call(pages, 'get', { id }) };
}

describe('undo of publishing a page', () => {
  test('the undo call of publishing a page restores its visibility, version and address', async () => {
    const { publish, edit, seen, read } = await aPage();
    const first = await publish({ published_slug: `about-${Date.now()}` });
    await first.undo!();
    expect(await seen()).toBeNull();
    await publish();
    await edit('<p>Second');
    const second = await publish({ published_slug: `we-${Date.now()}` });
    expect(await seen()).toBe('<p>Second');
    await second.undo!();
    expect(await seen()).toBe('<p>First');
    expect(await read()).toMatchObject({ published_slug: first.output.published_slug, layout_html: '<p>Second' });
  });

  test('the undo call of unpublishing a page publishes the version that was shown', async () => {
    const { publish, edit, seen } = await aPage();
    await publish();
    await edit('<p>Draft');
    const down = await publish({ publish: false });
    expect(await seen()).toBeNull();
    await down.undo!();
    expect(await seen()).toBe('<p>First');
  });

  test('the undo call of a schedule does not publish or unpublish the page', async () => {
    const { publish, read } = await aPage();
    const planned = await publish({ scheduled_at: later() });
    await planned.undo!();
    expect(await read()).toMatchObject({ status: 'unpublished', publish_at: null });
    await publish({ scheduled_at: later() });
    expect((await publish({ scheduled_at: null })).undo).toBeNull();
    await publish();
    expect((await publish()).undo).toBeNull();
    expect((await publish({ publish: false, scheduled_at: null })).undo).toBeNull();
    expect(await read()).toMatchObject({ status: 'published' });
  });
});

test('the undo call of publishing a post exists only where one call restores the state', async () => {
  const { call, blog, post } = newBlogSpace(services.ports);
  await blog();
  const { id } = await post();
  const publish = async (args: Partial<ArgumentsOf<PublishPost>> = {}) => {
    const output = await call(blogPosts, 'publish', { id, ...args });
    const undo = blogPosts.operations.publish.undo!(blogPosts.operations.publish.input.parse({ id, ...args }), output);
    return undo && (() => call(blogPosts, 'publish', undo.arguments as never));
  };
  const status = async () => (await call(blogPosts, 'get', { id })).status;
  await (await publish())!();
  expect(await status()).toBe('draft');
  await publish();
  expect(await publish()).toBeNull();
  await (await publish({ publish: false }))!();
  expect(await status()).toBe('published');
  await publish({ publish: false });
  await (await publish({ scheduled_at: later() }))!();
  expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'draft', publish_at: null });
  await publish({ scheduled_at: later() });
  expect(await publish({ scheduled_at: null })).toBeNull();
  expect(await status()).toBe('draft');
});
