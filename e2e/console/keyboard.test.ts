import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
let owner: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  owner = await newMember((await newSpace()).space_id);
});
afterAll(() => browser?.close());

/** The most presses of Tab to a thing; a page with more before it cannot be used without a mouse. */
const MAX_PRESSES = 60;

/** Returns the name and tag of the element with the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(({ tagName, ariaLabel, textContent }) => tagName.toLowerCase() + ' ' + (ariaLabel ?? textContent ?? '').trim())(
    document.activeElement ?? document.body)`) as Promise<string>;

/** Presses Tab until the focus is on an element, and fails if the focus does not come there. */
async function tabTo(page: Page, element: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < MAX_PRESSES && passed.at(-1) !== element) {
    await page.keyboard.press('Tab');
    passed.push(await focused(page));
  }
  expect(passed).toContain(element);
}

/** Waits until the focus is on an element, which a move of the focus in the next frame may need. */
const waitForFocus = (page: Page, element: string): Promise<void> => eventually(async () => expect(await focused(page)).toBe(element));

/** Waits until the focus is on the heading of a screen. */
const waitForHeading = (page: Page, heading: string): Promise<void> => waitForFocus(page, `h1 ${heading}`);

async function openHome(): ReturnType<typeof openConsole> {
  const opened = await openConsole(browser, owner);
  await opened.open(`/spaces/${owner.space_id}`);
  await opened.page.getByRole('heading', { level: 1, name: 'Test Space' }).waitFor();
  return opened;
}

test('the first Tab offers to skip the rail, and the next one after it is in the content', async () => {
  const { page, close } = await openHome();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('a Skip to the content');
  expect((await page.getByRole('link', { name: 'Skip to the content' }).boundingBox())!.y).toBeGreaterThanOrEqual(0);
  // The content can be reached when it is there.
  await page.getByRole('main').getByRole('link').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate("document.querySelector('main').contains(document.activeElement)")).toBe(true);
  await close();
});

test('the rail leads to each place, whose heading then has the focus', async () => {
  const { page, complaints, close } = await openHome();
  for (const place of ['Contacts', 'Tables', 'Activity', 'API keys', 'Members']) {
    await tabTo(page, `a ${place}`);
    await page.keyboard.press('Enter');
    await waitForHeading(page, place);
    expect(await page.getByRole('navigation', { name: 'Places' }).locator('[aria-current=page]').textContent()).toBe(place);
  }
  expect(complaints).toEqual([]);
  await close();
});

test('the palette finds places, and Escape closes it without a move', async () => {
  const { page, complaints, close } = await openHome();
  const palette = page.getByRole('dialog', { name: 'Go to or do' });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(page.url()).toMatch(/\/spaces\/spc_\w+$/);

  for (const place of ['Contacts', 'Duplicates', 'Usage', 'Profile']) {
    await page.keyboard.press('Control+k');
    await waitForFocus(page, 'input Go to or do');
    await page.keyboard.type(place);
    await palette.getByRole('option', { name: place, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await waitForHeading(page, place);
    await palette.waitFor({ state: 'detached' });
  }
  expect(complaints).toEqual([]);
  await close();
});

test('the palette takes keys before the script of its list has come', async () => {
  const { page, open, complaints, close } = await openConsole(browser, owner);
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await page.route(/palette-list/, async (route) => {
    await sent;
    await route.continue();
  });
  await open(`/spaces/${owner.space_id}`);
  await page.getByRole('heading', { level: 1, name: 'Test Space' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).waitFor();
  await waitForFocus(page, 'input Go to or do');
  await page.keyboard.type('Duplicates');
  send();
  await page.getByRole('option', { name: 'Duplicates', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await waitForHeading(page, 'Duplicates');
  expect(complaints).toEqual([]);
  await close();
});

test('a dialog holds the focus, and gives it back to the button that opened it', async () => {
  const { page, open, close } = await openHome();
  await open(`/spaces/${owner.space_id}/settings/members`);
  await page.getByRole('button', { name: 'Invite a person' }).waitFor();
  await tabTo(page, 'button Invite a person');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite a person' });
  await dialog.waitFor();
  const passed: string[] = [];
  for (let press = 0; press < 12; press++) {
    await eventually(async () =>
      expect(await page.evaluate("document.querySelector('[role=dialog]').contains(document.activeElement)")).toBe(true),
    );
    passed.push(await focused(page));
    await page.keyboard.press('Tab');
  }
  expect(passed).toEqual(expect.arrayContaining(['button Cancel', 'button Create the link', 'button Close']));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page, 'button Invite a person');
  await close();
});

test('single keys go to places and open the list of shortcuts, except where text is typed', async () => {
  const { page, complaints, close } = await openHome();
  await page.keyboard.type('gk');
  await waitForHeading(page, 'API keys');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create a key' }).first().press('Enter');
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.press('g');
  await name.press('c');
  expect([await name.inputValue(), page.url().endsWith('/settings/keys?new=1')]).toEqual(['gc', true]);
  expect(complaints).toEqual([]);
  await close();
});

test('menus open, move and close by keys alone', async () => {
  const { page, close } = await openHome();
  await tabTo(page, 'button AA owner');
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await waitForFocus(page, 'button AA owner');
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await page.getByRole('menuitem', { name: 'Profile' }).press('Enter');
  await waitForHeading(page, 'Profile');
  await close();
});
