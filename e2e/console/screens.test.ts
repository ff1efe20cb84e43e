import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember, type TestPerson } from '../people.ts';
import { operator, profile } from '../profile.ts';
import { openConsole } from './console-page.ts';
import type { ConsolePage, Look } from './console-window.ts';
import { newFullSpace } from './full-space.ts';
import { keyboardFaults } from './keyboard-faults.ts';
import { watchLoading } from './loading-faults.ts';
import { pictureFaults } from './pictures.ts';
import { addressOf, personScreens, type Screen, spaceScreens } from './screens.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(600_000);

let browser: Browser;
let inEmpty: TestPerson;
let inFull: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  const { id } = await operator.settings.create_space({ name: 'Test Space' });
  [inEmpty, inFull] = await Promise.all([newMember(id), newFullSpace()]);
});
afterAll(() => browser?.close());

/** Waits until a screen or its dialog shows a text. */
const waitForText = ({ page }: ConsolePage, text: string): Promise<void> =>
  page.locator('main, [role=dialog]').getByText(text).filter({ visible: true }).first().waitFor();

/** Opens a screen and waits until it shows a text. */
async function show(opened: ConsolePage, address: string, text: string): Promise<void> {
  await opened.open(address);
  await waitForText(opened, text);
}

/** Returns what is wrong with a screen that is shown. */
async function faultsOf(opened: ConsolePage, { heading }: Screen): Promise<string[]> {
  const { page } = opened;
  const headings = await page.locator('h1').allTextContents();
  const title = await page.title();
  return [
    ...(await seriousFaults(page)),
    ...(headings.length === 1 && headings[0] === heading ? [] : [`headings: ${headings.join(', ')}`]),
    ...(title.startsWith(`${heading} · `) ? [] : [`title: ${title}`]),
    ...(await overflowFaults(opened)),
  ];
}

/** Returns a fault if a screen is wider than its window. */
const overflowFaults = ({ page }: ConsolePage): Promise<string[]> =>
  expectNoOverflow(page).then(
    () => [],
    () => [`wider than a window of ${page.viewportSize()!.width} pixels`],
  );

/** Widths of windows in pixels. The narrowest is a window of 1,280 at a zoom of 400 %. */
const [NARROWEST_WIDTH, PHONE_WIDTH, WIDE] = [320, 390, 1_280];

/**
 * In a full Space a wide screen is also measured while it loads, and gone through by Tab; that of a phone is made narrower too.
 */
const looks: readonly (readonly [string, Look, 'empty' | 'full'])[] = [
  ['a wide light screen, in an empty Space', { width: WIDE, dark: false }, 'empty'],
  ['a phone with dark colours, in an empty Space', { width: PHONE_WIDTH, dark: true }, 'empty'],
  ['a phone with light colours, in a full Space', { width: PHONE_WIDTH, dark: false }, 'full'],
  ['a wide dark screen, in a full Space', { width: WIDE, dark: true }, 'full'],
];

test.each(looks)('every screen on %s', async (_, look, content) => {
  const person = content === 'empty' ? inEmpty : inFull;
  const opened = await openConsole(browser, person, look);
  const faults: string[] = [];
  const isWideAndFull = look.width > PHONE_WIDTH && content === 'full';
  const loadingFaults = await watchLoading(opened.page);
  const screens = [...spaceScreens, ...personScreens].filter(({ empty, full }) => content === 'full' || empty !== full);
  for (const screen of screens) {
    await opened.page.setViewportSize({ width: look.width, height: 844 });
    await show(opened, addressOf(person, screen), screen[content]);
    const found = [...(isWideAndFull ? await loadingFaults() : []), ...(await faultsOf(opened, screen))];
    const name = `console-${screen.path.replaceAll(/\W+/g, '-')}-${look.width}-${look.dark ? 'dark' : 'light'}-${content}`;
    await picture(opened.page, name);
    if (!screen.varies) found.push(...(await pictureFaults(opened.page, name)));
    if (isWideAndFull) found.push(...(await keyboardFaults(opened.page)));
    if (look.width === PHONE_WIDTH && content === 'full') {
      await opened.page.setViewportSize({ width: NARROWEST_WIDTH, height: 844 });
      found.push(...(await overflowFaults(opened)));
    }
    faults.push(...[...found, ...opened.complaints.splice(0)].map((fault) => `${screen.path}: ${fault}`));
  }
  expect(faults).toEqual([]);
  await opened.close();
});

test('a filter and an opened entry stand in the address, so that a reload shows the same', async () => {
  const { page, complaints, open, close } = await openConsole(browser, inFull);
  await open(`/spaces/${inFull.space_id}/contacts`);
  await page.getByText('Ada Lovelace').waitFor();
  await page.getByPlaceholder('Part of name, email or company').fill('Grace');
  await page.getByText('Ada Lovelace').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('table').getByText('Grace Hopper').waitFor();
  expect(await page.getByText('Ada Lovelace').count()).toBe(0);
  await open(`/spaces/${inFull.space_id}/tags`);
  await page.getByRole('table').getByText('customer').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('customer').first().waitFor();
  await page.reload();
  await dialog.getByText('customer').first().waitFor();
  await page.getByRole('table', { includeHidden: true }).getByText('customer').waitFor({ state: 'attached' });
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await close();
});

test('every screen names a failure of the service, and shows its content after another try', async () => {
  const opened = await openConsole(browser, inFull, { width: 390, dark: true });
  const { page } = opened;
  const faults: string[] = [];
  const detail = 'The service is busy; try again.';
  const reads = `${profile.console_url}/spaces/*/v1/**`;
  for (const screen of spaceScreens.filter((one) => one.reads !== false && !one.path.includes('?'))) {
    await page.route(reads, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
        body: JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503, detail, code: 'unavailable', request_id: 'req_1' }),
      }),
    );
    await show(opened, addressOf(inFull, screen), detail);
    const found = await faultsOf(opened, { ...screen, heading: screen.unnamed ?? screen.heading });
    faults.push(...[...found, ...opened.complaints.splice(0).filter((one) => !one.includes('503'))].map((one) => `${screen.path}: ${one}`));
    await page.unroute(reads);
    // From the last one on, because each goes away with its notice.
    for (const retry of (await page.getByRole('button', { name: 'Try again' }).all()).toReversed()) await retry.click();
    await waitForText(opened, screen.full);
  }
  expect(faults).toEqual([]);
  await opened.close();
});

test('a viewer sees no place that their role cannot read', async () => {
  const viewer = await newMember(inFull.space_id, 'viewer');
  const { page, complaints, open, close } = await openConsole(browser, viewer);
  await open(`/spaces/${viewer.space_id}`);
  const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link');
  await places.first().waitFor();
  const names = await places.allTextContents();
  expect(names).toEqual(expect.arrayContaining(['Contacts', 'Tables', 'Members']));
  expect(['Finance', 'Wallet', 'Secrets', 'API keys', 'Agents'].filter((name) => names.includes(name))).toEqual([]);
  for (const place of await places.all()) {
    await place.click();
    await page.locator('main .skeleton').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await open(`/spaces/${viewer.space_id}/settings/keys`);
  await page.getByRole('alert').filter({ hasText: 'admin' }).waitFor();
  await close();
});
