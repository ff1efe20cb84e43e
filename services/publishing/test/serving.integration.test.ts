import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentSitemaps } from '@space/contracts/documents';
import { pages, sitePages, sites } from '@space/contracts/publishing';
import { sql } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices } from '@space/runtime/testing';
import { SaxesParser } from 'saxes';
import { publishingService } from '../src/service.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

/** Library, of which publishing asks how many documents are published. */
const library: Service = {
  name: 'library',
  schema: 'publishing',
  emits: false,
  open: () => ({
    serves: [serving(documentSitemaps, { count: async () => ({ count: 20_001, published_at: '2027-01-01T00:00:00.000Z' }) })],
  }),
};

let services: TestServices;
beforeAll(async () => {
  services = await startServices([library, publishingService]);
});
afterAll(() => services.stop());
const space = () => newSpace(services.ports);

let count = 0;
/** Returns a slug that no other test uses, since all Spaces share the addresses. */
const fresh = (name: string) => `${name}-${++count}`;

test('the navigation of a site is in the language of the document, otherwise in that of the visitor', async () => {
  const { site, live, call, visitor } = space();
  const { id, url } = await site(fresh('Languages'));
  const german = await live('Start', { site_id: id, layout_html: '<!doctype html><html lang="de-AT"><body><p>Hallo</p></body></html>' });
  const plain = await live('Plain', { site_id: id });
  expect((await visitor.get(german.url!)).body).toContain('<summary>Menü</summary>');
  expect((await visitor.get(plain.url!)).body).toContain('<summary>Menu</summary>');
  const parts = { path: '/', visitor: 'anybody', locale: 'es', site_slug: new URL(url).pathname.split('/')[2]! };
  const spanish = await call(sitePages, 'page', { ...parts, slug: new URL(plain.url!).pathname.split('/')[3]! });
  expect(spanish.body).toContain('<html lang="es">');
  expect(spanish.body).toContain('<summary>Menú</summary>');
});

describe('page address', () => {
  test('a slug is made from the title, with a number when it is taken', async () => {
    const title = fresh('Crème brûlée');
    const first = await space().live(title);
    const second = await space().live(title);
    expect(first.url).toMatch(/\/p\/creme-brulee-\d+$/);
    expect(second.url).toBe(`${first.url}-2`);
  });

  test('an address that a page has left redirects to its present one after any number of moves', async () => {
    const { live, publish, visitor } = space();
    const { id, url } = await live('Moves');
    const [b, c] = [fresh('b'), fresh('c')];
    const there = await publish(id, { published_slug: b });
    const now = await publish(id, { published_slug: c });
    for (const old of [url!, there.url!]) expect(await visitor.get(old)).toMatchObject({ status: 308, headers: { Location: now.url } });
    expect((await visitor.get(now.url!)).status).toBe(200);
    const back = await publish(id, { published_slug: b });
    expect(await visitor.get(now.url!)).toMatchObject({ status: 308, headers: { Location: back.url } });
    expect((await visitor.get(back.url!)).status).toBe(200);
  });

  test('the address of a page answers 404 while it is unpublished, and 410 after it was deleted', async () => {
    const { live, publish, visitor, call } = space();
    const { id, url } = await live('Goes');
    const moved = await publish(id, { published_slug: fresh('goes') });
    await publish(id, { publish: false });
    for (const address of [url!, moved.url!]) expect((await visitor.get(address)).status).toBe(404);
    await call(pages, 'delete', { id });
    for (const address of [url!, moved.url!]) expect((await visitor.get(address)).status).toBe(410);
    expect((await visitor.open('standalone', { slug: 'never-was' })).status).toBe(404);
  });

  test('an address that a page has left can be claimed by a page of the same Space only', async () => {
    const { live, publish, page, visitor, call } = space();
    const slug = fresh('taken');
    const { id } = await live('One');
    await publish(id, { published_slug: slug });
    const other = await page('Two');
    expect(await refusal(publish(other.id, { published_slug: slug }))).toMatchObject({ code: 'duplicate', status: 409 });
    await publish(id, { published_slug: fresh('left') });
    const stranger = await space().page('Theirs');
    expect(await refusal(space().publish(stranger.id, { published_slug: slug }))).toMatchObject({ code: 'not_found' });
    const theirs = space();
    const { id: theirId } = await theirs.page('Theirs');
    expect(await refusal(theirs.publish(theirId, { published_slug: slug }))).toMatchObject({ code: 'duplicate' });
    const { url } = await publish(other.id, { published_slug: slug });
    expect((await visitor.get(url!)).body).toContain('<h1>Two</h1>');
    await call(pages, 'delete', { id: other.id });
    expect(await refusal(theirs.publish(theirId, { published_slug: slug }))).toMatchObject({ code: 'duplicate' });
    expect((await publish(id, { published_slug: slug })).url).toBe(url);
  });

  test('of ten concurrent claims of one address one succeeds', async () => {
    const { page, publish, visitor } = space();
    const slug = fresh('wanted');
    const made = await Promise.all(Array.from({ length: 10 }, (_, n) => page(`Page ${n}`)));
    const all = await Promise.allSettled(made.map(({ id }) => publish(id, { published_slug: slug })));
    const winners = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(winners).toHaveLength(1);
    expect((await visitor.get(winners[0]!.url!)).body).toContain(`<h1>${winners[0]!.title}</h1>`);
  });
});

describe('site', () => {
  test('a site shows its home page at its address, and its pages below with its navigation', async () => {
    const { site, live, visitor } = space();
    const { id: site_id, url } = await site(fresh('Engines'));
    const home = await live('Welcome', { site_id, layout_html: '<body>Home' });
    const about = await live('About us', { site_id, layout_html: '<body>About' });
    await live('Hidden', { site_id, show_in_nav: false });
    expect([home.url, about.url]).toEqual([url, `${url}about-us`]);
    const shown = await visitor.get(url);
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8', ETag: expect.stringMatching(/^".+"$/) },
    });
    expect(shown.body).toContain(`<a href="${url}" aria-current="page">Welcome</a>`);
    expect(shown.body).toContain(`<a href="${url}about-us">About us</a>`);
    expect(shown.body).not.toContain('Hidden');
    expect((await visitor.get(about.url!)).body).toContain(`<a href="${url}about-us" aria-current="page">About us</a>`);
    expect(await visitor.get(url.slice(0, -1))).toMatchObject({ status: 308, headers: { Location: url } });
    expect(await visitor.get(`${url}welcome`)).toMatchObject({ status: 308, headers: { Location: url } });
    expect((await visitor.get(`${url}nothing`)).status).toBe(404);
  });

  test('a site shows its first published page while its home page is not published, and 404 before there is one', async () => {
    const { site, page, live, visitor } = space();
    const { id: site_id, url } = await site(fresh('Engines'));
    await page('Draft', { site_id });
    expect((await visitor.get(url)).status).toBe(404);
    await live('Second', { site_id });
    expect((await visitor.get(url)).body).toContain('<h1>Second</h1>');
  });

  test('the navigation of a large site shows the current page and links to a list of all', async () => {
    const { site, live, visitor } = space();
    const { id: site_id, url, slug } = await site(fresh('Engines'));
    const made = [];
    for (let n = 0; n < 55; n++) made.push(await live(`Page ${n}`, { site_id }));
    await live('Hidden', { site_id, show_in_nav: false });
    const linked = (body: string) => [...body.split('<details>')[0]!.matchAll(/<li><a href="([^"]+)"/g)].map(([, address]) => address);
    const first = linked((await visitor.get(made[3]!.url!)).body);
    expect(first).toEqual([...made.slice(0, 49).map((page) => page.url), `${url}-/pages`]);
    const late = await visitor.get(made[52]!.url!);
    expect(linked(late.body)).toEqual([...made.slice(0, 48).map((page) => page.url), made[52]!.url, `${url}-/pages`]);
    expect(late.body).toContain(`<a href="${made[52]!.url}" aria-current="page">`);
    const all = await visitor.open('all_pages', { site_slug: slug });
    expect(all).toMatchObject({ status: 200, tags: [`site:${site_id}`], headers: { ETag: expect.stringMatching(/^".+"$/) } });
    expect(linked(all.body)).toEqual(made.map((page) => page.url));
    expect((await visitor.open('all_pages', { site_slug: 'no-such-site' })).status).toBe(404);
  });

  test('old addresses of a site redirect, and its navigation changes immediately', async () => {
    const { site, live, visitor, call } = space();
    const { id, url } = await site(fresh('Engines'));
    await live('Home', { site_id: id });
    const page = await live('About', { site_id: id });
    const slug = fresh('moved');
    const moved = await call(sites, 'update', {
      id,
      slug,
      title: 'New & better',
      nav_layout: 'sidebar',
      logo_url: 'https://example.com/l.png',
    });
    expect(await visitor.get(url)).toMatchObject({ status: 308, headers: { Location: moved.url } });
    expect(await visitor.get(page.url!)).toMatchObject({ status: 308, headers: { Location: `${moved.url}about` } });
    const { body } = await visitor.get(`${moved.url}about`);
    expect(body).toContain('<img src="https://example.com/l.png" alt=""><span>New &amp; better</span>');
    await call(sites, 'update', { id, nav_layout: 'none' });
    expect((await visitor.get(`${moved.url}about`)).body).not.toContain('site-navigation');
    expect(await refusal(space().call(sites, 'update', { id, slug: 'x' }))).toMatchObject({ code: 'not_found' });
    const other = space();
    const theirs = await other.site('Theirs');
    expect(await refusal(other.call(sites, 'update', { id: theirs.id, slug }))).toMatchObject({ code: 'duplicate' });
  });

  test('the old address of a page that left its site redirects to the new one', async () => {
    const { site, live, visitor, call } = space();
    const { id: site_id } = await site(fresh('Engines'));
    await live('Home', { site_id });
    const { id, url } = await live(fresh('Leaver'), { site_id });
    const alone = await call(pages, 'update', { id, site_id: null });
    expect(await visitor.get(url!)).toMatchObject({ status: 308, headers: { Location: alone.url } });
    const back = await call(pages, 'update', { id, site_id });
    expect(back.url).toBe(url);
    expect(await visitor.get(alone.url!)).toMatchObject({ status: 308, headers: { Location: url } });
  });
});

describe('public page', () => {
  test('a public page runs in a sandbox without an origin and is revalidated each time', async () => {
    const { live, visitor } = space();
    const { url } = await live(fresh('Page'), { layout_html: '<script>1</script>', indexed: false });
    const { headers } = await visitor.get(url!);
    expect(headers['Content-Security-Policy']).toMatch(/^sandbox [a-z -]*allow-scripts[a-z -]*;/);
    expect(headers['Content-Security-Policy']).not.toContain('allow-same-origin');
    expect(headers).toMatchObject({ 'Cache-Control': 'public, max-age=0, must-revalidate', 'X-Robots-Tag': 'noindex' });
  });

  test('the ETag of a public page changes with its bytes only', async () => {
    const { site, live, page, publish, visitor, call } = space();
    const { id: site_id } = await site(fresh('Engines'));
    const { id, url } = await live('Home', { site_id });
    const tag = async () => (await visitor.get(url!)).headers.ETag;
    const first = await tag();
    await call(pages, 'update', { id, title: 'Changed' });
    expect(await tag()).toBe(first);
    await publish(id);
    const second = await tag();
    expect(second).not.toBe(first);
    const { id: other } = await page('New', { site_id });
    expect(await tag()).toBe(second);
    await publish(other);
    expect(await tag()).not.toBe(second);
    await publish(other, { publish: false });
    expect(await tag()).toBe(second);
  });
});

describe('sitemaps', () => {
  /** Returns the entries of a sitemap by URL; throws for XML that is not well-formed or not in the namespace of sitemaps. */
  const read = (xml: string, root: string, entry: string): { loc: string; lastmod: string }[] => {
    const parser = new SaxesParser({ xmlns: true });
    const found: Record<string, string>[] = [];
    const open: string[] = [];
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ uri, local, attributes }) => {
      expect(uri).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
      expect(Object.keys(attributes).filter((name) => name !== 'xmlns')).toEqual([]);
      if (open.length === 1) found.push({});
      open.push(local);
      expect([root, entry, 'loc', 'lastmod']).toContain(local);
    });
    parser.on('closetag', () => void open.pop());
    parser.on('text', (text) => {
      if (open.length === 3) found.at(-1)![open[2]!] = text;
    });
    parser.write(xml).close();
    for (const { loc, lastmod } of found) {
      expect(URL.canParse(loc!)).toBe(true);
      expect(new Date(lastmod!).toISOString()).toBe(lastmod);
    }
    return found as { loc: string; lastmod: string }[];
  };
  const places = (entries: readonly { loc: string }[]) => entries.map(({ loc }) => loc);

  test('sitemaps list published pages that may be indexed, with their last changes', async () => {
    const { site, live, page, visitor } = space();
    const { id: site_id, url, slug } = await site(fresh('Engines'));
    await live('Home', { site_id });
    await live('A & B', { site_id });
    await live('Secret', { site_id, indexed: false });
    await page('Draft', { site_id });
    const alone = await live(fresh('Alone'));
    const sitemap = await visitor.open('site_sitemap', { site_slug: slug });
    expect(sitemap.headers['Content-Type']).toBe('application/xml; charset=utf-8');
    expect(places(read(sitemap.body, 'urlset', 'url'))).toEqual([url, `${url}a-and-b`]);
    expect(places(read((await visitor.open('standalone_sitemap', {})).body, 'urlset', 'url'))).toContain(alone.url);
    expect(places(read((await visitor.open('sitemaps', {})).body, 'sitemapindex', 'sitemap'))).toEqual(
      expect.arrayContaining([
        ...[`${url}sitemap.xml`, '/p/sitemap.xml', '/doc/sitemap.xml', '/doc/sitemap-2.xml'].map((end) => expect.stringMatching(`${end}$`)),
      ]),
    );
  });

  test('the sitemap of standalone pages is rendered once a minute, in parts when it is too long', async () => {
    const { space_id, visitor } = space();
    await services.ports.database.query(sql.typeAlias('void')`
      insert into publishing.page (space_id, id, title, outline, position, show_in_nav, indexed, status, slug, published_at, created_at, updated_at)
      select ${space_id}, 'pag_zz' || lpad(n::text, 6, '0'), 'Many', '{}', n, true, true, 'published', 'many-' || n, now(), now(), now()
      from generate_series(1, 20001) as n`);
    const open = async (name: string) =>
      name === 'sitemap.xml' ? visitor.open('standalone_sitemap', {}) : visitor.open('standalone', { slug: name });
    services.ports.clock.advance(60_000);
    const before = await open('sitemap.xml');
    expect(before).toMatchObject({ status: 200, tags: ['sitemaps'] });
    expect(before.body.split('<loc>')).toHaveLength(20_001);
    const second = await open('sitemap-2.xml');
    expect(second.body).toContain('/p/many-20001</loc>');
    const both = read(before.body, 'urlset', 'url').concat(read(second.body, 'urlset', 'url'));
    expect(new Set(places(both)).size).toBe(both.length);
    for (const none of ['sitemap-3.xml', 'sitemap-1.xml', 'sitemap-0.xml', 'sitemap-999999.xml'])
      expect((await open(none)).status).toBe(404);
    const index = places(read((await visitor.open('sitemaps', {})).body, 'sitemapindex', 'sitemap'));
    expect(index.filter((loc) => loc.includes('/p/')).map((loc) => new URL(loc).pathname)).toEqual(['/p/sitemap.xml', '/p/sitemap-2.xml']);
    await services.ports.database.query(sql.typeAlias('void')`delete from publishing.page where space_id = ${space_id}`);
    expect((await open('sitemap-2.xml')).status).toBe(200);
    services.ports.clock.advance(60_000);
    expect((await open('sitemap-2.xml')).status).toBe(404);
  });

  test('the sitemap of a site without indexed pages answers 404', async () => {
    expect((await space().visitor.open('site_sitemap', { site_slug: 'no-such-site' })).status).toBe(404);
  });
});
