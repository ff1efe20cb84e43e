import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import type { Look } from './console-window.ts';
import { chooseFromMenu, dialogOf, openDeals } from './deals.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const looks: readonly Look[] = [
  { width: 390, dark: true },
  { width: 1280, dark: false },
];

test.each(looks)('every view and every dialog of a table has room and no fault for readers: %p', async (look) => {
  const { page, complaints, open, close, client, table_id, path } = await openDeals(browser, look);
  const figure = { function: 'sum', column_key: 'amount' } as const;
  const widgets = [
    { id: '1', type: 'metric', title: 'Rows' },
    { id: '2', type: 'bar', title: 'By stage', group_by: 'stage', ...figure },
    { id: '3', type: 'line', title: 'By month', group_by: 'due', date_bucket: 'month', ...figure },
    { id: '4', type: 'pie', title: 'Shares', group_by: 'stage' },
    { id: '5', type: 'table', title: 'Numbers', group_by: 'stage' },
  ] as const;
  const made = await Promise.all([
    client.views.create({ table_id, name: 'Board', type: 'kanban', config: { stack_by: 'stage' } }),
    client.views.create({ table_id, name: 'Cards', type: 'gallery', config: {} }),
    client.views.create({ table_id, name: 'Days', type: 'calendar', config: { start_column: 'due' } }),
    client.views.create({ table_id, name: 'Figures', type: 'dashboard', config: { widgets: [...widgets] } }),
    client.share_links.create({ table_id, name: 'For partners', password: 'correct horse' }),
    client.snapshots.create({ table_id, label: 'Monday' }),
  ]);
  const faults: string[] = [];
  const check = async (name: string) => {
    await picture(page, `tables-${name}-${look.width}-${look.dark ? 'dark' : 'light'}`);
    const isWide = await expectNoOverflow(page).then(
      () => false,
      () => true,
    );
    faults.push(...(await seriousFaults(page)).map((fault) => `${name}: ${fault}`), ...(isWide ? [`${name}: wider than the screen`] : []));
  };
  for (const [index, name] of ['board', 'cards', 'days', 'figures'].entries()) {
    await open(`${path}/views/${made[index]!.id}${name === 'days' ? '?day=2026-03-10' : ''}`);
    await page
      .getByText(name === 'figures' ? 'Numbers' : 'Loom')
      .first()
      .waitFor();
    await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
    await check(name);
  }
  const dialog = dialogOf(page);
  for (const [item, text] of [
    ['Share links', 'For partners'],
    ['Time Machine', 'Monday'],
    ['Import rows from CSV', 'Check the lines'],
    ['Name and settings of the view', 'Save'],
  ] as const) {
    await chooseFromMenu(page, item);
    await dialog.getByText(text).first().waitFor();
    await check(item.toLowerCase().replaceAll(' ', '-'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Edit columns' }).click();
  await dialog.getByRole('button', { name: 'Stage' }).first().waitFor();
  await check('columns');
  await dialog.getByRole('button', { name: 'Stage', exact: true }).click();
  await dialog.getByLabel('Name of choice 1').waitFor();
  await check('column');
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
