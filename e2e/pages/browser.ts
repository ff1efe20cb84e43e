import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Paths of Chromium; the first existing one is used. */
const paths = [process.env.SPACE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds that a person takes for a page at least; faster submissions count as a program's. */
export const READING_MS = 1_700;

/** Milliseconds that a test waits for an element. */
const TIMEOUT_MS = 90_000;

/** The browser of a visitor. */
export interface Visitor {
  readonly script: boolean;
  /** Width of the screen in pixels; default that of a phone. */
  readonly width?: number;
  readonly dark?: boolean;
  readonly timezone?: string;
  /** The language of the browser; default American English. */
  readonly locale?: string;
}

/** Starts a browser; the caller closes it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = paths.find((path) => path !== undefined && existsSync(path));
  if (!executablePath) throw new Error('There is no Chromium: `apt-get install chromium`, or name one in SPACE_CHROMIUM.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Opens a URL as a new visitor. `complaints` collects errors of scripts and violations of the policy. */
export async function visit(browser: Browser, url: string, { script, width = 390, dark = false, timezone, locale = 'en-US' }: Visitor) {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width, height: 844 },
    colorScheme: dark ? 'dark' : 'light',
    locale,
    ...(timezone && { timezoneId: timezone }),
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Chromium logs the status 400 of a page with form errors too.
    if (message.type() === 'error' && !/status of (400|404|409|410|422)/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page of each browser on which axe runs; it has loaded axe once. */
const copies = new WeakMap<Browser, Promise<Page>>();

async function openCopy(browser: Browser): Promise<Page> {
  const copy = await (await browser.newContext()).newPage();
  await copy.evaluate(AXE);
  return copy;
}

/**
 * Returns the serious and critical accessibility faults that axe finds. axe runs on a copy of the page without its scripts
 * and policy, because it cannot run on a page that forbids scripts. Style sheets of files go into the copy as text.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const copy = await copies.getOrInsertComputed(page.context().browser()!, openCopy);
  await copy.setViewportSize(page.viewportSize()!);
  await copy.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  const styles = await page.evaluate(
    "[...document.styleSheets].filter(({ href }) => href).flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join(' ')",
  );
  const content = (await page.content()).replace(/<script[\s\S]*?<\/script>|<link [^>]*>/g, '');
  await copy.setContent(styles === '' ? content : content.replace('</head>', () => `<style>${styles}</style></head>`));
  return (await copy.evaluate(`axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)) as string[];
}

/** Saves a screenshot if SPACE_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SPACE_SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Fails if the content of a page is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [content, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as number[];
  expect(content).toBeLessThanOrEqual(screen!);
}
