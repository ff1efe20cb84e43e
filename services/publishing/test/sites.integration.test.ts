import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pages, sites } from '@space/contracts/publishing';
import { startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());
const space = () => newSpace(services.ports);

describe('site', () => {
  test('creating a site with an existing title in other letter case or spacing returns the existing site', async () => {
    const { site, events } = space();
    const first = await site('Analytical Engines', { nav_layout: 'sidebar' });
    expect(first).toMatchObject({ nav_layout: 'sidebar', home_page_id: null, page_ids: [] });
    expect(first.url).toMatch(/\/s\/analytical-engines(-\w+)?\/$/);
    expect(await site('  analytical   ENGINES', { nav_layout: 'none' })).toEqual({ ...first, created: false });
    expect((await events()).map(({ type }) => type)).toEqual(['site_created']);
  });

  test('fifty concurrent creates of one title return one site', async () => {
    const { site, call, events } = space();
    const all = await Promise.all(Array.from({ length: 50 }, () => site('Race')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await call(sites, 'list', {})).data).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  test('sites with the same title in two Spaces have two addresses', async () => {
    const [one, other] = await Promise.all([space().site('Same'), space().site('Same')]);
    expect(one!.id).not.toBe(other!.id);
    expect(one!.url).not.toBe(other!.url);
  });

  test('renaming a site to the title of another site is refused with the id of that site', async () => {
    const { site, call } = space();
    const { id } = await site('One');
    const other = await site('Two');
    expect(await refusal(call(sites, 'update', { id: other.id, title: 'ONE' }))).toMatchObject({
      code: 'duplicate',
      extras: { existing_id: id },
    });
    expect(await call(sites, 'update', { id: other.id, title: 'TWO' })).toMatchObject({ title: 'TWO' });
  });

  test('the first attached page is the home page, and the next one when it leaves', async () => {
    const { site, page, call } = space();
    const { id } = await site('Engines');
    const [one, two, three] = [await page('1', { site_id: id }), await page('2', { site_id: id }), await page('3', { site_id: id })];
    expect(await call(sites, 'get', { id })).toMatchObject({ home_page_id: one.id, page_ids: [one.id, two.id, three.id] });
    expect([one.is_home, two.is_home]).toEqual([true, false]);
    await call(pages, 'delete', { id: one.id });
    expect(await call(sites, 'get', { id })).toMatchObject({ home_page_id: two.id, page_ids: [two.id, three.id] });
    await call(pages, 'update', { id: two.id, site_id: null });
    expect(await call(sites, 'get', { id })).toMatchObject({ home_page_id: three.id, page_ids: [three.id] });
  });

  test('ten concurrently attached pages give the site one home page', async () => {
    const { site, page, call } = space();
    const { id } = await site('Engines');
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => page(String(n), { site_id: id })));
    const { home_page_id, page_ids } = await call(sites, 'get', { id });
    expect([...page_ids].sort()).toEqual(made.map((one) => one.id).sort());
    expect(home_page_id).toBe(page_ids[0]);
  });

  test('page_ids reorders the pages, home_page_id changes the home page, and foreign ids are refused', async () => {
    const { site, page, call, events } = space();
    const { id } = await site('Engines');
    const one = await page('1', { site_id: id });
    const two = await page('2', { site_id: id });
    const page_ids = [two.id, one.id];
    expect(await call(sites, 'update', { id, page_ids, home_page_id: two.id })).toMatchObject({ page_ids, home_page_id: two.id });
    expect((await events()).at(-1)).toMatchObject({ type: 'site_updated', data: { changed: ['home_page_id', 'page_ids'] } });
    for (const bad of [[one.id], [one.id, one.id]])
      expect(await refusal(call(sites, 'update', { id, page_ids: bad }))).toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'page_ids' }] },
      });
    expect(await refusal(call(sites, 'update', { id, page_ids: [one.id, two.id, 'pag_x'], home_page_id: 'pag_x' }))).toMatchObject({
      code: 'unresolved_reference',
      extras: { errors: [{ path: 'page_ids.2' }, { path: 'home_page_id' }] },
    });
  });

  test('a site with pages is deleted only with with_pages', async () => {
    const { site, live, call, events, visitor } = space();
    const { id, url } = await site('Engines');
    const page = await live('1', { site_id: id });
    expect(await refusal(call(sites, 'delete', { id }))).toMatchObject({ code: 'conflict', message: expect.stringContaining('a page') });
    await call(sites, 'delete', { id, with_pages: true });
    expect((await events()).slice(-2)).toMatchObject([
      { type: 'page_deleted', data: { page_id: page.id, site: 'Engines' } },
      { type: 'site_deleted', data: { site_id: id, pages: 1 } },
    ]);
    for (const address of [url, page.url!]) expect((await visitor.get(address)).status).toBe(410);
    expect(await refusal(call(pages, 'get', { id: page.id }))).toMatchObject({ code: 'not_found' });
  });
});

describe('second page without a site', () => {
  const MINUTE = 60_000;
  test.each([
    ['nine minutes later is refused', 9 * MINUTE, {}, 'standalone_page'],
    ['nine minutes later with standalone true is created', 9 * MINUTE, { standalone: true }, undefined],
    ['nine minutes later with standalone false is refused', 9 * MINUTE, { standalone: false }, 'standalone_page'],
    ['eleven minutes later is created', 11 * MINUTE, {}, undefined],
    ['immediately, with a site, is created', 0, 'site', undefined],
  ])('a second standalone page %s', async (_when, later, more, code) => {
    const { call, site } = space();
    await call(pages, 'create', { title: 'First' });
    services.ports.clock.advance(later);
    const place = more === 'site' ? { site_id: (await site('Engines')).id } : (more as object);
    const second = await call(pages, 'create', { title: 'Second', ...place }).catch((problem) => problem);
    expect(second.code).toBe(code);
    if (code) expect([second.status, second.message]).toEqual([409, expect.stringMatching(/site_id.*standalone true/)]);
  });

  test('pages of sites, of other Spaces, and pages that joined a site do not block a standalone page', async () => {
    const { call, site, page } = space();
    await space().page('Elsewhere');
    const { id: site_id } = await site('Engines');
    await page('Of a site', { site_id });
    const { id } = await call(pages, 'create', { title: 'First' });
    await call(pages, 'update', { id, site_id });
    await call(pages, 'create', { title: 'Second' });
  });

  test('of ten concurrent standalone pages one is created', async () => {
    const { call } = space();
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => call(pages, 'create', { title: String(n) })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a page with site_id and standalone true is refused', async () => {
    const { site, call } = space();
    const { id: site_id } = await site('Engines');
    expect(await refusal(call(pages, 'create', { title: 'Both', site_id, standalone: true }))).toMatchObject({ code: 'invalid' });
  });
});
