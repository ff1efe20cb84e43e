import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('an owner renames a Space, gives it a time zone, deletes it by its name, and takes that back', async () => {
  const { space_id, request } = await newSpace();
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id));
  await open(`/spaces/${space_id}/settings/space`);
  await page.getByLabel('Name of the Space').fill('Analytical Engines');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('.rail-switch').getByText('Analytical Engines').waitFor();

  await page.getByLabel('Time zone').fill('Europe/London');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
  const due = { title: 'Print the cards', due_date: '2026-07-01' };
  expect((await request('POST', '/tasks', { body: due })).body).toMatchObject({
    timezone: 'Europe/London',
    due_at: '2026-07-01T23:00:00.000Z',
  });

  await page.getByRole('button', { name: 'Delete the Space' }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Delete the Space' });
  await dialog.getByLabel('Type “Analytical Engines” to confirm').fill('Engines');
  expect(await remove.isDisabled()).toBe(true);
  await dialog.getByLabel('Type “Analytical Engines” to confirm').fill('Analytical Engines');
  await remove.click();
  await page.getByRole('heading', { name: 'Analytical Engines is being deleted', level: 1 }).waitFor();
  expect((await request('GET', '/contacts')).status).toBe(401);
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'console-closed-space');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.goto(page.url().replace('/settings/space', '/contacts'));
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  expect((await request('GET', '/contacts')).status).toBe(200);
  expect(complaints).toEqual([]);
  await close();
});

test('a member sees the name of the Space, and no button to change or delete it', async () => {
  const { space_id } = await newSpace();
  const { page, open, close } = await openConsole(browser, await newMember(space_id, 'member'));
  await open(`/spaces/${space_id}/settings/space`);
  await page.getByText('An owner can change or delete this Space.').waitFor();
  expect(
    await page
      .locator('main')
      .getByRole('button', { name: /Rename|Delete/ })
      .count(),
  ).toBe(0);
  await close();
});
