import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
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

test('the palette finds a contact, a table and a form by keyboard alone, and opens them', async () => {
  const { client, space_id } = await newSpace();
  const contact = await client.contacts.create({ name: 'Zelda Quist', email: 'zelda@example.com' });
  const table = await client.tables.create({ name: 'Zeppelins' });
  const form = await client.forms.create({ name: 'Zebra survey', fields: [{ key: 'email', label: 'Email', type: 'email' }] });
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id, 'viewer'));
  await open(`/spaces/${space_id}`);
  await page.getByRole('heading', { name: 'Test Space', level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Go to or do' });
  const things: readonly (readonly [text: string, option: RegExp, heading: string, path: string])[] = [
    ['zel', /Zelda Quist/, 'Contacts', `/contacts/${contact.id}`],
    ['zep', /Zeppelins/, 'Tables', `/tables/${table.id}`],
    ['ze survey', /Zebra survey/, 'Forms', `/forms/${form.id}`],
  ];
  for (const [text, option, heading, path] of things) {
    await page.keyboard.press('Control+k');
    await field.pressSequentially(text);
    await page.getByRole('option', { name: option }).waitFor();
    await page.getByRole('dialog').getByText(heading, { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('option').count()).toBe(1));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${profile.console_url}/spaces/${space_id}${path}`);
    await page.getByRole('heading', { level: 1, name: option }).waitFor();
    await field.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Control+k');
  await field.pressSequentially('ze');
  const found = ['Zelda Quistzelda@example.com', 'Zeppelinszeppelins', 'Zebra surveyactive'];
  await eventually(async () => expect(await page.getByRole('option').allTextContents()).toEqual(found));
  await picture(page, 'console-palette-found');
  await field.fill('zzzzqq');
  await page.getByText('Nothing matches.', { exact: false }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
