import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pages, pageVersions } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());
const space = () => newSpace(services.ports);

const HTML =
  '<!doctype html>\r\n<html lang="en">\n<head><title>Own</title></head>\n<body class="x">\n<h1>Grüße &amp; more 🚂</h1>\n<p>unclosed\n</body>\n</html>\n';

describe('page', () => {
  test('layout_html is returned byte for byte as it was sent', async () => {
    const { call, page, site, publish } = space();
    const { id: site_id } = await site('Engines');
    const { id } = await page('About us', { site_id, layout_html: HTML });
    expect((await call(pages, 'get', { id })).layout_html).toBe(HTML);
    const other = '<p>\tfragment </b> &nbsp; <!-- x --> \u2028';
    for (const written of [await call(pages, 'update', { id, layout_html: other }), await publish(id)])
      expect(written).not.toHaveProperty('layout_html');
    expect((await call(pages, 'get', { id })).layout_html).toBe(other);
  });

  test('a new page is not published and returns its place in its site', async () => {
    const { page } = space();
    expect(await page('Über uns!')).toMatchObject({
      title: 'Über uns!',
      description: null,
      recognized: { forms: [], booking_pages: [], shared_views: [] },
      warnings: [],
      standalone: true,
      site_id: null,
      is_home: false,
      status: 'unpublished',
      url: null,
      published_slug: null,
      published_version: null,
      has_unpublished_changes: false,
      show_in_nav: true,
      indexed: true,
    });
  });

  test('a changed page is shown as it was published', async () => {
    const { call, live, visitor, publish } = space();
    const { id, url } = await live('About', { layout_html: '<p>First' });
    const changed = await call(pages, 'update', { id, layout_html: '<p>Second' });
    expect(changed).toMatchObject({ has_unpublished_changes: true, published_version: 1 });
    expect((await visitor.get(url!)).body).toContain('<p>First');
    expect(await publish(id)).toMatchObject({ has_unpublished_changes: false, published_version: 2 });
    expect((await visitor.get(url!)).body).toContain('<p>Second');
  });

  test('publishing a page again without a change makes no version and no event', async () => {
    const { live, publish, events } = space();
    const { id } = await live('About');
    expect((await publish(id)).published_version).toBe(1);
    expect((await events()).map(({ type }) => type)).toEqual(['page_created', 'page_published']);
  });

  test('publish with version shows an earlier version, and restore brings its content back', async () => {
    const { call, live, publish, visitor } = space();
    const { id, url } = await live('One', { layout_html: '<p>First' });
    await call(pages, 'update', { id, title: 'Two', layout_html: '<p>Second' });
    await publish(id);
    expect(await publish(id, { version: 1 })).toMatchObject({ published_version: 1, title: 'Two', has_unpublished_changes: true });
    expect((await visitor.get(url!)).body).toContain('<p>First');
    expect(await call(pageVersions, 'restore', { id, version: 1 })).toMatchObject({
      title: 'One',
      has_unpublished_changes: false,
    });
    expect((await call(pages, 'get', { id })).layout_html).toBe('<p>First');
    expect((await publish(id)).published_version).toBe(1);
    expect((await call(pageVersions, 'list', { id })).data).toMatchObject([
      { version: 2, title: 'Two', published: false },
      { version: 1, title: 'One', published: true },
    ]);
    expect(await call(pageVersions, 'get', { id, version: 2 })).toMatchObject({ layout_html: '<p>Second' });
    await call(pages, 'update', { id, layout_html: '<p>Third' });
    expect((await publish(id)).published_version).toBe(3);
    expect(await refusal(publish(id, { version: 9 }))).toMatchObject({ code: 'not_found' });
    expect(await refusal(call(pageVersions, 'get', { id, version: 9 }))).toMatchObject({ code: 'not_found' });
  });

  test('a page keeps its newest hundred versions and the published one', async () => {
    const { call, live, publish } = space();
    const { id } = await live('1');
    for (let n = 2; n <= 103; n++) {
      await call(pages, 'update', { id, title: String(n) });
      await publish(id);
    }
    const { total } = await call(pageVersions, 'list', { id, include_total: true });
    expect(total).toBe(100);
    expect(await refusal(call(pageVersions, 'get', { id, version: 3 }))).toMatchObject({ code: 'not_found' });
  });

  test('page events carry ids and names', async () => {
    const { call, site, page, publish, events, caller } = space();
    const { id: site_id } = await site('Engines');
    const { id } = await page('About', { site_id });
    await call(pages, 'update', { id, title: 'About us', show_in_nav: false });
    await publish(id);
    await publish(id, { publish: false });
    await call(pages, 'delete', { id });
    const about = { page_id: id, page: 'About us', site_id, site: 'Engines', actor: caller.actor };
    expect((await events()).slice(1)).toMatchObject([
      { type: 'page_created', data: { ...about, page: 'About' } },
      { type: 'page_updated', data: { ...about, changed: ['title', 'show_in_nav'] } },
      { type: 'page_published', data: { ...about, version: 1, url: expect.stringContaining('/s/engines') } },
      { type: 'page_unpublished', data: about },
      { type: 'page_deleted', data: about },
    ]);
  });

  test('If-Match prevents two concurrent changes of a page from overwriting each other', async () => {
    const { call, page } = space();
    const { id } = await page('About');
    const { etag } = await call.whole(pages, 'get', { id });
    const both = await Promise.allSettled(['One', 'Two'].map((title) => call(pages, 'update', { id, title }, { if_match: etag! })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('fields that cannot be combined', () => {
  test.each([
    ['a slug for a page taken down', { publish: false, published_slug: 'x' }, 'published_slug'],
    ['a version for a page taken down', { publish: false, version: 1 }, 'version'],
    ['a version at a time', { version: 1, publish_at: '2099-01-01T00:00:00Z' }, 'version'],
    ['a time of publication for a page taken down', { publish: false, publish_at: '2099-01-01T00:00:00Z' }, 'publish_at'],
    ['a time to take it down for a page published', { unpublish_at: '2099-01-01T00:00:00Z' }, 'unpublish_at'],
    ['a time to take it down that has passed', { publish: false, unpublish_at: '2020-01-01T00:00:00Z' }, 'unpublish_at'],
    ['a time that has passed', { publish_at: '2020-01-01T00:00:00Z' }, 'publish_at'],
    ['a slug of an invalid form', { published_slug: 'Über uns' }, 'published_slug'],
  ])('publishing with %s is refused', async (_what, more, path) => {
    const { page, publish } = space();
    const { id } = await page('About');
    expect(await refusal(publish(id, more))).toMatchObject({ code: 'invalid', extras: { errors: [{ path }] } });
  });

  test('site_id of another Space is refused', async () => {
    const { id: site_id } = await space().site('Theirs');
    const { page } = space();
    expect(await refusal(page('Mine', { site_id }))).toMatchObject({
      code: 'unresolved_reference',
      extras: { errors: [{ path: 'site_id' }] },
    });
  });
});

describe('a document that is too complex', () => {
  test.each([
    ['of formatting that is never closed', Array.from({ length: 1_500 }, (_, n) => `<b a${n}>`).join('') + '<p>'.repeat(2_000)],
    ['that nests without end', '<div>'.repeat(100_000)],
    ['of one element with a hundred thousand attributes', `<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}`).join(' ')}>`],
  ])('%s is refused or parsed within the time limit', async (_what, layout_html) => {
    const { page, call } = space();
    const made = await page('Hostile', { layout_html }).catch((problem) => problem);
    expect(['invalid', undefined]).toContain(made.code);
    expect((await call(pages, 'list', {})).data.length).toBeLessThan(2);
  });
});
