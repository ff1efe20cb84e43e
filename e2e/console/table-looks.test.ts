import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { readersTree } from './accessibility-tree.ts';
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

const cellOf = (page: Page, row: number, column: number): Locator =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);

test('an input method composes in a cell: its keys stay in the cell, and the whole text arrives', async () => {
  const { page, complaints, open, close, client, table_id, path } = await openDeals(browser);
  const rows = async () => (await client.rows.list({ table_id })).data;
  const names = async () => (await rows()).map(({ data }) => data.name);
  await open(path);
  await cellOf(page, 1, 1).getByText('Loom').waitFor();
  await cellOf(page, 1, 1).click();
  const cdp = await page.context().newCDPSession(page);
  const compose = (text: string) => cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const press = (key: string, windowsVirtualKeyCode: number) =>
    cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode });
  const field = () => page.evaluate("[document.activeElement.value, document.activeElement.matches('.grid-field[data-editing]')]");
  for (const text of ['に', 'にほ', 'にほん']) await compose(text);
  await eventually(async () => expect(await field()).toEqual(['にほん', true]), { timeout: 15_000 });
  // Enter chooses a candidate, and arrows go through them. A change of another row is read meanwhile.
  await press('ArrowDown', 40);
  await press('Enter', 13);
  await client.rows.update({ table_id, row_id: (await rows())[1]!.id, data: { name: 'Windmill' } });
  await cellOf(page, 2, 1).getByText('Windmill').waitFor();
  expect(await field()).toEqual(['にほん', true]);
  await compose('日本');
  await cdp.send('Input.insertText', { text: '日本' });
  // Safari reports the Enter that ends a composition after it.
  await press('Enter', 229);
  await compose('ご');
  await cdp.send('Input.insertText', { text: '語' });
  expect(await field()).toEqual(['日本語', true]);
  expect(await names()).toEqual(['Loom', 'Windmill', 'Engine']);
  await page.keyboard.press('Enter');
  await cellOf(page, 1, 1).getByText('日本語', { exact: true }).waitFor();
  await eventually(async () => expect(await names()).toEqual(['日本語', 'Windmill', 'Engine']), { timeout: 15_000 });

  // A composition on a cell with a list of choices opens the list.
  await cellOf(page, 2, 2).click();
  await compose('ウ');
  await cdp.send('Input.insertText', { text: 'W' });
  await page.getByRole('option', { name: 'Won' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('a window that changes its size keeps the typed text, the active cell and the rows on the screen', async () => {
  const { page, complaints, open, close, client, table_id, path } = await openDeals(browser);
  await client.rows.create_bulk({ table_id, rows: Array.from({ length: 97 }, (_, index) => ({ name: `Deal ${index + 4}` })) });
  await open(path);
  await cellOf(page, 1, 1).getByText('Loom').waitFor();
  const resize = (width: number, height: number) => page.setViewportSize({ width, height });
  /** Waits until a cell is wholly in the grid below its head, and rows fill the grid to its lower edge. */
  const expectSeen = (row: number) =>
    eventually(
      async () =>
        expect(
          await page.evaluate(`(() => {
            const grid = document.querySelector('.grid').getBoundingClientRect();
            const cell = document.querySelector('[aria-rowindex="${row + 1}"] [aria-colindex="2"]').getBoundingClientRect();
            return [
              cell.top >= grid.top + 35 && cell.bottom <= grid.bottom && cell.left >= grid.left && cell.right <= grid.right,
              document.elementFromPoint(cell.left + 20, cell.top + 17)?.closest('.grid') != null,
              Math.max(...[...document.querySelectorAll('.grid-row .grid-cell')].map((one) => one.getBoundingClientRect().bottom)) > grid.bottom - 3,
            ];
          })()`),
        ).toEqual([true, true, true]),
      { timeout: 15_000 },
    );
  // The cell at the lower edge is edited while the window is smaller, larger, and too narrow for a grid.
  await cellOf(page, 1, 1).click();
  for (let row = 1; row < 15; row += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.type('Loom and mil');
  for (const [width, height] of [
    [1280, 500],
    [1280, 1_100],
    [600, 500],
    [760, 900],
  ] as const) {
    await resize(width, height);
    await expectSeen(15);
    expect(await page.locator('.grid-field').inputValue()).toBe('Loom and mil');
    await picture(page, `grid-resized-${width}`);
  }
  await resize(600, 900);
  await page.keyboard.type('l');
  await page.keyboard.press('Enter');
  // The cards of a narrow screen come when the cell is saved.
  await page.getByRole('button', { name: 'Loom and mill' }).waitFor();
  expect((await client.rows.list({ table_id, search: 'Loom and mill' })).data).toHaveLength(1);

  // The window changes while rows scroll.
  await resize(1280, 500);
  await cellOf(page, 1, 1).getByText('Loom').hover();
  await page.mouse.wheel(0, 1_000);
  await resize(1280, 1_100);
  await page.mouse.wheel(0, 10_000);
  await resize(1280, 600);
  await page.mouse.wheel(0, 10_000);
  await cellOf(page, 100, 1).getByText('Deal 100').waitFor();
  await expectSeen(100);
  await resize(1280, 1_000);
  await expectSeen(100);
  expect(complaints).toEqual([]);
  await close();
});

test('forced colours leave the active cell, the chosen cells and the errors to be seen', async () => {
  const { page, complaints, open, close, path } = await openDeals(browser);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(path);
  await cellOf(page, 2, 3).click();
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await cellOf(page, 2, 3).getByText('Not saved').waitFor({ state: 'attached' });
  await cellOf(page, 1, 1).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  const look = (row: number, column: number) =>
    page.evaluate(`(() => {
      const style = getComputedStyle(document.querySelector('[aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]'));
      const parts = [style.outlineStyle, style.outlineWidth, style.borderInlineStartStyle, style.textDecorationStyle];
      return [...parts, ...(style.outlineColor === style.backgroundColor ? ['unseen'] : [])].join(' ');
    })()`);
  expect([await look(1, 1), await look(2, 2), await look(2, 3), await look(3, 1)]).toEqual([
    'dashed 2px none solid',
    'solid 4px none solid',
    'none 3px double wavy',
    'none 3px none solid',
  ]);
  await picture(page, 'grid-forced-colours');
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await close();
});

/** Returns the lines of a row of the accessibility tree whose last cell cannot be written. */
const rowLines = (row: number, cells: readonly string[], active?: number): readonly string[] => [
  `  row "Row ${row} ${cells.join(' ')}" rowindex=${row + 1}`,
  `    rowheader "Row ${row}" colindex=1`,
  `      button "Open row ${row}"`,
  ...cells.map((cell, index) => {
    const states = index + 1 === active ? ' selected invalid' : index === cells.length - 1 ? ' readonly' : '';
    return `    gridcell "${cell}"${states} colindex=${index + 2}`;
  }),
];

test('a screen reader gets the heads with their order, the cells, and the errors of cells', async () => {
  const { page, complaints, open, close, client, table_id, path } = await openDeals(browser);
  await client.columns.create({ table_id, key: 'share', label: 'Share', type: 'formula', field_config: { expression: '{amount} / 0' } });
  await open(`${path}?with=${encodeURIComponent(JSON.stringify({ sort: [{ column_key: 'amount', direction: 'desc' }] }))}`);
  await cellOf(page, 1, 5).getByText('Error').waitFor({ state: 'attached' });
  await cellOf(page, 3, 3).click();
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await cellOf(page, 3, 3).getByText('Not saved').waitFor({ state: 'attached' });
  const refused = 'many Not saved: must be a number, which \\"many\\" is not';
  const error = 'Error: A number is divided by zero.';
  expect(await readersTree(page, '.grid')).toEqual([
    `textbox "Cells of Deals" (Arrow keys move. Enter edits, Shift+Enter opens the row, Tab leaves the grid.) focused → gridcell "${refused}"`,
    'grid "Deals" multiselectable rowcount=4 colcount=6',
    '  row "Row Name Stage Amount Due Share" rowindex=1',
    '    columnheader "Row" colindex=1',
    '    columnheader "Name" colindex=2',
    '    columnheader "Stage" colindex=3',
    '    columnheader "Amount" colindex=4 sort=descending',
    '    columnheader "Due" colindex=5',
    '    columnheader "Share" colindex=6',
    ...rowLines(1, ['Loom', 'Lead', '1,000.00', '2026-03-02', error]),
    ...rowLines(2, ['Engine', 'Lead', '500.00', '2026-03-31', error]),
    ...rowLines(3, ['Mill', 'Won', refused, '2026-03-02', error], 3),
  ]);
  // The field of a refused cell says so while it is edited.
  await page.keyboard.press('Enter');
  await eventually(
    async () =>
      expect((await readersTree(page, '.grid'))[0]).toBe(
        `textbox "Amount" value "many" (${refused.slice('many '.length).replaceAll('\\', '')}) focused invalid`,
      ),
    { timeout: 15_000 },
  );
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await close();
});
