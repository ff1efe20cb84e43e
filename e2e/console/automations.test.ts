import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { expectFit, openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test('a person builds an automation by keyboard, sees why its run failed, corrects it and repeats the failed step', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const ada = await client.contacts.create({ name: 'Ada Lovelace', email: 'ada@example.com' });
  const { page, complaints, open, close } = await openConsole(browser, owner);
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');

  await open(`/spaces/${space_id}/automations`);
  await page.getByText('No automation yet.').waitFor();
  await page.getByRole('button', { name: 'New automation' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).focus();
  await keyboard.type('Mark as VIP');
  await page.getByRole('button', { name: 'Add a step' }).press('Enter');
  await dialog.getByLabel('Find an operation').focus();
  await keyboard.type('tag a contact');
  await dialog.getByRole('listitem').first().getByText('Tag a contact').waitFor();
  await keyboard.press('Tab');
  await keyboard.press('Enter');

  // A field of a contact that the payload names, by the picker's rule that any path works; a tag by typing.
  const step = page.getByRole('listitem').filter({ hasText: '1. Tag a contact' });
  await step.getByLabel('Id (required)').focus();
  await keyboard.type('{{payload.contact_id}}');
  await page.getByRole('button', { name: 'Create the automation' }).press('Enter');
  await step
    .getByText('at least 1', { exact: false })
    .or(page.getByRole('alert').filter({ hasText: 'tags' }))
    .first()
    .waitFor();
  await step.getByRole('button', { name: 'Add to tags' }).press('Enter');
  await step.locator('input:focus').waitFor();
  await keyboard.type('vip');
  await picture(page, 'console-automation-new');
  complaints.splice(0);
  await page.getByRole('button', { name: 'Create the automation' }).press('Enter');
  await page.getByRole('heading', { name: 'Mark as VIP', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Run by hand' }).press('Enter');
  await dialog.getByLabel('Payload: contact_id').focus();
  await keyboard.type('con_01jd0000000000000000000000');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Run', level: 1 }).waitFor();
  await page.getByRole('status').filter({ hasText: 'There is no contact' }).waitFor();
  const failed = page.getByRole('listitem').filter({ hasText: '1. Tag a contact' });
  await failed.getByText('con_01jd0000000000000000000000').first().waitFor();
  await picture(page, 'console-automation-run-failed');
  await expectFit(page);

  await page.getByRole('link', { name: 'Correct the automation' }).press('Enter');
  await page.getByRole('heading', { name: 'Mark as VIP', level: 1 }).waitFor();
  await step.getByLabel('Id (required)').fill(ada.id);
  await page.getByRole('button', { name: 'Try without an effect' }).press('Enter');
  await page.getByRole('region', { name: 'Try it' }).getByText('accepted').waitFor();
  expect((await client.contacts.get({ id: ada.id })).tags).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('“Mark as VIP” is saved.').first().waitFor();
  await picture(page, 'console-automation-saved');
  await expectFit(page);

  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().press('Enter');
  await page.getByRole('button', { name: 'Run again from the failed step' }).press('Enter');
  await dialog.getByRole('button', { name: 'Run again' }).press('Enter');
  await page.getByText('Repeats').waitFor();
  await page.getByText('Every step is done.').waitFor();
  expect((await client.contacts.get({ id: ada.id })).tags).toEqual(['vip']);
  expect(complaints).toEqual([]);
  await close();
});

test('a recipe is complete, its tags come from the sample of the event, and an automation is turned off', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner, { width: 390, dark: true });
  const dialog = page.getByRole('dialog');
  await open(`/spaces/${space_id}/automations`);
  await page.getByRole('button', { name: 'Use this: Tag new contacts' }).click();
  await page.getByRole('button', { name: 'Insert a merge tag into Id' }).click();
  await dialog.getByLabel('Find a tag').fill('contact.company');
  await dialog.getByRole('button', { name: /^contact\.company/ }).click();
  expect(await page.getByLabel('Id (required)').inputValue()).toContain('{{contact.company}}');
  await page.getByLabel('Id (required)').fill('{{contact.id}}');
  await page.getByRole('button', { name: 'Create the automation' }).click();
  await page.getByRole('heading', { name: 'Tag new contacts', level: 1 }).waitFor();
  await picture(page, 'console-automation-phone');
  await expectFit(page);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  expect((await client.automations.list()).data.map(({ enabled }) => enabled)).toEqual([false]);
  expect(complaints).toEqual([]);
  await close();
});
