import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { createApiRequest } from '../api-request.ts';
import { expectNoOverflow, openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('an owner removes a member together with a key that they made, and their other key works on', async () => {
  const { space_id } = await newSpace();
  const [owner, admin] = [await newMember(space_id), await newMember(space_id, 'admin')];
  const make = async (name: string): Promise<string> =>
    (await admin.request('POST', '/settings/keys', { body: { name, scopes: ['contacts:read'] } })).body.api_key;
  const [laptop, server] = [await make('Laptop'), await make('Server')];
  const statusOf = async (key: string) => (await createApiRequest(profile.base_url, key)('GET', '/contacts')).status;
  const { page, complaints, open, close } = await openConsole(browser, owner);
  await open(`/spaces/${space_id}/settings/members`);
  const row = page.getByRole('row', { name: new RegExp(admin.email) });
  await row.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Laptop/).check();
  await picture(page, 'remove-member');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoOverflow(page);
  await picture(page, 'remove-member-390');
  await dialog.getByLabel(`Type “${admin.email}” to confirm`).fill(admin.email);
  await dialog.getByRole('button', { name: 'Remove the member' }).click();
  await row.waitFor({ state: 'detached' });
  await eventually(async () => expect(await statusOf(laptop)).toBe(401), { timeout: 15_000 });
  expect(await statusOf(server)).toBe(200);
  expect(complaints).toEqual([]);
  await close();
});
