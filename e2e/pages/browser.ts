import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where a Chromium may be; the first that is there is used. */
const places = [process.env.SPACE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** How long a test waits for what a page should show, in milliseconds. */
const PATIENCE_MS = 15_000;

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
  context.setDefaultTimeout(PATIENCE_MS);
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

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds that keeps people out: faults it calls serious or critical. Where a page may run no scripts axe may run none
 * either, so it looks at a copy of what the page shows, without the scripts and the policy of the page.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: page.viewportSize(), colorScheme: isDark ? 'dark' : 'light' });
  try {
    const copy = await context.newPage();
    await copy.setContent((await page.content()).replace(/<script[\s\S]*?<\/script>/g, ''));
    await copy.evaluate(AXE);
    return (await copy.evaluate(`axe.run().then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)) as string[];
  } finally {
    await context.close();
  }
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
