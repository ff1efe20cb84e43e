import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where a Chromium may be; the first that is there is used. */
const places = [process.env.SPACE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** How a visitor looks at a page. */
export interface Looking {
  readonly script: boolean;
  /** A phone unless told. */
  readonly width?: number;
  readonly dark?: boolean;
  readonly timezone?: string;
}

/** A real browser; the suite that opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place));
  if (!executablePath) throw new Error('There is no Chromium: `apt-get install chromium`, or name one in SPACE_CHROMIUM.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A page of a browser, as one visitor sees it; whatever its scripts or its policy complain about fails the test that asks. */
export async function visit(browser: Browser, url: string, { script, width = 390, dark = false, timezone }: Looking) {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width, height: 844 },
    colorScheme: dark ? 'dark' : 'light',
    ...(timezone && { timezoneId: timezone }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A page that says what is wrong with a form has the status 400, which Chromium writes down too.
    if (message.type() === 'error' && !/status of (400|404|409|410|422)/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** What axe finds that keeps people out: faults it calls serious or critical. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  // Of Chromium's own making, so that the policy of the page does not mind it.
  const session = await page.context().newCDPSession(page);
  const { readFile } = await import('node:fs/promises');
  await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run().then(({ violations }) => JSON.stringify(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value)) as string[];
}

/** Keeps a picture of a page for a person to look at, when SPACE_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SPACE_SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Nothing on a page is wider than the screen. */
export async function mustFit(page: Page): Promise<void> {
  const [content, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as number[];
  expect(content).toBeLessThanOrEqual(screen!);
}
