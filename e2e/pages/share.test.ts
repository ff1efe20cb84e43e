import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type ViewConfig, type ViewType, viewTypes } from '@space/contracts/tables';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Reads the different grounds of choices without a colour: they do not take that of the stack around them. */
const grounds =
  "[...new Set(Array.from(document.querySelectorAll('.board .chip.plain'), (chip) => getComputedStyle(chip).backgroundColor))]";

/** Returns the style of the text in an empty search field, and that of the text next to it. */
const softTexts =
  "[getComputedStyle(document.querySelector('#q'), '::placeholder'), getComputedStyle(document.querySelector('.rows'))].map(({ color, opacity }) => color + ' ' + opacity)";

/** Creates a table of deals and returns the addresses of its shared views. */
async function sharedViews() {
  const { client } = await newSpace();
  const people = await client.tables.create({ name: 'People', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const names = Array.from({ length: 10 }, (_, at) => ({ name: `Person ${at}` }));
  const { data: linked } = await client.rows.create_bulk({ table_id: people.id, rows: names });
  const { id: table_id } = await client.tables.create({
    name: 'Deals',
    columns: [
      { key: 'name', label: 'Deal', type: 'text' },
      {
        key: 'stage',
        label: 'Stage',
        type: 'select',
        options: [
          { name: 'Lead', color: '#ffff99' },
          { name: 'Won', color: 'teal' },
        ],
      },
      { key: 'tags', label: 'Tags', type: 'multi_select', options: ['Loom', 'Mill'] },
      { key: 'amount', label: 'Amount', type: 'currency', field_config: { currency_code: 'EUR' } },
      { key: 'due', label: 'Due', type: 'date' },
      { key: 'people', label: 'People', type: 'reference', reference_target: { table_id: people.id } },
      { key: 'notes', label: 'Notes', type: 'long_text' },
    ],
  });
  const rows = Array.from({ length: 30 }, (_, at) => ({
    name: `Engine ${at}`,
    stage: at % 2 ? 'Won' : 'Lead',
    tags: ['Loom', 'Mill'],
    amount: at * 1_234.5,
    due: '2026-03-02',
    people: at === 0 ? linked.map(({ id }) => id) : [],
    notes: 'A long way to go. '.repeat(6),
  }));
  await client.rows.create_bulk({ table_id, rows, typecast: true });
  const urls: Record<string, string> = {};
  const configs: Record<ViewType, ViewConfig> = {
    grid: {},
    kanban: { stack_by: 'stage' },
    gallery: {},
    calendar: { start_column: 'due', color_by: 'stage' },
    dashboard: {
      widgets: [
        { id: 'sum', type: 'metric', title: 'Amount', function: 'sum', column_key: 'amount', w: 3 },
        { id: 'stages', type: 'pie', title: 'Stages', group_by: 'stage', w: 9 },
      ],
    },
  };
  for (const type of viewTypes) {
    const view = await client.views.create({ table_id, name: `Our ${type}`, type, config: configs[type] });
    urls[type] = (await client.share_links.create({ table_id, view_id: view.id })).url;
    if (type === 'grid') urls.locked = (await client.share_links.create({ table_id, view_id: view.id, password: 'looms and mills' })).url;
  }
  return urls;
}

test.each([
  ['desktop', 1_280, false],
  ['phone in the dark', 390, true],
])('on a %s a visitor without scripts searches and sorts a shared grid, and every view is readable', async (device, width, dark) => {
  const urls = await sharedViews();
  const { page, complaints, close } = await visit(browser, urls.grid!, { script: false, width, dark, locale: 'de-DE' });
  const look = async (name: string) => {
    await picture(page, `share-${name}-${device}`);
    expect(await seriousFaults(page)).toEqual([]);
    await expectNoOverflow(page);
  };
  const first = () => page.locator('tbody th').first().textContent();
  await page.getByText('30 Zeilen').waitFor();
  await look('grid');
  expect(new Set((await page.evaluate(softTexts)) as string[]).size).toBe(1);
  expect((await page.getByRole('row', { name: 'Person 9' }).boundingBox())!.height).toBeLessThan(200);
  await page.getByRole('searchbox').fill('won');
  await page.keyboard.press('Enter');
  await page.getByText('15 von 30 Zeilen').waitFor();
  await page.getByRole('link', { name: 'Amount' }).click();
  await page.locator('th[aria-sort=ascending]').waitFor();
  expect(await first()).toBe('Engine 1');
  await page.getByRole('link', { name: 'Amount' }).click();
  await page.locator('th[aria-sort=descending]').waitFor();
  expect([await first(), await page.getByRole('searchbox').inputValue()]).toEqual(['Engine 29', 'won']);
  await page.getByText('35.800,50 €').first().waitFor();
  await look('sorted');
  // The first column stays in sight while the others scroll.
  const cell = page.locator('tbody th').first();
  const before = (await cell.boundingBox())!.x;
  await page.locator('.scroll').hover();
  // A wide screen has room for all columns. A turn of the wheel does nothing before the browser has painted the table.
  if (width < 500)
    await eventually(async () => {
      await page.mouse.wheel(200, 0);
      expect(await page.evaluate("document.querySelector('.scroll').scrollLeft")).toBeGreaterThan(0);
    });
  expect((await cell.boundingBox())!.x).toBeCloseTo(before, 0);
  await page.goto(`${urls.grid!}?q=nothing`);
  await page.getByText('Keine Zeile enthält „nothing“.').waitFor();
  await look('nothing');
  for (const type of ['kanban', 'gallery', 'dashboard']) {
    await page.goto(urls[type]!);
    await look(type);
    if (type === 'kanban') expect(await page.evaluate(grounds)).toHaveLength(1);
  }
  // On a wide screen the metric has three of twelve columns, on a phone the whole line. Its number does not break.
  await page.goto(urls.dashboard!);
  const [metric, chart] = await Promise.all(['.card:first-child', '.card + .card'].map((one) => page.locator(one).boundingBox()));
  expect(metric!.width / chart!.width).toBeCloseTo(width < 500 ? 1 : 0.32, 1);
  await page.setViewportSize({ width: 320, height: 844 });
  expect((await page.locator('.metric').boundingBox())!.height).toBeLessThan(50);
  await page.setViewportSize({ width, height: 844 });
  await page.goto(`${urls.calendar!}?month=2026-03`);
  await page.getByText('März 2026').first().waitFor();
  await look('calendar');
  const arrows = await Promise.all(['prev', 'next'].map((rel) => page.locator(`[rel=${rel}]`).boundingBox()));
  expect(arrows[0]!.y).toBe(arrows[1]!.y);
  await page.goto(urls.locked!);
  await page.getByLabel('Passwort').waitFor();
  await look('password');
  expect((await page.goto(`${urls.grid!}x`))!.status()).toBe(404);
  await look('missing');
  expect(complaints).toEqual([]);
  await close();
});

test('a page of a Space shows a shared grid in a frame, which visitors search', async () => {
  const { client } = await newSpace();
  const { id: table_id } = await client.tables.create({ name: 'Engines', columns: [{ key: 'name', label: 'Engine', type: 'text' }] });
  await client.rows.create_bulk({ table_id, rows: [{ name: 'Loom' }, { name: 'Mill' }] });
  const view = await client.views.create({ table_id, name: 'Our engines' });
  const { url } = await client.share_links.create({ table_id, view_id: view.id });
  const layout_html = `<!doctype html><html lang="en"><body><h1>Engines</h1><iframe src="${url}" width="360" height="600"></iframe></body></html>`;
  const written = await client.pages.create({ title: 'Engines', layout_html, standalone: true });
  expect(written.recognized.shared_views).toEqual([{ url, embedded: true }]);
  const { page, complaints, close } = await visit(browser, (await client.pages.publish({ id: written.id })).url!, { script: false });
  const frame = page.frameLocator('iframe');
  await frame.getByText('2 rows').waitFor();
  await frame.getByRole('searchbox').fill('mill');
  await frame.getByRole('searchbox').press('Enter');
  await frame.getByText('1 of 2 rows').waitFor();
  expect(await frame.locator('tbody th').allTextContents()).toEqual(['Mill']);
  await picture(page, 'share-frame');
  expect(complaints).toEqual([]);
  await close();
});
