import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { PASSWORD } from '../new-person.ts';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a new password ends a copy of the session; the tabs of the browser go on, and the person sees what happened', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const wrong = new URLSearchParams({ email: owner.email, password: `${PASSWORD}!` });
  const { origin } = new URL(profile.console_url);
  expect((await fetch(`${profile.console_url}/sign-in`, { method: 'POST', headers: { origin }, body: wrong })).status).toBe(401);
  const { page, complaints, open, close } = await openConsole(browser, owner);
  const other = await page.context().newPage();
  await other.goto(`${profile.console_url}/spaces/${space_id}/contacts`);
  await other.getByText('No contact yet.').waitFor();

  await open('/me/security');
  await page.getByRole('cell', { name: 'Wrong password' }).waitFor();
  await page.getByRole('cell', { name: 'Signed in with an invitation' }).waitFor();
  await page.getByLabel('New password').fill('another sentence to remember');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('cell', { name: 'Changed the password' }).waitFor();
  await picture(page, 'console-security');
  await expectFit(page);
  expect((await owner.own('GET', '/person')).status).toBe(401);

  // The tab reads again what the live updates name, with the new cookie.
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await other.getByRole('link', { name: 'Ada' }).waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  // A request that was under way with the cookie before may be refused once.
  expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  await close();
});
