import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pages } from '@space/contracts/publishing';
import { eventually } from '@space/runtime/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from './fixtures/browser.ts';
import { type FakeScheduling, startFakeScheduling } from './fixtures/fake-scheduling.ts';
import { SECRET, startOrigins, type TestOrigins } from './fixtures/origins.ts';
import { newSpace } from './fixtures/site-space.ts';

/** The time for each step in the browser, which is slow on a busy machine. */
const STEP_MS = 90_000;
jest.setTimeout(2 * STEP_MS);

let origins: TestOrigins;
let scheduling: FakeScheduling;
let browser: Browser;
let visitor: BrowserContext;
let page: Page;
beforeAll(async () => {
  origins = await startOrigins();
  scheduling = await startFakeScheduling(origins.ports.bus);
  browser = await startBrowser();
  visitor = await browser.newContext();
  visitor.setDefaultTimeout(STEP_MS);
  page = await visitor.newPage();
});
afterAll(async () => {
  await browser?.close();
  await origins?.stop();
});
beforeEach(async () => {
  const others = visitor.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  // The visitor is signed in at the console in the same browser. The documents of the test before are gone, and they could store nothing.
  await page.goto(origins.console);
});

/** Publishes a document and opens it in the browser. */
async function visit(layout_html: string, { waitUntil = 'load' }: { waitUntil?: 'load' | 'commit' } = {}): Promise<void> {
  const { live } = newSpace(origins.ports);
  const { url } = await live('Hostile', { layout_html });
  await page.goto(url!, { waitUntil });
}

/** A script that tries to read everything it could; each attempt reports the value it read or the name of the error. */
const attack = () => `
  window.read = {};
  const tries = {
    cookie: () => document.cookie,
    local: () => localStorage.getItem('key'),
    session: () => sessionStorage.length,
    indexed: () => indexedDB.open('x') && 'opened',
    caches: () => caches.keys(),
    worker: () => navigator.serviceWorker.register('/f/sw.js'),
    console: async () => (await fetch('${origins.console}/', { credentials: 'include' })).text(),
    api: async () => { const got = await fetch('${origins.api}/v1/contacts', { credentials: 'include' }); return got.ok ? got.text() : 'refused'; },
    settings: async () => { const got = await fetch('${origins.api}/v1/operator/spaces', { credentials: 'include' }); return got.ok ? got.text() : 'refused'; },
    own: async () => (await fetch(location.href, { credentials: 'include' })).text(),
    frame: () => new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.src = '${origins.console}/';
      const readFrame = () => { try { done(frame.contentWindow.document.body.textContent); } catch (error) { done(error.name); } };
      frame.onload = readFrame;
      // A blocked frame may never load, so it is read later in any case.
      setTimeout(readFrame, 10000);
      document.documentElement.append(frame);
    }),
    popup: () => { const opened = window.open('${origins.console}/'); return opened ? opened.document.body.textContent : 'none'; },
    opener: () => window.opener ? window.opener.document.body.textContent : 'none',
    parent: () => window.parent === window ? 'none' : window.parent.document.body.textContent,
    domain: () => { document.domain = '127.0.0.1'; return document.domain; },
  };
  window.tried = Object.keys(tries).sort();
  window.done = Promise.all(Object.entries(tries).map(async ([name, act]) => {
    try { window.read[name] = String(await act()); } catch (error) { window.read[name] = error.name; }
  }));
`;

type Read = Record<string, string>;
/** A blocked attempt may never end, so the wait for all of them has a limit. Frames and popups are slow on a busy machine. */
const attempted = 'Promise.race([window.done, new Promise((late) => setTimeout(late, 60000))])';
const outcome = (on: Page): Promise<Read> => on.evaluate(`${attempted}.then(() => window.read)`);

describe('a hostile page reads nothing', () => {
  test.each([
    ['a script', () => `<!doctype html><body><script>${attack()}</script>`],
    ['an error handler', () => `<!doctype html><body><img src="x:" onerror="${attack().replaceAll('"', '&quot;')}">`],
    [
      'markup that turns into another when it is parsed again',
      () =>
        `<!doctype html><body><svg></p><style><a id="</style><img src='x:' onerror='eval(attack.textContent)'>"></a></style></svg><textarea id="attack" hidden>${attack()}</textarea>`,
    ],
    ['a base elsewhere', () => `<!doctype html><head><base href="${origins.console}/"></head><body><script>${attack()}</script>`],
  ])('a hostile page reads nothing by %s', async (_how, html) => {
    await visit(html());
    await page.waitForFunction('window.done !== undefined', undefined, { polling: 50 });
    const read = await outcome(page);
    expect(Object.keys(read).sort()).toEqual(await page.evaluate('window.tried'));
    expect(Object.keys(read)).toHaveLength(15);
    for (const [name, got] of Object.entries(read)) expect([name, got]).toEqual([name, expect.not.stringContaining(SECRET)]);
    const refused = ['cookie', 'local', 'session', 'indexed', 'caches', 'worker', 'domain'];
    for (const name of refused)
      expect([name, read[name]]).toEqual([name, expect.stringMatching(/^(SecurityError|TypeError|InvalidStateError)$/)]);
    expect(read).toMatchObject({ console: 'TypeError', own: 'TypeError', opener: 'none', parent: 'none' });
    for (const name of ['api', 'settings']) expect(['refused', 'TypeError']).toContain(read[name]);
  });

  test('a hostile page reads nothing from a document inside it', async () => {
    const inner = `<script>${attack()} ${attempted}.then(() => parent.postMessage(window.read, '*'))</script>`;
    await visit(`<!doctype html><body><script>addEventListener('message', ({ data }) => { window.inner = data; })</script>
      <iframe srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`);
    await page.waitForFunction('window.inner !== undefined', undefined, { polling: 50 });
    const read = (await page.evaluate('window.inner')) as Read;
    for (const got of Object.values(read)) expect(got).not.toContain(SECRET);
    expect(read.cookie).toBe('SecurityError');
  });

  test('a hostile page that redirects to the console is not running there', async () => {
    await visit(
      `<!doctype html><head><meta http-equiv="refresh" content="0; url=${origins.console}/"></head><body><script>window.mine = true</script>`,
      // The redirect may begin before the document is loaded.
      { waitUntil: 'commit' },
    );
    await page.waitForURL(`${origins.console}/`);
    expect(await page.evaluate('window.mine')).toBeUndefined();
  });

  test('a hostile page reads nothing of the page that opened it', async () => {
    const { live } = newSpace(origins.ports);
    const { url } = await live('Opened', { layout_html: `<!doctype html><body><script>${attack()}</script>` });
    const [opened] = await Promise.all([visitor.waitForEvent('page'), page.evaluate(`void window.open('${url}')`)]);
    await opened.waitForFunction('window.done !== undefined', undefined, { polling: 50 });
    const read = await outcome(opened);
    expect([read.opener, read.cookie]).toEqual([expect.stringMatching(/^(SecurityError|none)$/), 'SecurityError']);
  });

  test('a hostile page cannot be framed by the console', async () => {
    const { live } = newSpace(origins.ports);
    const { url } = await live('Framed', { layout_html: '<!doctype html><body>Framed' });
    await page.evaluate(
      `new Promise((done) => { const frame = document.createElement('iframe'); frame.src = '${url}'; frame.onload = done; document.body.append(frame); })`,
    );
    const shown = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.locator('body').textContent()),
    );
    expect(shown.join()).not.toContain('Framed');
  });
});

test('a title and labels with markup are shown as text everywhere', async () => {
  const { site, live, call } = newSpace(origins.ports);
  const bad = '</title></style></template><img src=x: onerror="window.hit=1"><script>window.hit=1</script>{{body}}"\'';
  const label = '</a></template><img src=x: onerror="window.hit=1">{{title}}';
  const { id: site_id, url } = await site(`${bad} ${Date.now()}`, { logo_url: 'https://example.com/x.png' });
  const { id } = await live(bad, { site_id, description: bad, nav_label: label, layout_html: '<h1>Plain</h1>' });
  await page.goto(url);
  expect(await page.evaluate('window.hit')).toBeUndefined();
  expect(await page.title()).toBe(bad);
  expect(await page.locator('site-navigation a[aria-current]').first().textContent()).toBe(label);
  await call(pages, 'update', { id, nav_label: null });
  await page.goto(url);
  expect(await page.locator('site-navigation a[aria-current]').first().textContent()).toBe(bad);
  expect(await page.evaluate('window.hit')).toBeUndefined();
});

describe('a form inside a page', () => {
  const embeds = {
    'in the place of an element': '<div data-form-id="frm_a"></div>',
    'in a frame of its own': '<iframe src="/f/frm_a"></iframe>',
    'after a script': '<script data-form-id="frm_a"></script>',
  };
  test.each(Object.entries(embeds))('%s can be filled in and sent', async (_where, embed) => {
    const { live, space_id } = newSpace(origins.ports);
    scheduling.add(space_id, 'frm_a', 'Contact');
    origins.forms.headers = { 'Content-Security-Policy': "default-src 'none'" };
    const { url } = await live('Contact', { layout_html: `<!doctype html><body><h1>Write</h1>${embed}` });
    await page.goto(url!);
    const frame = page.frameLocator('iframe');
    await frame.locator('input').fill('ada@example.com');
    await frame.locator('button').click();
    await frame.locator('p').waitFor();
    const sent = origins.forms.sent.at(-1)!;
    expect([sent.path, sent.body]).toEqual(['/f/frm_a', 'email=ada%40example.com']);
    // The sandbox gives it an opaque origin, so requests carry no cookies of its host.
    expect([sent.headers.origin, sent.headers.cookie]).toEqual(['null', undefined]);
  });

  test.each([
    ["frame-ancestors 'self'", false],
    ['frame-ancestors *', false],
    ["default-src 'none'", true],
  ])('the form is shown or blocked by its own policy: %s', async (policy, isShown) => {
    const { live, space_id } = newSpace(origins.ports);
    scheduling.add(space_id, 'frm_a', 'Contact');
    origins.forms.headers = { 'Content-Security-Policy': policy };
    const { url } = await live('Contact', { layout_html: '<!doctype html><body><div data-form-id="frm_a"></div>' });
    await page.goto(url!);
    await eventually(
      async () => {
        const [, frame] = page.frames();
        // The browser shows a page of its own in the place of a blocked one.
        const isBlocked = frame!.url().startsWith('chrome-error:');
        expect([await frame!.locator('input').count(), isBlocked]).toEqual(isShown ? [1, false] : [0, true]);
      },
      { timeout: STEP_MS },
    );
  });

  test('an embedded form sets the height of its own iframe only', async () => {
    const { live, space_id } = newSpace(origins.ports);
    scheduling.add(space_id, 'frm_a', 'Contact');
    origins.forms.headers = {};
    const { url } = await live('Contact', { layout_html: '<!doctype html><body><div data-form-id="frm_a"></div>' });
    await page.goto(url!);
    await page.waitForFunction('document.querySelector("iframe").offsetHeight === 912', undefined, { polling: 50 });
    // A listener that is added later is called after that of the page.
    await page.evaluate(
      'new Promise((done) => { addEventListener("message", () => done(), { once: true }); postMessage({ space_frame_height: 5 }, "*"); })',
    );
    expect(await page.evaluate('document.querySelector("iframe").offsetHeight')).toBe(912);
  });
});
