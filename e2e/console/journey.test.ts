import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { createApiRequest } from '../api-request.ts';
import { newPerson, PASSWORD } from '../new-person.ts';
import { openBrowser } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { openConsole, waitForClipboard } from './console-page.ts';
import type { ConsolePage } from './console-window.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const { base_url, console_url } = profile;

/** Opens a link of an invitation in a new window, joins as a new person, and returns the window with the person's address. */
async function join(url: string, name: string, space_id: string): Promise<ConsolePage & { readonly email: string }> {
  const opened = await openConsole(browser);
  const { page } = opened;
  const { email } = newPerson();
  await page.goto(url);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.waitForURL(`${console_url}/spaces/${space_id}`);
  await page.getByRole('heading', { name: 'Test Space', level: 1 }).waitFor();
  return { ...opened, email };
}

/** Copies the secret that a dialog shows once, and returns it. */
async function copySecret(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('[data-secret]').textContent())!;
  await dialog.getByRole('button', { name: label }).click();
  await waitForClipboard(page, secret);
  return secret;
}

test('a person joins, creates a key that is shown once and works, and revokes it', async () => {
  const { id: space_id } = await operator.settings.create_space({ name: 'Test Space' });
  const { url } = await operator.members.invite({ space_id, role: 'owner' });
  const { page, complaints, close } = await join(url, 'Ada Lovelace', space_id);

  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'API keys' }).click();
  await page.getByText('No key yet.').waitFor();
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly import');
  await dialog.getByRole('button', { name: 'Reads everything' }).click();
  await dialog.getByRole('button', { name: 'Create the key' }).click();
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  const key = await copySecret(page, 'Copy the key');
  expect(key).toMatch(/^wks_live_/);
  const request = createApiRequest(base_url, key);
  expect((await request('GET', '/contacts')).status).toBe(200);
  expect((await request('POST', '/contacts', { body: { name: 'Ada' } })).status).toBe(403);

  // Neither Escape nor a press outside closes a dialog whose content is shown once.
  await page.keyboard.press('Escape');
  expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
  await dialog.getByLabel('I have stored the key').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Nightly import/ });
  await row.waitFor();
  expect(await page.content()).not.toContain(key);
  expect(page.url()).toBe(`${console_url}/spaces/${space_id}/settings/keys`);
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  expect(stored).not.toContain(key);

  await row.getByRole('button', { name: 'Revoke' }).click();
  const revoke = dialog.getByRole('button', { name: 'Revoke the key' });
  expect(await revoke.isDisabled()).toBe(true);
  await dialog.getByLabel('Type “Nightly import” to confirm').fill('Nightly import');
  await revoke.click();
  await row.getByText('revoked').waitFor();
  await eventually(async () => expect((await request('GET', '/contacts')).status).toBe(401));
  expect(complaints).toEqual([]);
  await close();
});

test('an owner invites a member in the console, who accepts in another browser and is then in the list', async () => {
  const { space_id } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${space_id}/settings/members`);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Viewer').check();
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await page.getByRole('dialog', { name: 'Send this link' }).waitFor();
  const url = await copySecret(page, 'Copy the link');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('The first person who opens the link').waitFor();
  expect(await page.content()).not.toContain(url);

  const guest = await join(url, 'Grace Hopper', space_id);
  expect(await guest.page.getByText('You are a viewer of this Space.').isVisible()).toBe(true);
  expect(guest.complaints).toEqual([]);
  await guest.close();

  const invitations = page.waitForResponse((response) => response.url().includes('/settings/invitations'));
  await page.reload();
  await invitations;
  const row = page.getByRole('row', { name: new RegExp(`Grace Hopper.*${guest.email}`) });
  await row.waitFor();
  await page.getByText('The first person who opens the link').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel(`Type “${guest.email}” to confirm`).fill(guest.email);
  await dialog.getByRole('button', { name: 'Remove the member' }).click();
  await row.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});
