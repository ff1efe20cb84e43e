import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blogPosts, PREVIEW_MINUTES, pages, previewPages } from '@space/contracts/publishing';
import { callAs, startServices, type TestServices } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { newSpace, refusal } from './fixtures/site-space.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startServices([publishingService]);
});
afterAll(() => services.stop());

/** Opens a preview link as a visitor. */
const open = (url: string) =>
  callAs(services.ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } })(previewPages, 'open', {
    token: new URL(url).pathname.replace('/preview/', ''),
    path: '/',
    visitor: 'anybody',
  });

const isPrivate = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': expect.stringMatching(/^sandbox (?!.*allow-same-origin)/),
};

/** The policy of an answer without what a preview and the page of visitors have in different words. */
const restOfPolicy = (answer: { readonly headers: Readonly<Record<string, string>> }): string =>
  answer.headers['Content-Security-Policy']!.replace(' allow-top-navigation-by-user-activation', '').replace(/; frame-ancestors [^;]+/, '');

/** Expects that only the console may show a preview in a frame, and that the preview cannot replace the console. */
function expectForConsole(answer: { readonly headers: Readonly<Record<string, string>> }): void {
  const policy = answer.headers['Content-Security-Policy']!;
  const { SPACE_CONSOLE_URL: url, SPACE_CONSOLE_PORT: port } = services.ports.config;
  expect(policy.match(/frame-ancestors [^;]+/g)).toEqual([`frame-ancestors ${url ?? `http://localhost:${port}`}`]);
  expect(policy).not.toContain('allow-top-navigation');
}

describe('preview of a page', () => {
  test('the preview of a page shows its present content in its site, published or not', async () => {
    const { site, live: publish, page, call, visitor } = newSpace(services.ports);
    const { id: site_id, url: home } = await site(`Engines ${Date.now()}`);
    await publish('Home', { site_id, layout_html: '<body>Welcome' });
    const { id } = await page('About', { site_id, layout_html: '<body>First draft' });
    const { url, expires_at } = await call(pages, 'preview', { id });
    expect(Date.parse(expires_at)).toBe(services.ports.clock.now() + PREVIEW_MINUTES * 60_000);
    const first = await open(url);
    expect(first).toMatchObject({ status: 200, headers: isPrivate, body: expect.stringContaining('First draft') });
    expect(first.tags ?? []).toEqual([]);
    expect(first.body).toContain('aria-current="page">About</a>');
    expect((await visitor.get(home)).body).not.toContain('About');
    await call(pages, 'update', { id, title: 'Who we are', layout_html: '<body>Second draft' });
    expect((await open(url)).body).toMatch(/aria-current="page">Who we are<.*Second draft/s);
    await call(pages, 'publish', { id });
    await call(pages, 'update', { id, layout_html: '<body>Third draft' });
    expect((await open(url)).body).toContain('Third draft');
    const live = await visitor.get((await call(pages, 'get', { id })).url!);
    expect(live.body).toContain('Second draft');
    expect(live.headers['Content-Security-Policy']).toContain("frame-ancestors 'self'");
    expectForConsole(first);
    expect(restOfPolicy(first)).toBe(restOfPolicy(live));
  });

  test('a preview link answers 404 when it has expired, was forged, or its page was deleted', async () => {
    const { page, call } = newSpace(services.ports);
    const { id } = await page('Short');
    const { url } = await call(pages, 'preview', { id });
    expect((await open(url)).status).toBe(200);
    for (const token of [`${url.slice(0, -2)}AA`, 'http://x/preview/AAAA', 'http://x/preview/%F0%9F%92%A5'])
      expect((await open(token)).status).toBe(404);
    services.ports.clock.advance(PREVIEW_MINUTES * 60_000);
    const expired = await open(url);
    expect(expired.status).toBe(404);
    expectForConsole(expired);
    const again = await call(pages, 'preview', { id });
    await call(pages, 'delete', { id });
    expect((await open(again.url)).status).toBe(404);
    expect(await refusal(call(pages, 'preview', { id }))).toMatchObject({ status: 404 });
  });

  test('the preview of a page of another Space answers 404', async () => {
    const { id } = await newSpace(services.ports).page('Theirs');
    expect(await refusal(newSpace(services.ports).call(pages, 'preview', { id }))).toMatchObject({ status: 404, code: 'not_found' });
  });
});

test('the preview of a post shows a draft in the template of its blog', async () => {
  const { blog, post, call, visitor } = newBlogSpace(services.ports);
  await blog({ template_html: '<h1>{{title}}</h1><main>{{body}}</main><i>{{date}}</i>' });
  const draft = await post({ title: 'Soon', body_html: '<p>Text<script>1</script></p>' });
  const { url } = await call(blogPosts, 'preview', { id: draft.id });
  const shown = await open(url);
  expect(shown).toMatchObject({
    status: 200,
    headers: isPrivate,
    body: expect.stringContaining('<h1>Soon</h1><main><p>Text</p></main><i>'),
  });
  expectForConsole(shown);
  expect((await visitor.open(new URL(draft.url).pathname)).status).toBe(404);
  await call(blogPosts, 'publish', { id: draft.id });
  const live = await visitor.open(new URL(draft.url).pathname);
  expect(live.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
  expect(restOfPolicy(shown)).toBe(restOfPolicy(live));
  expect(await refusal(newBlogSpace(services.ports).call(blogPosts, 'preview', { id: draft.id }))).toMatchObject({ status: 404 });
});

test('the preview of a post in the neutral layout runs no script', async () => {
  const { blog, post, call, visitor } = newBlogSpace(services.ports);
  await blog();
  const draft = await post({ title: 'Plain' });
  const shown = await open((await call(blogPosts, 'preview', { id: draft.id })).url);
  expectForConsole(shown);
  expect(shown.headers['Content-Security-Policy']).toMatch(/^sandbox (?!.*allow-scripts).*default-src 'none'/);
  await call(blogPosts, 'publish', { id: draft.id });
  expect(restOfPolicy(shown)).toBe(restOfPolicy(await visitor.open(new URL(draft.url).pathname)));
});
