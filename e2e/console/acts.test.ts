import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
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

test('a plain list and its records have every operation: create, edit, delete and the others, each with its form', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner);
  const dialog = page.getByRole('dialog');

  await open(`/spaces/${space_id}/tags`);
  await page.getByRole('button', { name: 'Create a tag' }).first().click();
  await dialog.getByRole('button', { name: 'Create a tag' }).click();
  await dialog.getByText('This is required.').waitFor();
  await dialog.locator('input:focus').waitFor();
  await dialog.getByLabel('Name').fill('customer');
  await picture(page, 'console-acts-create');
  await dialog.getByRole('button', { name: 'Create a tag' }).click();
  await page.getByRole('heading', { name: 'customer', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('client');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'client', level: 1 }).waitFor();

  // The service refuses the name of another tag, and the form keeps what was typed.
  await client.tags.create({ name: 'guest' });
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('guest');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'duplicate' }).waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('guest');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor();
  await page.getByRole('table').getByText('guest').waitFor();
  expect((await client.tags.list()).data.map(({ name }) => name)).toEqual(['guest']);
  expect(complaints.splice(0).filter((one) => !one.includes('409'))).toEqual([]);

  // An act that reaches outside asks once more.
  await open(`/spaces/${space_id}/secrets`);
  await page.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('menuitem', { name: 'Show settings secrets' }).click();
  await page
    .getByRole('button', { name: /secret/i })
    .first()
    .waitFor();
  await picture(page, 'console-acts-secrets');
  expect(complaints).toEqual([]);
  await close();
});

test('a viewer sees no act, and a member none of the settings', async () => {
  const { space_id, client } = await newSpace();
  const { id } = await client.tags.create({ name: 'customer' });
  const viewer = await newMember(space_id, 'viewer');
  const { page, complaints, open, close } = await openConsole(browser, viewer);
  await open(`/spaces/${space_id}/tags/${id}`);
  await page.getByRole('heading', { name: 'customer', level: 1 }).waitFor();
  await page.getByText('Contact count').waitFor();
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Edit|Delete|More acts/ })
      .count(),
  ).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
