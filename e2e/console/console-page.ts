import { expect } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { expectNoOverflow, seriousFaults } from '../pages/browser.ts';
import type { TestPerson } from '../people.ts';
import { profile } from '../profile.ts';
import { type ConsolePage, type Look, openConsoleAt } from './console-window.ts';

/** The origins of pages of visitors, by both names of this machine. The console shows them in the frames of previews. */
export const publicOrigins: readonly string[] = ['127.0.0.1', 'localhost'].map((host) => {
  const url = new URL(profile.public_url);
  url.hostname = host;
  return url.origin;
});

/** Opens a tab of a new browser window on the console of the profile, in which `person` is signed in. Frames of `framed` origins may load. */
export const openConsole = (
  browser: Browser,
  person?: Pick<TestPerson, 'cookie'>,
  look?: Look,
  framed?: readonly string[],
): Promise<ConsolePage> => openConsoleAt(profile.console_url, browser, person, look, framed);

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

/** Waits until the clipboard has a text. */
export const waitForClipboard = (page: Page, text: string): Promise<void> =>
  eventually(async () => expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text));
