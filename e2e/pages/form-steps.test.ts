import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newSpace } from '../space.ts';
import { openBrowser, picture, READING_MS, visit } from './browser.ts';

// A browser is slow on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Creates a form of two pages. */
async function twoPages() {
  const { client } = await newSpace();
  const fields = [
    { key: 'name', label: 'Name', type: 'short_text', required: true },
    { key: 'more', label: 'More about you', type: 'page_break' },
    { key: 'age', label: 'Age', type: 'number' },
  ];
  return { client, form: await client.forms.create({ name: 'Two pages', fields: fields as never }) };
}

test('a form of several pages is shown on one page without scripts and can be submitted', async () => {
  const { client, form } = await twoPages();
  const { page, close } = await visit(browser, form.url, { script: false });
  expect(await page.getByText('Step 1 of 2').count()).toBe(0);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Age').fill('36');
  await page.waitForTimeout(READING_MS);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your answers have arrived').waitFor();
  await close();
  expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([{ data: { name: 'Ada', age: 36 } }]);
});

test('a form of several pages can be completed and submitted with the keyboard', async () => {
  const { client, form } = await twoPages();
  const { page, close } = await visit(browser, form.url, { script: true });
  await page.getByText('Step 1 of 2').waitFor();
  expect(await page.getByLabel('Age').isVisible()).toBe(false);
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await page.getByText('Step 2 of 2').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('Step 1 of 2').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Step 2 of 2').waitFor();
  await page.keyboard.type('36');
  await picture(page, 'form-second-step');
  await page.waitForTimeout(READING_MS);
  await page.keyboard.press('Enter');
  await page.getByText('Your answers have arrived').waitFor();
  await close();
  expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([{ data: { name: 'Ada', age: 36 } }]);
});
