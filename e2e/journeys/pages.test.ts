import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';

/** Returns a unique title, and so a unique address. */
const fresh = (title: string) => `${title} ${randomBytes(6).toString('hex')}`;

/** Requests a page at the public origin of the profile, without following redirects. */
const visit = (url: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(url);
  return fetch(`${profile.public_url}${pathname}${search}`, { headers, redirect: 'manual' });
};

test('a site and its pages are created, published, changed, moved and unpublished, and visitors see each change immediately', async () => {
  const { client } = await newSpace();
  const site = await client.sites.create({ title: fresh('Engines'), nav_layout: 'top' });
  expect(await client.sites.create({ title: site.title })).toEqual({ ...site, created: false });
  const layout_html = '<!doctype html><html lang="en"><head><title>Home</title></head><body><h1>Welcome</h1></body></html>';
  const home = await client.pages.create({ title: 'Home', site_id: site.id, layout_html });
  expect((await visit(site.url)).status).toBe(404);
  await client.pages.publish({ id: home.id });
  await eventually(async () => expect((await visit(site.url)).status).toBe(200));

  const shown = await visit(site.url);
  expect(await shown.text()).toMatch(/<body><site-navigation>.*aria-current="page">Home<.*<\/site-navigation><h1>Welcome<\/h1>/s);
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-same-origin)/);
  expect((await visit(site.url, { 'if-none-match': shown.headers.get('etag')! })).status).toBe(304);
  expect(await client.pages.get({ id: home.id })).toMatchObject({ layout_html });

  const about = await client.pages.create({ title: 'About', site_id: site.id });
  const { url } = await client.pages.publish({ id: about.id });
  await eventually(async () => expect(await (await visit(site.url)).text()).toContain('>About</a>'));
  const moved = await client.pages.publish({ id: about.id, published_slug: 'who-we-are' });
  await eventually(async () => expect((await visit(url!)).headers.get('location')).toBe(moved.url));
  await client.pages.publish({ id: about.id, publish: false });
  await eventually(async () => expect((await visit(moved.url!)).status).toBe(404));
  await client.pages.delete({ id: about.id });
  await eventually(async () => expect((await visit(moved.url!)).status).toBe(410));
});

test('rejects a second page without a site unless the call confirms it', async () => {
  const { client, request } = await newSpace();
  await client.pages.create({ title: 'First' });
  expect((await request('POST', '/pages', { body: { title: 'Second' } })).body).toMatchObject({ status: 409, code: 'standalone_page' });
  await client.pages.create({ title: 'Second', standalone: true });
});

test('a page of 5 MB is stored, read, published and served', async () => {
  const { client } = await newSpace();
  const layout_html = `<!doctype html><body>${'<p class="x">Weaving "patterns" &amp; numbers</p>\n'.repeat(104_000)}</body>`;
  expect(layout_html.length).toBeGreaterThan(4_900_000);
  const { id } = await client.pages.create({ title: fresh('Large'), layout_html, standalone: true });
  expect((await client.pages.get({ id })).layout_html === layout_html).toBe(true);
  const { url } = await client.pages.publish({ id });
  const text = await (await visit(url!)).text();
  expect(text.endsWith(layout_html.slice(-100_000))).toBe(true);
});

test('a scheduled page is published at its time', async () => {
  const { client } = await newSpace();
  const { id } = await client.pages.create({ title: fresh('Soon'), standalone: true });
  await client.pages.publish({ id, publish_at: new Date(Date.now() + 1_500).toISOString() });
  await eventually(async () => expect((await client.pages.get({ id })).status).toBe('published'), { timeout: 10_000 });
});

test('rejects a page with a form that does not exist', async () => {
  const { request } = await newSpace();
  const form = 'frm_01jd0000000000000000000000';
  const { body } = await request('POST', '/pages', {
    body: { title: 'Contact', layout_html: `<h1>Contact</h1>\n<p>Write:</p> <div data-form-id="${form}"></div>` },
  });
  expect(body).toMatchObject({
    status: 422,
    code: 'unresolved_reference',
    errors: [{ path: 'layout_html', code: 'unresolved_form', message: `line 2, column 20: there is no form "${form}" in this Space` }],
    references: [{ kind: 'form', id: form, line: 2, column: 20 }],
  });
});

test('the sitemap lists the public pages', async () => {
  expect(await (await fetch(`${profile.public_url}/robots.txt`)).text()).toMatch(/^Sitemap: .+\/sitemap\.xml$/m);
  const { client } = await newSpace();
  const site = await client.sites.create({ title: fresh('Found') });
  const { id } = await client.pages.create({ title: 'Home', site_id: site.id });
  await client.pages.publish({ id });
  await eventually(async () => expect(await (await visit(`${site.url}sitemap.xml`)).text()).toContain(`<loc>${site.url}</loc>`));
  expect((await visit('/sitemap.xml'.replace('', site.url.split('/s/')[0]!))).status).toBe(200);
});
