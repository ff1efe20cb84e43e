import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { openBrowser, picture, visit } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole, waitForClipboard } from './console-page.ts';
import { chooseFromMenu, dialogOf, openDeals } from './deals.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const CSV = ['Deal;Amount;Close on;Stage', ...['Loom', 'Mill', 'Engine', 'Wheel', 'Pump', 'Lathe'].map(lineOf)].join('\n');

function lineOf(name: string, index: number): string {
  return `${name};${(index + 1) * 100}.5;2026-03-0${index + 1};${index % 2 ? 'Won' : 'Lead'}`;
}

test('a table is created from a CSV file, and gets a formula after a wrong one was refused at its field', async () => {
  const { space_id, client } = await newSpace();
  const { page, complaints, open, close } = await openConsole(browser, await newMember(space_id));
  await open(`/spaces/${space_id}/tables`);
  await page.getByText('No table yet.').waitFor();
  await page.getByRole('button', { name: 'Create a table' }).first().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('A CSV file').check();
  await dialog
    .getByLabel('CSV file', { exact: false })
    .last()
    .setInputFiles({ name: 'Open deals.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  expect(await dialog.getByLabel('Type of Amount').inputValue()).toBe('number');
  expect(await dialog.getByLabel('Type of Stage').inputValue()).toBe('select');
  // A type that cells do not fit is refused with lines and reason, and nothing stays.
  await dialog.getByLabel('Type of Stage').selectOption('date');
  await dialog.getByRole('button', { name: 'Create the table' }).click();
  await dialog.getByText('6 lines do not fit the types.').waitFor();
  expect(await dialog.getByRole('row', { name: /2, 3, 4, 5, 6, 7.*Stage/ }).count()).toBe(1);
  expect((await client.tables.list({})).data).toEqual([]);
  await dialog.getByLabel('Type of Stage').selectOption('select');
  await picture(page, 'tables-create-from-csv');
  await dialog.getByRole('button', { name: 'Create the table' }).click();
  await page.getByRole('heading', { name: 'Open deals', level: 1 }).waitFor();
  const [table] = (await client.tables.list({})).data;
  const definition = await client.tables.get({ table_id: table!.id });
  expect([definition.row_count, definition.columns.map(({ type }) => type)]).toEqual([6, ['text', 'number', 'date', 'select']]);

  await page.getByRole('button', { name: 'Edit columns' }).click();
  await dialog.getByRole('button', { name: 'Add a column' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('With tax');
  await dialog.getByLabel('Type').selectOption('formula');
  const formula = dialog.getByLabel('Formula');
  await formula.fill('ROUND({amount * 1.19, 2)');
  await dialog.getByRole('button', { name: 'Add the column' }).click();
  await eventually(async () => expect(await formula.getAttribute('aria-invalid')).toBe('true'));
  await dialog.getByRole('alert').waitFor();
  await formula.fill('ROUND({amount} * 2, 2)');
  await dialog.getByText(/First rows: 201/).waitFor();
  await picture(page, 'tables-formula');
  await dialog.getByRole('button', { name: 'Add the column' }).click();
  await dialog.getByText('with_tax').waitFor();
  await eventually(async () => expect((await client.rows.list({ table_id: table!.id, limit: 1 })).data[0]!.data.with_tax).toBe(201));
  expect(complaints.filter((complaint) => !complaint.includes('status of 400'))).toEqual([]);
  await close();
});

test('a card moves to another stack by its menu alone, keeps the focus, and goes back by undo', async () => {
  const { page, complaints, open, close, client, table_id, path } = await openDeals(browser);
  const { id } = await client.views.create({ table_id, name: 'Board', type: 'kanban', config: { stack_by: 'stage' } });
  await open(`${path}/views/${id}`);
  const stack = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });
  await stack('Lead').getByRole('button', { name: 'Loom', exact: true }).waitFor();
  await stack('Lead').getByRole('button', { name: 'Move Loom' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move to Won' }).press('Enter');
  await stack('Won').getByRole('button', { name: 'Loom', exact: true }).waitFor();
  await eventually(async () => expect(await page.evaluate('document.activeElement.textContent')).toBe('Loom'));
  const loom = async () => (await client.rows.list({ table_id, search: 'Loom' })).data[0]!.data.stage;
  await eventually(async () => expect(await loom()).toBe('Won'));
  await page.getByText('“Loom” is in “Won”.').first().waitFor();
  await stack('Won').getByText('2 rows').waitFor();
  await page.keyboard.press('Control+z');
  await stack('Lead').getByRole('button', { name: 'Loom', exact: true }).waitFor();
  await eventually(async () => expect(await loom()).toBe('Lead'));

  // A pointer moves a card too.
  await stack('Lead').getByRole('listitem').filter({ hasText: 'Engine' }).dragTo(stack('Lost'));
  await stack('Lost').getByRole('button', { name: 'Engine', exact: true }).waitFor();
  await eventually(async () => expect((await client.rows.list({ table_id, search: 'Engine' })).data[0]!.data.stage).toBe('Lost'));
  await picture(page, 'tables-kanban');
  expect(complaints).toEqual([]);
  await close();
});

test('rows are grouped, each group says how many rows it has, and on a phone too', async () => {
  const { page, complaints, open, close, client, table_id, path } = await openDeals(browser);
  await open(path);
  await page.getByRole('button', { name: 'Group' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Add a column' }).click();
  await dialog.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'Stage' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('grouped by Stage').waitFor();
  const stages = page.locator('.grid-row [aria-colindex="3"]');
  await eventually(async () => expect(await stages.allTextContents()).toEqual(['Lead, group of 2 rows', 'Lead', 'Won, group of 1 row']), {
    timeout: 15_000,
  });
  // The counts follow the rows, also those that another program adds.
  await client.rows.create({ table_id, data: { name: 'Pump', stage: 'Won' } });
  await eventually(async () => expect((await stages.allTextContents())[2]).toBe('Won, group of 2 rows'), { timeout: 15_000 });
  await picture(page, 'tables-groups');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.record-card').filter({ hasText: 'Stage: Won 2 rows' }).getByRole('button', { name: 'Mill' }).waitFor();
  expect(await page.locator('.card-group').allTextContents()).toEqual(['Stage: Lead 2 rows', 'Stage: Won 2 rows']);
  await picture(page, 'tables-groups-390');
  expect(complaints).toEqual([]);
  await close();
});

test('a gallery, a calendar and a dashboard show the rows, and a figure is added to the dashboard', async () => {
  const { page, complaints, open, close, path, client, table_id } = await openDeals(browser);
  await open(path);
  const dialog = dialogOf(page);
  const viewsOfKey = async () => (await client.views.list({ table_id })).data.map(({ name }) => name);
  const create = async (type: string, choose: () => Promise<unknown> = async () => undefined) => {
    await page.getByRole('button', { name: 'New view' }).click();
    await dialog.getByLabel(type, { exact: true }).check();
    await choose();
    await dialog.getByRole('button', { name: 'Create the view' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await create('Gallery', () => dialog.getByLabel('Only for me').check());
  await page.getByRole('list', { name: 'Gallery' }).getByRole('button', { name: 'Mill' }).waitFor();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /Gallery/ });
  await tab.getByText('only me').waitFor();
  await picture(page, 'tables-gallery');
  expect(await viewsOfKey()).toEqual(['All rows']);
  await chooseFromMenu(page, 'Make it shared');
  await tab.getByText('only me').waitFor({ state: 'detached' });
  expect(await viewsOfKey()).toEqual(['All rows', 'Gallery']);

  await create('Calendar', () => dialog.getByLabel('Colour by').selectOption('stage'));
  await page.waitForURL(/views\/viw_\w+$/);
  await page.goto(`${page.url()}?day=2026-03-10`);
  const day = page.getByRole('cell', { name: /Monday, 2 March 2026/ });
  await day.getByRole('button', { name: /Loom/ }).waitFor();
  expect(await day.getByRole('button').count()).toBe(2);
  await picture(page, 'tables-calendar');
  await page.getByRole('button', { name: 'Today' }).press('PageDown');
  await page.getByRole('heading', { name: 'April 2026' }).waitFor();
  await page.getByRole('button', { name: 'Earlier month' }).click();
  await page.getByRole('button', { name: 'Agenda' }).click();
  await page.getByRole('heading', { name: 'Tuesday, 31 March 2026' }).waitFor();

  await create('Dashboard');
  await page.getByRole('button', { name: 'Add a figure' }).click();
  await dialog.getByLabel('Title').fill('Amount by stage');
  await dialog.getByLabel('Bars').check();
  await dialog.getByLabel('Figure').selectOption('sum');
  await dialog.getByLabel('Column', { exact: true }).selectOption('amount');
  await dialog.getByLabel('Groups by').selectOption('stage');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const box = page.getByRole('region', { name: 'Amount by stage' });
  await box.getByText('As a table').click();
  await box.getByRole('row', { name: /Lead 1,?500/ }).waitFor();
  await picture(page, 'tables-dashboard');
  expect(complaints).toEqual([]);
  await close();
});

test('a share link opens in another browser without a session, and ends when it is revoked', async () => {
  const { page, complaints, open, close, path } = await openDeals(browser);
  await open(path);
  await chooseFromMenu(page, 'Share links');
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('For partners');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  await dialog.getByText('The link is ready.').waitFor();
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  const url = (await dialog.locator('.mono').textContent())!;
  await waitForClipboard(page, url);
  const guest = await visit(browser, url, { script: false });
  await guest.page.getByText('Engine').first().waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('row', { name: /For partners/ }).waitFor();
  await picture(page, 'tables-share');
  await dialog.getByRole('button', { name: 'Revoke For partners' }).click();
  await page.getByRole('button', { name: 'Revoke the link' }).click();
  await dialog.getByText('No link yet.').waitFor();
  expect((await guest.page.reload())!.status()).toBe(404);
  expect(complaints).toEqual([]);
  await Promise.all([guest.close(), close()]);
});

test('a saved state is compared and restored, an import names wrong lines and is undone, and the rows leave as CSV', async () => {
  const { page, complaints, open, close, client, table_id, path, file } = await openDeals(browser);
  await open(path);
  await chooseFromMenu(page, 'Time Machine');
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name of the state').fill('Monday');
  await dialog.getByRole('button', { name: 'Save this state' }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'Monday' }).waitFor();
  const [loom] = (await client.rows.list({ table_id, search: 'Loom' })).data;
  await client.rows.update({ table_id, row_id: loom!.id, data: { amount: 7 } });
  await dialog.getByRole('button', { name: 'Compare with Monday' }).click();
  await dialog.getByRole('row', { name: /changed.*Amount: 1,?000(\.00)? → 7/ }).waitFor();
  await picture(page, 'tables-diff');
  await dialog.getByRole('button', { name: 'Back to the states' }).click();
  await dialog.getByRole('button', { name: 'Restore Monday' }).click();
  await page.getByText('Rows that get their former cells: 1.').waitFor();
  await page.getByRole('button', { name: 'Restore the table' }).click();
  await page.getByText('The table is back at “Monday”.').first().waitFor();
  expect((await client.rows.get({ table_id, row_id: loom!.id })).data.amount).toBe(1_000);
  await picture(page, 'tables-time-machine');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await chooseFromMenu(page, 'Import rows from CSV');
  await dialog.getByLabel('CSV file').setInputFiles(file('Name,Price,Due\nPump,12,2026-04-01\nLathe,many,2026-04-02\n'));
  await dialog.getByLabel('Column for Price').selectOption('amount');
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await dialog.getByText('1 line is wrong. Nothing would be imported.').waitFor();
  await dialog.getByRole('row', { name: /^3 Amount .*number/ }).waitFor();
  await dialog.getByLabel('Import the others').check();
  await dialog.getByRole('button', { name: 'Check the lines' }).click();
  await picture(page, 'tables-import');
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await client.rows.list({ table_id, search: 'Pump' })).data[0]!.data.amount).toBe(12);

  await page.getByRole('button', { name: 'Actions of the table' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export the table as CSV' }).click(),
  ]);
  const chunks = await (await download.createReadStream()).toArray();
  expect(Buffer.concat(chunks).toString()).toContain('Pump');
  expect(download.suggestedFilename()).toBe('deals.csv');

  await chooseFromMenu(page, 'Time Machine');
  await dialog.getByRole('button', { name: 'More of Before an import' }).click();
  await page.getByRole('menuitem', { name: 'Undo only this change' }).click();
  await page.getByText('The change is undone.').first().waitFor();
  expect((await client.rows.list({ table_id, search: 'Pump' })).data).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
