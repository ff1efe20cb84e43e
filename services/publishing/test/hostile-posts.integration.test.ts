import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newBlogSpace } from './fixtures/blog-space.ts';
import { startBrowser } from './fixtures/browser.ts';
import { SECRET, startOrigins, type TestOrigins } from './fixtures/origins.ts';

// A browser is slow on a busy machine.
jest.setTimeout(120_000);

let origins: TestOrigins;
let browser: Browser;
beforeAll(async () => {
  origins = await startOrigins();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await origins?.stop();
});

/** A script that marks the window when it runs. */
const RAN = 'window.ran=1;document.title=String.fromCharCode(114,97,110);document.body.dataset.ran=1';

const hostile = [
  `<p id="content">The text itself</p><script>${RAN}</script>`,
  `<img src="x:" onerror="${RAN}"><svg onload="${RAN}"></svg><body onload="${RAN}">`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe><iframe src="javascript:parent.ran=1"></iframe>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x: onerror=${RAN}&gt;">`,
  `<noscript><p title="</noscript><img src=x: onerror=${RAN}>"></noscript>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x: onerror=${RAN}>`,
  `<a href="javascript:${RAN}" id="link">Click me</a><a href="java&#10;script:${RAN}">me too</a>`,
  `<style>* { display: none !important }</style><link rel="stylesheet" href="data:text/css,*{display:none}">`,
  `</article></main></body></html><script>${RAN}</script>`,
].join('\n');

describe('a hostile post', () => {
  test.each([
    ['in the neutral layout', null],
    [
      'in a layout of its own',
      '<!doctype html><html lang="en"><head><title>{{title}}</title></head><body><h1>{{title}}</h1>{{body}}<p id="end">{{author}}</p></body></html>',
    ],
    ['in a layout that is a piece of a document', '<h1 title="{{title}}">{{title}}</h1><section>{{body}}</section>'],
  ])('%s is shown and runs nothing', async (_layout, template_html) => {
    const { blog, post } = newBlogSpace(origins.ports);
    await blog({ template_html });
    const title = `{{body}} <script>${RAN}</script> "'><img src=x: onerror=${RAN}>`;
    const { url, short_url } = await post({
      title,
      author: '{{title}} <img src=x: onerror=window.ran=1>',
      excerpt: title,
      body_html: hostile,
      status: 'published',
    });
    for (const address of [url, short_url]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(origins.console);
      const errors: string[] = [];
      const asked: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(address);
      for (const link of await page.locator('main a, section a, body > a').all())
        await link.click({ timeout: 2_000, force: true }).catch(() => {});
      expect(page.url()).toBe(address);
      expect(await page.evaluate('[window.ran ?? 0, document.body.dataset.ran ?? 0]')).toEqual([0, 0]);
      // The title is shown as text with its tokens; no part of it became an element.
      expect(await page.locator('h1').first().textContent()).toBe(title);
      expect(await page.getByText('The text itself').count()).toBe(1);
      expect(await page.getByText('The text itself').isVisible()).toBe(true);
      expect(await page.locator('script:not([type="application/ld+json"]), iframe, base, form, svg, math, body style').count()).toBe(0);
      expect(asked.filter((one) => one.includes('evil.example'))).toEqual([]);
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  test('a post whose template runs scripts has an opaque origin: it reads no cookie, no storage and no other page', async () => {
    const { blog, post } = newBlogSpace(origins.ports);
    const script = `window.read = {};
      try { read.cookie = document.cookie } catch (error) { read.cookie = error.name }
      try { read.local = localStorage.getItem('key') } catch (error) { read.local = error.name }
      window.done = fetch('${origins.console}/', { credentials: 'include' }).then((got) => got.text()).catch((error) => error.name).then((text) => { read.console = text; return read });`;
    await blog({ template_html: `<!doctype html><html lang="en"><body><script>${script}</script>{{body}}</body></html>` });
    const { url } = await post({ body_html: '<p>x</p>', status: 'published' });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origins.console);
    await page.goto(url);
    const read = await page.evaluate('window.done');
    expect(read).toEqual({ cookie: 'SecurityError', local: 'SecurityError', console: 'TypeError' });
    expect(JSON.stringify(read)).not.toContain(SECRET);
    expect(await page.evaluate('self.origin')).toBe('null');
    await context.close();
  });
});
