import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { createApiRequest } from '../api-request.ts';
import { PASSWORD } from '../new-person.ts';
import { openBrowser } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { operator, profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const NAME = 'Nightly import';

/** Opens the keys of a new Space, in which one key reads and writes contacts. */
async function openKeys() {
  const { space_id } = await newSpace();
  const { api_key: secret } = await operator.settings.create_key({ space_id, name: NAME, scopes: ['contacts:read', 'contacts:write'] });
  const opened = await openConsole(browser, await newMember(space_id));
  await opened.open(`/spaces/${space_id}/settings/keys`);
  return { ...opened, secret, request: createApiRequest(profile.base_url, secret) };
}

/** Opens a dialog from the menu of the key. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${NAME}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a key that loses a scope in the console can no longer do what needs it', async () => {
  const { page, complaints, request, close } = await openKeys();
  expect((await request('POST', '/contacts', { body: { name: 'Ada', email: 'ada@example.com' } })).status).toBe(201);
  await choose(page, 'Rename or narrow');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('contacts:write').uncheck();
  await dialog.getByRole('button', { name: 'Save, with 1 scopes fewer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () =>
    expect((await request('POST', '/contacts', { body: { name: 'Grace', email: 'grace@example.com' } })).status).toBe(403),
  );
  expect((await request('GET', '/contacts')).body.data).toHaveLength(1);
  expect(complaints).toEqual([]);
  await close();
});

test('a key is rolled after the person confirms with the password, and only its new secret works', async () => {
  const { page, secret, request, close } = await openKeys();
  // The service asks again ten minutes after the sign-in; its first answer here is that of a session which is older.
  await page.route(
    '**/settings/keys/*/roll',
    (route) =>
      route.fulfill({
        status: 403,
        headers: { 'content-type': 'application/problem+json' },
        body: JSON.stringify({ title: 'Confirm', status: 403, detail: 'Confirm first.', code: 'confirmation_required' }),
      }),
    { times: 1 },
  );
  await choose(page, 'Roll the secret');
  await page.getByRole('button', { name: 'Roll the key' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByLabel('Password').fill('a wrong horse battery staple');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await confirmation.getByRole('alert').waitFor();
  await confirmation.getByLabel('Password').fill(PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  const created = page.getByRole('dialog', { name: 'The new secret of the key' });
  const rolled = (await created.locator('[data-secret]').textContent())!;
  expect(rolled).not.toBe(secret);
  await eventually(async () => expect((await request('GET', '/contacts')).status).toBe(401));
  expect((await createApiRequest(profile.base_url, rolled)('GET', '/contacts')).status).toBe(200);
  await close();
});
