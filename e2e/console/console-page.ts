import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectNoOverflow, seriousFaults } from '../pages/browser.ts';
import type { TestPerson } from '../people.ts';
import { profile } from '../profile.ts';

/** Milliseconds that a test waits for an element. */
const TIMEOUT_MS = 15_000;

/** The look of a browser. */
export interface Look {
  /** Width of the screen in pixels. */
  readonly width: number;
  readonly dark: boolean;
}

/** A tab of the console, and what was wrong in it so far. */
export interface ConsolePage {
  readonly page: Page;
  /** Errors of scripts and of the browser's console, violations of the policy, requests to other hosts. */
  readonly complaints: string[];
  /** Opens an address of the console. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a tab of a new browser window, in which `person` is signed in. */
export async function openConsole(
  browser: Browser,
  person?: Pick<TestPerson, 'cookie'>,
  { width, dark }: Look = { width: 1280, dark: false },
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (person) {
    const [name, value] = person.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: profile.console_url }]);
  }
  const complaints: string[] = [];
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error('violates', violatedDirective, blockedURI))",
  );
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(profile.console_url).origin) complaints.push(`asks ${request.url()}`);
  });
  return { page, complaints, open: async (path) => void (await page.goto(profile.console_url + path)), close: () => context.close() };
}

/** Fills in the form of the sign-in page, and sends it. */
export async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Fails if axe finds a serious fault on a page, or if it is wider than the screen or than that of a phone. */
export async function expectFit(page: Page): Promise<void> {
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, width: 390 });
  await expectNoOverflow(page);
  await page.setViewportSize(size);
}
