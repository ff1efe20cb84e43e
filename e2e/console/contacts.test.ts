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

test('a person creates a contact, edits it where it stands and takes the change back; a duplicate leads to the first one', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const { page, complaints, open, close } = await openConsole(browser, owner);
  const dialog = page.getByRole('dialog');

  await open(`/spaces/${space_id}/contacts`);
  await page.getByRole('button', { name: 'Create the first contact' }).click();
  await dialog.getByLabel('Name (required)').fill('Ada Lovelace');
  await dialog.getByLabel('Email (required)').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Create a contact' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Edit company' }).press('Enter');
  await page.getByLabel('Company', { exact: true }).fill('Analytical Engines');
  await page.keyboard.press('Enter');
  await page.getByText('Company is changed.').first().waitFor();
  await page.getByRole('region', { name: 'Fields' }).getByText('Analytical Engines').waitFor();
  const { data } = await client.contacts.list();
  expect(data[0]?.company).toBe('Analytical Engines');
  await page.keyboard.press('Control+z');
  await page.getByRole('region', { name: 'Fields' }).getByText('Analytical Engines').waitFor({ state: 'detached' });
  expect((await client.contacts.get({ id: data[0]!.id })).company).toBeNull();

  await page.getByLabel('Add a tag').fill('vip');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the tag vip' }).waitFor();
  await picture(page, 'console-contact');
  await expectFit(page);
  expect(complaints).toEqual([]);

  await open(`/spaces/${space_id}/contacts?new=contact`);
  await dialog.getByLabel('Name (required)').fill('Ada Byron');
  await dialog.getByLabel('Email (required)').fill('ADA@example.com');
  await dialog.getByRole('button', { name: 'Create a contact' }).click();
  await dialog.getByRole('link', { name: 'Show the one that exists' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
  await close();
});

test('many contacts get a tag and are deleted with a way back, and a CSV names its wrong line before it is stored', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  await client.contacts.upsert({
    contacts: ['Ada', 'Grace', 'Edsger'].map((name) => ({ name, email: `${name.toLowerCase()}@example.com` })),
  });
  const { page, complaints, open, close } = await openConsole(browser, owner);
  const dialog = page.getByRole('dialog');
  const names = async () => (await client.contacts.list({ sort: 'name', fields: ['name'] })).data.map(({ name }) => name);

  await open(`/spaces/${space_id}/contacts`);
  await page.getByText('3 contacts', { exact: true }).waitFor();
  await page.getByLabel('Choose Ada').check();
  await page.getByLabel('Choose Grace').check();
  await page.getByRole('button', { name: 'Add a tag' }).click();
  await dialog.getByLabel('Tag').fill('pioneer');
  await dialog.getByRole('button', { name: 'Add the tag' }).click();
  await page.getByRole('row', { name: /Grace.*pioneer/ }).waitFor();
  const tagged = async () => (await client.contacts.list({ tags: ['pioneer'] })).data.length;
  expect(await tagged()).toBe(2);
  await page.keyboard.press('Control+z');
  await page.getByRole('row', { name: /Grace.*pioneer/ }).waitFor({ state: 'detached' });
  expect(await tagged()).toBe(0);
  await client.contacts.tag_bulk({ search: 'example', add_tags: ['pioneer'] });
  await page.getByRole('row', { name: /Edsger.*pioneer/ }).waitFor();
  await page.getByLabel('Choose Ada').check();
  await page.getByLabel('Choose Grace').check();
  await picture(page, 'console-contacts-bar');
  await expectFit(page);
  await page.getByRole('button', { name: 'Remove a tag' }).click();
  await dialog.getByLabel('Tag').fill('Pioneer');
  await picture(page, 'console-contacts-untag');
  await dialog.getByRole('button', { name: 'Remove the tag' }).click();
  await page.getByText('The tag “Pioneer” is removed from 2 contacts.').first().waitFor();
  await page.getByRole('row', { name: /Grace.*pioneer/ }).waitFor({ state: 'detached' });
  expect(await tagged()).toBe(1);
  await page.keyboard.press('Control+z');
  await page.getByRole('row', { name: /Grace.*pioneer/ }).waitFor();
  expect(await tagged()).toBe(3);

  await page.getByLabel('Choose all that are shown').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete 3 contacts' }).click();
  await page.getByText('No contact yet.').waitFor();
  expect(await names()).toEqual([]);
  await page.keyboard.press('Control+z');
  await page.getByText('3 contacts', { exact: true }).waitFor();
  expect(await names()).toEqual(['Ada', 'Edsger', 'Grace']);

  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByLabel('Or its text, the header first').fill('Full name,Mail\nAlan,alan@example.com\nNobody,not an email\n');
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await dialog.getByRole('status').filter({ hasText: 'Line 3' }).waitFor();
  await picture(page, 'console-contacts-import');
  expect(await names()).toHaveLength(3);
  await dialog.getByLabel('Store the others').check();
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await dialog.getByRole('button', { name: 'Import (1)' }).click();
  await page.getByRole('table').getByRole('link', { name: 'Alan' }).waitFor();
  expect(await names()).toEqual(['Ada', 'Alan', 'Edsger', 'Grace']);
  await picture(page, 'console-contacts');
  expect(complaints).toEqual([]);
  await close();
});

test('an audience counts its contacts while its rules change, and says why a contact is in it; duplicates are merged', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  await client.contacts.upsert({
    contacts: [
      { name: 'Ada', email: 'ada@example.com', company: 'Engines', tags: ['vip'] },
      { name: 'Ada L', email: 'ada+2@example.com', phone: '12345' },
      { name: 'Grace', email: 'grace@example.com', company: 'Navy', tags: ['vip'] },
    ],
  });
  const { page, complaints, open, close } = await openConsole(browser, owner);

  await open(`/spaces/${space_id}/audiences?new=1`);
  await page.getByLabel('Name', { exact: true }).fill('Engine people');
  await page.getByText('Complete the rules').waitFor();
  await page.getByLabel('Tag', { exact: true }).fill('vip');
  await page.getByText('2 contacts now: Ada, Grace').waitFor();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('What rule 2 looks at').click();
  await page.getByRole('option', { name: 'Company' }).click();
  await page.getByLabel('Test of rule 2').click();
  await page.getByRole('option', { name: 'contains' }).click();
  await page.getByLabel('Value', { exact: true }).fill('engine');
  await page.getByText('1 contact now: Ada').waitFor();
  await picture(page, 'console-audience-new');
  await expectFit(page);
  await page.getByRole('button', { name: 'Create the audience' }).click();
  await page.getByRole('heading', { name: 'Engine people', level: 1 }).waitFor();
  await page.getByRole('table').getByRole('link', { name: 'Ada' }).waitFor();
  await page.getByLabel('Email of the contact').fill('grace@example.com');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('“Grace” is not in this audience.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'does not hold' }).filter({ hasText: 'Company contains' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: '✓ holds' }).filter({ hasText: 'has the tag' }).waitFor();
  await picture(page, 'console-audience');
  await expectFit(page);

  const [audience] = (await client.audiences.list()).data;
  const fixed = await client.audiences.create({
    name: 'Chosen people',
    contact_ids: (await client.contacts.list({ tags: ['vip'] })).data.map(({ id }) => id),
  });
  await open(`/spaces/${space_id}/contacts?tags=vip&audience=${fixed.id}`);
  await page.getByText('2 contacts', { exact: true }).waitFor();
  const inOrder = (first: string, second: string) =>
    page.locator(`tbody tr:first-child:has-text("${first}") + tr:has-text("${second}")`).waitFor();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await inOrder('Ada', 'Grace');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').press('Enter');
  await inOrder('Grace', 'Ada');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');
  expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  await picture(page, 'console-contacts-sorted');
  await open(`/spaces/${space_id}/contacts?tags=vip&audience=${audience!.id}&sort=name`);
  await page.getByText('1 contact', { exact: true }).waitFor();

  await open(`/spaces/${space_id}/contacts/duplicates`);
  await page.getByRole('button', { name: /^Merge/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '12345' }).waitFor();
  await picture(page, 'console-contacts-merge');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
  const [merged] = (await client.contacts.list({ email: 'ada@example.com' })).data;
  expect(merged).toMatchObject({ name: 'Ada', phone: '12345', company: 'Engines', tags: ['vip'] });
  expect((await client.contacts.list()).data).toHaveLength(2);
  expect(complaints).toEqual([]);
  await close();
});

test('what is typed into a contact or an audience stays when someone else changes the same field', async () => {
  const { space_id, client } = await newSpace();
  const { id } = await client.contacts.create({ name: 'Ada', email: 'ada@example.com', company: 'Engines' });
  const audience = await client.audiences.create({ name: 'Guests', condition: { tag: 'guest' } });
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id));
  const conflict = page.getByRole('dialog', { name: 'This was changed meanwhile' });

  await open(`/spaces/${space_id}/contacts/${id}`);
  await page.getByRole('button', { name: 'Edit company' }).click();
  const company = page.getByLabel('Company', { exact: true });
  await company.fill('Mine');
  await client.contacts.update({ id, company: 'Looms' });
  await company.press('Enter');
  await conflict.getByText('Looms', { exact: true }).waitFor();
  await conflict.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alert').filter({ hasText: 'changed' }).waitFor();
  expect(await company.inputValue()).toBe('Mine');

  await open(`/spaces/${space_id}/audiences/${audience.id}`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('My guests');
  await client.audiences.update({ id: audience.id, name: 'Their guests' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.getByText('Their guests', { exact: true }).waitFor();
  await conflict.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Someone else has saved a change since you began.').waitFor();
  expect(await name.inputValue()).toBe('My guests');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('heading', { name: 'My guests', level: 1 }).waitFor();
  expect((await client.audiences.get({ id: audience.id })).name).toBe('My guests');
  expect(complaints.filter((one) => !one.includes('412'))).toEqual([]);
  await close();
});
