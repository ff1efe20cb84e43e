import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { openConsole } from './console-page.ts';
import type { ConsolePage } from './console-window.ts';

// A browser takes its time on a busy machine, and so does the creation of 100,000 rows.
jest.setTimeout(600_000);

const ROWS = 100_000;
const LINES = 5_000;

/** Milliseconds of a wait for a far row. */
const WAIT_MS = 90_000;

let browser: Browser;
let space: TestSpace;
let owner: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  space = await newSpace();
  owner = await newMember(space.space_id);
});
afterAll(() => browser?.close());

/** Creates a table of 100,000 numbered rows. */
async function newLongTable(): Promise<string> {
  const { tables, rows } = space.client;
  const { id } = await tables.create({
    name: 'Measurements',
    columns: [{ key: 'name', label: 'Name', type: 'text' }],
  });
  const csv = (first: number) => `name\n${Array.from({ length: LINES }, (_, index) => `r${first + index + 1}`).join('\n')}\n`;
  // One after the other, so that the rows stand in the order of their numbers.
  for (let first = 0; first < ROWS; first += LINES) await rows.import({ table_id: id, csv: csv(first) });
  return id;
}

/** Creates a table of some rows with columns of several types. */
async function newTable(count = 5): Promise<string> {
  const { tables, rows } = space.client;
  const { id } = await tables.create({
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'amount', label: 'Amount', type: 'number' },
      { key: 'stage', label: 'Stage', type: 'select', options: ['lead', 'won', 'lost'] },
      { key: 'paid', label: 'Paid', type: 'checkbox' },
      { key: 'due', label: 'Due', type: 'date' },
    ],
  });
  if (count > 0)
    await rows.create_bulk({
      table_id: id,
      rows: Array.from({ length: count }, (_, index) => ({ name: `Deal ${index + 1}`, amount: index })),
    });
  return id;
}

async function openTable(table_id: string, person = owner, width = 1280): Promise<ConsolePage> {
  const opened = await openConsole(browser, person, { width, dark: false });
  await opened.open(`/spaces/${space.space_id}/tables/${table_id}`);
  if (width >= 720) await rowOf(opened.page, 1).getByRole('gridcell').first().waitFor();
  return opened;
}

const rowOf = (page: Page, number: number): Locator => page.locator(`[role=row][aria-rowindex="${number + 1}"]`);
const cellOf = (page: Page, row: number, column: number): Locator => rowOf(page, row).locator(`[aria-colindex="${column + 1}"]`);

/** Returns the number of the first row that is wholly on the screen. */
const firstRow = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const top = document.querySelector('.grid').getBoundingClientRect().top + 36;
    const rows = [...document.querySelectorAll('.grid-row')].filter((row) => row.getBoundingClientRect().top >= top - 1);
    return Math.min(...rows.map((row) => Number(row.getAttribute('aria-rowindex')))) - 1;
  })()`) as Promise<number>;

/** Pastes text as the clipboard does. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

test('a wheel moves rows by its own pixels, the end is reached, and few rows are in the document', async () => {
  const { page, complaints, close } = await openTable(await newLongTable());
  page.setDefaultTimeout(WAIT_MS);
  await cellOf(page, 1, 1).getByText('r1', { exact: true }).waitFor();
  const grid = page.getByRole('grid', { name: 'Measurements' });
  expect(await grid.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
  await grid.hover();
  for (let notch = 1; notch <= 10; notch += 1) await page.mouse.wheel(0, 340);
  await eventually(async () => expect(await firstRow(page)).toBe(101), { timeout: WAIT_MS });
  await cellOf(page, 101, 1).getByText('r101', { exact: true }).waitFor();

  await page.getByRole('textbox', { name: 'Cells of Measurements' }).focus();
  await page.keyboard.press('Control+End');
  await cellOf(page, ROWS, 1).getByText('r100000', { exact: true }).waitFor();
  expect(await cellOf(page, ROWS, 1).getAttribute('aria-selected')).toBe('true');
  let most = 0;
  const last = await firstRow(page);
  for (let block = 0; block < 60; block += 1) {
    await page.mouse.wheel(0, -3_400);
    most = Math.max(most, await page.locator('.grid-row').count());
  }
  // The wheel has come to rest when all its pixels are scrolled; a later one would move the rows after the drag of the bar.
  await eventually(async () => expect(await firstRow(page)).toBe(last - 6_000), { timeout: WAIT_MS });
  await page.keyboard.press('Control+Home');
  await cellOf(page, 1, 1).getByText('r1', { exact: true }).waitFor();
  expect(most).toBeLessThan(60);

  // The bar is dragged to the middle.
  await page.evaluate("(({ grid = document.querySelector('.grid') }) => { grid.scrollTop = grid.scrollHeight / 2; })({})");
  await eventually(async () => expect(Math.abs((await firstRow(page)) - ROWS / 2)).toBeLessThan(100), { timeout: WAIT_MS });
  const middle = (await firstRow(page)) + 1;
  await cellOf(page, middle, 1).getByText(`r${middle}`, { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test('a filled grid is clear to axe, and on a phone its rows are cards', async () => {
  const table_id = await newTable();
  const wide = await openTable(table_id);
  await cellOf(wide.page, 1, 1).getByText('Deal 1').waitFor();
  expect(await seriousFaults(wide.page)).toEqual([]);
  await picture(wide.page, 'grid-1280');
  await wide.close();
  const phone = await openTable(table_id, owner, 390);
  await phone.page.getByRole('button', { name: 'Deal 1' }).waitFor();
  expect(await seriousFaults(phone.page)).toEqual([]);
  await expectNoOverflow(phone.page);
  await picture(phone.page, 'grid-390');
  await phone.page.getByRole('button', { name: 'Deal 2' }).click();
  await phone.page.getByRole('dialog', { name: 'Deal 2' }).getByLabel('Amount').waitFor();
  await picture(phone.page, 'row-390');
  expect([...wide.complaints, ...phone.complaints]).toEqual([]);
  await phone.close();
});

/** The cells of a table as the API answers them, in the order of creation. */
const cellsIn = async (table_id: string, key: string): Promise<unknown[]> => {
  const { data } = await space.client.rows.list({ table_id, limit: 200 });
  return data.map((row) => row.data[key]);
};

test('250 cells are pasted in one act, which one undo takes back; a wrong cell says why and the others stay', async () => {
  const table_id = await newTable(100);
  const { page, complaints, close } = await openTable(table_id);
  await cellOf(page, 1, 1).click();
  const lines = Array.from({ length: 125 }, (_, index) => `pasted ${index + 1}\t${index === 50 ? 'many' : index * 2}`);
  await paste(page, lines.join('\n'));
  await page.getByText('248 cells are pasted.').waitFor();
  const wrong = cellOf(page, 51, 2);
  await page.getByRole('textbox', { name: 'Cells of Deals' }).focus();
  for (const key of ['PageDown', 'PageDown', 'PageDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(key);
  await wrong.getByText('Not saved').waitFor({ state: 'attached' });
  await picture(page, 'grid-refused');
  expect(await page.getByRole('alert').filter({ hasText: '2 cells are not saved' }).count()).toBe(1);
  expect((await cellsIn(table_id, 'name')).slice(48, 53)).toEqual(['pasted 49', 'pasted 50', 'Deal 51', 'pasted 52', 'pasted 53']);
  expect(await cellsIn(table_id, 'name')).toHaveLength(125);

  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('textbox', { name: 'Cells of Deals' }).focus();
  await page.keyboard.press('Control+z');
  await page.getByText('Taken back.').waitFor();
  await eventually(async () => expect(await cellsIn(table_id, 'name')).toHaveLength(100));
  expect((await cellsIn(table_id, 'name')).slice(0, 2)).toEqual(['Deal 1', 'Deal 2']);
  await page.keyboard.press('Control+Home');
  await cellOf(page, 1, 1).getByText('Deal 1', { exact: true }).waitFor();
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await close();
});

test('two people in one cell: the later one sees both values and chooses', async () => {
  const table_id = await newTable();
  const other = await newMember(space.space_id);
  const { page, complaints, close } = await openTable(table_id);
  const { data } = await space.client.rows.list({ table_id });
  await cellOf(page, 1, 1).dblclick();
  await page.keyboard.type(' of mine');
  expect((await other.request('PATCH', `/tables/${table_id}/rows/${data[0]!.id}`, { body: { data: { name: 'Theirs' } } })).status).toBe(
    200,
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'This cell was changed meanwhile' });
  await dialog.getByText('Deal 1 of mine').waitFor();
  await dialog.getByText('Theirs', { exact: true }).last().waitFor();
  await dialog.getByText('A owner').waitFor();
  await picture(page, 'grid-conflict');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await cellOf(page, 1, 1).getByText('Deal 1 of mine').waitFor();
  await eventually(async () => expect((await cellsIn(table_id, 'name'))[0]).toBe('Deal 1 of mine'));

  // A change of another cell of the row is not a conflict.
  await cellOf(page, 2, 1).dblclick();
  await other.request('PATCH', `/tables/${table_id}/rows/${data[1]!.id}`, { body: { data: { amount: 77 } } });
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await eventually(async () =>
    expect((await space.client.rows.get({ table_id, row_id: data[1]!.id })).data).toMatchObject({ name: 'Deal 2!', amount: 77 }),
  );
  expect(await dialog.count()).toBe(0);
  expect(complaints.filter((one) => !one.includes('412'))).toEqual([]);
  await close();
});

test('a row that is deleted while it is on the screen says so, and its history brings it back', async () => {
  const table_id = await newTable();
  const { page, complaints, close } = await openTable(table_id);
  const { data } = await space.client.rows.list({ table_id });
  await cellOf(page, 2, 1).getByText('Deal 2').waitFor();
  await space.client.rows.delete({ table_id, row_id: data[1]!.id });
  // A change of the person reads the rows on the screen again.
  await cellOf(page, 4, 4).click();
  await page.keyboard.press('Space');
  await rowOf(page, 2).getByText('This row was deleted.').waitFor();
  expect(await cellOf(page, 2, 1).getAttribute('aria-readonly')).toBe('true');
  await picture(page, 'grid-deleted');
  await page.goto(`${page.url()}?row=${data[1]!.id}`);
  const dialog = page.getByRole('dialog', { name: 'Deleted row' });
  await dialog.getByRole('button', { name: /Return to version/ }).click();
  await page.getByRole('dialog', { name: 'Deal 2' }).getByLabel('Name').waitFor();
  expect((await space.client.rows.get({ table_id, row_id: data[1]!.id })).data.name).toBe('Deal 2');
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
  await close();
});

test('a grid is used by keyboard alone: move, type, tick, choose, extend, fill, empty, copy, open', async () => {
  const table_id = await newTable();
  const { page, complaints, close } = await openTable(table_id);
  const field = page.getByRole('textbox', { name: 'Cells of Deals' });
  await page.getByRole('button', { name: 'The same call' }).focus();
  await page.keyboard.press('Tab');
  expect(await field.evaluate('document.activeElement.className')).toBe('grid-field');
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const rows = async () => (await space.client.rows.list({ table_id })).data.map((row) => row.data);

  await page.keyboard.type('Engine');
  await keys('Tab');
  await page.keyboard.type('12');
  await keys('Enter');
  await eventually(async () => expect((await rows())[0]).toMatchObject({ name: 'Engine', amount: 12 }));
  // The active cell is that of row 2 in Amount now. Escape leaves a cell as it was.
  expect(await cellOf(page, 2, 2).getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'));
  await page.keyboard.type('99');
  await keys('Escape', 'ArrowRight', 'ArrowRight', 'Space');
  await eventually(async () => expect((await rows())[1]).toMatchObject({ amount: 1, paid: true }));
  await keys('ArrowLeft', 'Enter');
  await page.getByRole('combobox', { name: 'Stage' }).waitFor();
  await picture(page, 'grid-panel');
  await keys('ArrowDown', 'Enter');
  await eventually(async () => expect((await rows())[1]).toMatchObject({ stage: 'won' }));
  await keys('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await eventually(async () => expect((await rows()).map(({ stage }) => stage)).toEqual([null, 'won', 'won', 'won', null]));
  await page.getByText('2 cells are filled.').waitFor();
  await keys('Control+Home', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Engine\t12\r\nDeal 2\t1');
  await keys('Delete');
  await eventually(async () => expect((await rows()).map(({ name }) => name)).toEqual([null, null, 'Deal 3', 'Deal 4', 'Deal 5']));
  await keys('Control+z');
  await eventually(async () => expect((await rows())[0]).toMatchObject({ name: 'Engine', amount: 12 }));
  await keys('Control+Home', 'Shift+Enter');
  const drawer = page.getByRole('dialog', { name: 'Engine' });
  await drawer.waitFor();
  expect(page.url()).toContain('?row=row_');
  await keys('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});

test('filters and columns are stored in the view, and stand in the address of a viewer', async () => {
  const table_id = await newTable();
  const viewer = await newMember(space.space_id, 'viewer');
  for (const person of [viewer, owner]) {
    const { page, complaints, close } = await openTable(table_id, person);
    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await dialog.getByRole('button', { name: 'Add a condition' }).click();
    await dialog.getByLabel('Value').fill('Deal 3');
    await picture(page, 'filter-dialog');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await cellOf(page, 1, 1).getByText('Deal 3').waitFor();
    await page.getByText('1 row', { exact: true }).waitFor();
    const { data: views } = await space.client.views.list({ table_id });
    expect(views[0]!.config.filters).toEqual(person === owner ? [{ column_key: 'name', op: 'contains', value: 'Deal 3' }] : undefined);
    await page.reload();
    await cellOf(page, 1, 1).getByText('Deal 3').waitFor();
    expect(await page.getByRole('button', { name: 'New row' }).count()).toBe(person === owner ? 1 : 0);
    expect(complaints).toEqual([]);
    await close();
  }
});
