import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArgumentsOf } from '@space/contracts/core';
import { blogCollections, blogPosts, pages, pageVersions, sites, social } from '@space/contracts/publishing';
import { callAndUndo, startServices, type TestServices } from '@space/runtime/testing';
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
    const planned = await publish({ publish_at: later() });
    await planned.undo!();
    expect(await read()).toMatchObject({ status: 'unpublished', publish_at: null });
    const at = later();
    const published_slug = `soon-${Date.now()}`;
    await publish({ publish_at: at, published_slug });
    const cancelled = await publish({ publish_at: null });
    expect((await publish({ publish_at: null })).undo).toBeNull();
    await cancelled.undo!();
    expect(await read()).toMatchObject({ publish_at: at });
    const moved = await publish({ publish_at: new Date(Date.parse(at) + 60_000).toISOString() });
    expect((await moved.undo!()).before).toMatchObject({ publish_slug: null });
    expect(await read()).toMatchObject({ publish_at: at });
    expect((await publish({ publish_at: at, published_slug })).undo).toBeNull();
    const readdressed = await publish({ publish_at: at });
    expect((await readdressed.undo!()).before).toMatchObject({ publish_at: at, publish_slug: null });
    expect((await publish({ publish_at: at, published_slug })).undo).toBeNull();
    await publish();
    expect((await publish()).undo).toBeNull();
    expect((await publish({ publish: false, unpublish_at: null })).undo).toBeNull();
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
  const { published_at } = await call(blogPosts, 'get', { id });
  services.ports.clock.advance(1_000);
  await (await publish({ publish: false }))!();
  expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'published', published_at });
  await publish({ publish: false });
  await (await publish({ publish_at: later() }))!();
  expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'draft', publish_at: null });
  const at = later();
  await publish({ publish_at: at });
  await (await publish({ publish_at: null }))!();
  expect(await call(blogPosts, 'get', { id })).toMatchObject({ status: 'draft', publish_at: at });
  await publish({ publish_at: null });
  expect(await publish({ publish_at: null })).toBeNull();
  expect(await status()).toBe('draft');
});

/** Returns a resource without the fields that every change changes. */
const lasting = ({ updated_at: _time, ...fields }: Record<string, unknown>) => fields;

test('the undo call of a change of a site restores title, address, order and home page', async () => {
  const { call, site, page } = newSpace(services.ports);
  const { id, created } = await site('Engines');
  expect(created).toBe(true);
  const [one, two] = [await page('1', { site_id: id }), await page('2', { site_id: id })];
  const before = await call(sites, 'get', { id });
  const change = { title: 'Looms', nav_layout: 'none', slug: `looms-${Date.now()}`, page_ids: [two.id, one.id], home_page_id: two.id };
  const { output } = await callAndUndo(call, 'update_site', { id, ...change });
  expect(output).toMatchObject({
    ...change,
    before: { title: 'Engines', nav_layout: 'top', page_ids: [one.id, two.id], home_page_id: one.id },
  });
  expect(lasting(await call(sites, 'get', { id }))).toEqual(lasting(before));
  expect(await callAndUndo(call, 'update_site', { id, title: 'Engines' })).toMatchObject({ undo: null, output: { before: {} } });
});

test('the undo call of a creation deletes what was created, and nothing that existed', async () => {
  const { call, site } = newSpace(services.ports);
  await callAndUndo(call, 'create_site', { title: 'New' });
  expect((await call(sites, 'list', {})).data).toEqual([]);
  const first = await site('Old');
  expect(await callAndUndo(call, 'create_site', { title: 'OLD' })).toMatchObject({ undo: null, output: { id: first.id, created: false } });
  await callAndUndo(call, 'create_page', { title: 'New', site_id: first.id });
  expect((await call(pages, 'list', {})).data).toEqual([]);
  const base_slug = `engines-${Date.now()}`;
  await callAndUndo(call, 'create_blog_collection', { base_slug });
  expect((await call(blogCollections, 'list', {})).data).toEqual([]);
  const blog = await call(blogCollections, 'create', { base_slug });
  expect(await callAndUndo(call, 'create_blog_collection', { base_slug })).toMatchObject({ undo: null, output: { id: blog.id } });
  await callAndUndo(call, 'create_blog_post', { title: 'New', body_html: '<p>Text' });
  expect((await call(blogPosts, 'list', {})).data).toEqual([]);
});

test('the undo call of a change of a page restores its fields, and its document from a version', async () => {
  const { call, page, publish, site } = newSpace(services.ports);
  const { id } = await page('About', { layout_html: '<p>First' });
  const draft = await call(pages, 'get', { id });
  const change = { title: 'We', description: 'Who', indexed: false };
  expect((await callAndUndo(call, 'update_page', { id, ...change })).output).toMatchObject({
    ...change,
    before: { title: 'About', description: null, indexed: true },
    changed: ['title', 'description', 'indexed'],
  });
  expect(lasting(await call(pages, 'get', { id }))).toEqual(lasting(draft));
  await call(pages, 'update', { id, layout_html: '<p>Second' });
  await publish(id);
  const { output } = await callAndUndo(call, 'update_page', { id, title: 'Third', layout_html: '<p>Third' });
  expect(output).toMatchObject({ before: { title: 'About' }, changed: ['title', 'layout_html'], replaced_version: 2 });
  expect(await call(pages, 'get', { id })).toMatchObject({ title: 'About', layout_html: '<p>Second', has_unpublished_changes: false });
  await publish(id, { publish: true });
  await call(pages, 'update', { id, layout_html: '<p>Fourth' });
  await publish(id);
  expect(await callAndUndo(call, 'restore_page_version', { id, version: 2 })).toMatchObject({ output: { replaced_version: 4 } });
  expect((await call(pages, 'get', { id })).layout_html).toBe('<p>Fourth');
  const { id: site_id } = await site('Engines');
  await callAndUndo(call, 'update_page', { id, site_id, nav_label: 'Us' });
  expect(await call(pages, 'get', { id })).toMatchObject({ site_id: null, nav_label: null });
  await call(pages, 'update', { id, site_id });
  expect(await callAndUndo(call, 'update_page', { id, site_id: null })).toMatchObject({ undo: null });
  expect(await call(pageVersions, 'list', { id })).toMatchObject({
    data: [
      { version: 4, draft: false, published: true },
      { version: 3, draft: true, title: 'Third' },
      { version: 2, draft: false },
      { version: 1, draft: true },
    ],
  });
});

describe('undo of replacing a draft that was never published', () => {
  test('the undo call brings the draft back, and its own undo call the new document', async () => {
    const { call, page } = newSpace(services.ports);
    const { id } = await page('About', { layout_html: '<p>First' });
    const layout = async () => (await call(pages, 'get', { id })).layout_html;
    const { output } = await callAndUndo(call, 'update_page', { id, title: 'Us', layout_html: '<p>Second' });
    expect(output).toMatchObject({ before: { title: 'About' }, replaced_version: 1 });
    expect(await call(pages, 'get', { id })).toMatchObject({ title: 'About', layout_html: '<p>First' });
    expect((await call(pageVersions, 'list', { id })).data).toMatchObject([
      { version: 2, title: 'Us', draft: true, published: false },
      { version: 1, title: 'About', draft: true, published: false },
    ]);
    expect(await callAndUndo(call, 'restore_page_version', { id, version: 2 })).toMatchObject({ output: { replaced_version: 1 } });
    expect(await layout()).toBe('<p>First');
    expect((await call(pageVersions, 'list', { id })).data).toHaveLength(2);
  });

  test('a page that had no document has none after the undo call', async () => {
    const { call, page } = newSpace(services.ports);
    const { id } = await page('About', { layout_html: null });
    await callAndUndo(call, 'update_page', { id, layout_html: '<p>First' });
    expect(await call(pages, 'get', { id })).toMatchObject({ layout_html: null });
  });

  test('the second change after a publication has an undo call', async () => {
    const { call, live } = newSpace(services.ports);
    const { id } = await live('About', { layout_html: '<p>First' });
    await call(pages, 'update', { id, layout_html: '<p>Second' });
    expect(await callAndUndo(call, 'update_page', { id, layout_html: '<p>Third' })).toMatchObject({ output: { replaced_version: 2 } });
    expect((await call(pages, 'get', { id })).layout_html).toBe('<p>Second');
  });

  test('a draft that is published is no draft any more, and its number is that of the publication', async () => {
    const { call, page, publish, live } = newSpace(services.ports);
    const { id } = await page('About', { layout_html: '<p>First' });
    await callAndUndo(call, 'update_page', { id, layout_html: '<p>Second' });
    expect(await publish(id)).toMatchObject({ published_version: 1 });
    expect(await publish(id, { version: 2 })).toMatchObject({ published_version: 2, has_unpublished_changes: true });
    expect((await call(pageVersions, 'list', { id })).data).toMatchObject([{ draft: false, published: true }, { draft: false }]);
    const other = await live('Other');
    expect((await call(pageVersions, 'list', { id: other.id })).data).toMatchObject([{ version: 1, draft: false }]);
  });

  test('a page has its newest twenty replaced drafts, and they displace no published version', async () => {
    const { call, live } = newSpace(services.ports);
    const { id } = await live('About', { layout_html: '<p>0' });
    for (let n = 1; n <= 24; n++) await call(pages, 'update', { id, layout_html: `<p>${n}` });
    const { data } = await call(pageVersions, 'list', { id, limit: 100 });
    expect(data.map(({ version }) => version)).toEqual([...Array.from({ length: 20 }, (_, n) => 24 - n), 1]);
    expect(await call(pageVersions, 'get', { id, version: 24 })).toMatchObject({ layout_html: '<p>23' });
  });
});

test('the undo call of a change of a blog and of a post restores all fields', async () => {
  const { call, blog, post } = newBlogSpace(services.ports);
  const { id: collection_id } = await blog();
  const { id } = await post({ body_html: '<p>First', excerpt: 'In short' });
  const change = { title: 'New', slug: 'new', body_html: '<p>Second', excerpt: null, author: 'Ada' };
  const before = await call(blogPosts, 'get', { id });
  const { output } = await callAndUndo(call, 'update_blog_post', { id, ...change });
  expect(output).toMatchObject({ title: 'New', before: { body_html: '<p>First', excerpt: 'In short', author: null } });
  expect(output).not.toHaveProperty('body_html');
  expect(lasting(await call(blogPosts, 'get', { id }))).toEqual(lasting(before));
  const template_html = '<article>{{title}}{{body}}</article>';
  const whole = await call(blogCollections, 'get', { id: collection_id });
  await callAndUndo(call, 'update_blog_collection', { id: collection_id, template_html, language: 'de' });
  expect(lasting(await call(blogCollections, 'get', { id: collection_id }))).toEqual(lasting(whole));
});

test('the undo call of a change of a planner or a draft restores it', async () => {
  const { call } = newSpace(services.ports);
  const slots = [{ weekday: 'monday' as const, time: '09:00' }];
  const { id: planner } = await call(social, 'create_planner', { name: 'Mornings', timezone: 'Europe/London', slots });
  await callAndUndo(call, 'update_social_planner', { id: planner, name: 'Evenings', slots: [{ weekday: 'friday', time: '19:00' }] });
  expect((await call(social, 'list_planners', {})).data).toMatchObject([{ name: 'Mornings', slots }]);
  const { id } = await call(social, 'create_draft', { text: 'First', language: 'en' });
  await callAndUndo(call, 'update_social_draft', { id, text: 'Second', language: null });
  expect(await call(social, 'get_post', { id })).toMatchObject({ text: 'First', language: 'en' });
  await callAndUndo(call, 'create_social_draft', { text: 'Third' });
  await callAndUndo(call, 'create_social_planner', { name: 'Noon', timezone: 'UTC', slots });
  expect((await call(social, 'list_posts', {})).data.map(({ text }) => text)).toEqual(['First']);
  expect((await call(social, 'list_planners', {})).data).toHaveLength(1);
});
