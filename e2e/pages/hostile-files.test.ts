import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newSpace } from '../space.ts';
import { openBrowser } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
/** The script that a hostile file would run: it leaves a mark and calls its owner. */
const SCRIPT = "window.taken = 1; fetch('https://owner.example/'); alert(1);";

const files: Readonly<Record<string, string>> = {
  'script.svg': `<svg ${SVG}><script>${SCRIPT}</script></svg>`,
  'handler.svg': `<svg ${SVG} onload="${SCRIPT}"/>`,
  'frame.svg': `<svg ${SVG}><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${SCRIPT}&lt;/script&gt;"/></foreignObject></svg>`,
  'outside.svg': `<svg ${SVG} width="9" height="9"><image href="https://owner.example/a.png" width="9" height="9"/></svg>`,
  'page.html': `<!doctype html><html><script>${SCRIPT}</script></html>`,
  'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
  'program.js': SCRIPT,
  'polyglot.gif': `GIF89a/*\u0001\u0000*/=1;${SCRIPT}`,
  'page.txt': `<html><script>${SCRIPT}</script></html>`,
};

/** Creates the files in a Space of its own and returns their public and their signed addresses. */
async function addresses(): Promise<string[]> {
  const { client } = await newSpace();
  const urls: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const { id } = await client.assets.create({ name, content_base64: Buffer.from(text).toString('base64') });
    urls.push((await client.assets.publish({ id })).url!, (await client.assets.create_link({ id })).url);
  }
  return urls;
}

test('no file runs as a script in a browser, opened by itself, in a frame, as a picture or as a script', async () => {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  const taken: string[] = [];
  page.on('dialog', async (dialog) => {
    taken.push(`dialog of ${page.url()}`);
    await dialog.dismiss();
  });
  await context.route('https://owner.example/**', (route) => {
    taken.push(`call of ${page.url()}`);
    return route.abort();
  });
  const mark = () => page.evaluate('window.taken');
  for (const url of await addresses()) {
    // A file that is downloaded is no page.
    await page.goto(url).catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/));
    if (await mark()) taken.push(`script of ${url}`);
    await page.goto('about:blank');
    await page.setContent(
      `<iframe src="${url}"></iframe><img src="${url}"><embed src="${url}"><object data="${url}"></object><script src="${url}"></script>`,
      { waitUntil: 'load' },
    );
    if (await mark()) taken.push(`script of ${url} in another page`);
  }
  expect(taken).toEqual([]);
  await context.close();
});

test('the same browser notices a script that runs', async () => {
  const page = await browser.newPage();
  await page.setContent('<script>window.taken = 1</script>');
  expect(await page.evaluate('window.taken')).toBe(1);
  await page.close();
});
