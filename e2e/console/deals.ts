import type { Browser, Locator, Page } from 'playwright-core';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';
import type { Look } from './console-window.ts';

/** Opens the console of a new Space with a table of deals over a few columns and rows. */
export async function openDeals(browser: Browser, look?: Look) {
  const { space_id, client } = await newSpace();
  const table = await client.tables.create({
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'stage', label: 'Stage', type: 'select', options: ['Lead', 'Won', 'Lost'] },
      { key: 'amount', label: 'Amount', type: 'number', field_config: { precision: 2 } },
      { key: 'due', label: 'Due', type: 'date' },
    ],
  });
  const rows = [
    { name: 'Loom', stage: 'Lead', amount: 1_000, due: '2026-03-02' },
    { name: 'Mill', stage: 'Won', amount: 250, due: '2026-03-02' },
    { name: 'Engine', stage: 'Lead', amount: 500, due: '2026-03-31' },
  ];
  await client.rows.create_bulk({ table_id: table.id, rows });
  const opened = await openConsole(browser, await newMember(space_id), look);
  const path = `/spaces/${space_id}/tables/${table.id}`;
  const file = (text: string) => ({ name: 'deals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  return { ...opened, client, table_id: table.id, path, file };
}

/** Chooses an item of the menu of a table. */
export async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions of the table' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Returns the first dialog of a page. A toast has the same role, so that only the class tells them apart. */
export const dialogOf = (page: Page): Locator => page.locator('.dialog').first();
