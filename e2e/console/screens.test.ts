import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sharded } from '@space/runtime/testing';
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

/** Two, so that two screens are gone through at a time. */
let browsers: readonly Browser[];
let browser: Browser;
let inEmpty: TestPerson;
let inFull: TestPerson;
beforeAll(async () => {
  browsers = await Promise.all([openBrowser(), openBrowser()]);
  browser = browsers[0]!;
  const { id } = await operator.settings.create_space({ name: 'Test Space' });
  [inEmpty, inFull] = await Promise.all([newMember(id), newFullSpace()]);
});
afterAll(() => Promise.all((browsers ?? []).map((one) => one.close())));

/** Waits until a screen or its dialog shows a text. */
const waitForText = ({ page }: ConsolePage, text: string): Promise<void> =>
  page.locator('main, [role=dialog]').getByText(text).filter({ visible: true }).first().waitFor();

/** Opens a screen and waits until it shows a text. */
async function show(opened: ConsolePage, address: string, text: string): Promise<void> {
  await opened.open(address);
  await waitForText(opened, text);
}

/** Returns what is wrong with the headings, the title and the width of a screen that is shown. */
async function faultsOf(opened: ConsolePage, heading: string): Promise<string[]> {
  const { page } = opened;
  const headings = await page.locator('h1').allTextContents();
  const title = await page.title();
  return [
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

const wideLight: Look = { width: WIDE, dark: false };
const wideDark: Look = { width: WIDE, dark: true };
const phoneLight: Look = { width: PHONE_WIDTH, dark: false };
const phoneDark: Look = { width: PHONE_WIDTH, dark: true };

/** Returns true for one half of the screens: those that are shown on a wide screen in an empty Space, and whose dark colours axe reads in a full one. */
const isInFirstHalf = ({ path }: Screen): boolean => path.length % 2 === 0;

/** Gives a tab another look without loading it again. */
async function setLook({ page }: ConsolePage, { width, dark }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
}

/** Compares a screen that is shown with its picture. */
async function comparePicture({ page }: ConsolePage, { path, varies }: Screen, { width, dark }: Look, content: string): Promise<string[]> {
  const name = `console-${path.replaceAll(/\W+/g, '-')}-${width}-${dark ? 'dark' : 'light'}-${content}`;
  await picture(page, name);
  return varies ? [] : pictureFaults(page, name);
}

/** Goes through screens with two browsers, and returns what is wrong with them. `prepare` gets a tab and returns the check of a screen in it. */
async function faultsOfAll(
  person: TestPerson,
  screens: readonly Screen[],
  prepare: (opened: ConsolePage) => Promise<(screen: Screen) => Promise<string[]>>,
): Promise<string[]> {
  const left = [...screens];
  const faults: string[] = [];
  await Promise.all(
    browsers.map(async (one) => {
      const opened = await openConsole(one, person);
      const check = await prepare(opened);
      for (let screen = left.shift(); screen; screen = left.shift()) {
        const { path } = screen;
        faults.push(...[...(await check(screen)), ...opened.complaints.splice(0)].map((fault) => `${path}: ${fault}`));
      }
      await opened.close();
    }),
  );
  return faults;
}

const allScreens = sharded([...spaceScreens, ...personScreens], ({ path }) => path);

test('every screen in an empty Space, one half wide and light, the other on a phone and dark', async () => {
  const faults = await faultsOfAll(
    inEmpty,
    allScreens.filter(({ empty, full }) => empty !== full),
    async (opened) => async (screen) => {
      const look = isInFirstHalf(screen) ? wideLight : phoneDark;
      await setLook(opened, look);
      await show(opened, addressOf(inEmpty, screen), screen.empty);
      return [
        ...(await faultsOf(opened, screen.heading)),
        ...(await seriousFaults(opened.page)),
        ...(await comparePicture(opened, screen, look, 'empty')),
      ];
    },
  );
  expect(faults).toEqual([]);
});

test('every screen in a full Space loads wide and dark, becomes a phone with light colours, and is gone through by Tab', async () => {
  const faults = await faultsOfAll(inFull, allScreens, async (opened) => {
    const { page } = opened;
    const loadingFaults = await watchLoading(page);
    return async (screen) => {
      // A screen that looks the same in an empty Space was not shown there.
      const isOnlyHere = screen.empty === screen.full;
      await setLook(opened, wideDark);
      await show(opened, addressOf(inFull, screen), screen.full);
      const found = [...(await loadingFaults()), ...(await faultsOf(opened, screen.heading))];
      if (isOnlyHere || isInFirstHalf(screen)) found.push(...(await seriousFaults(page)));
      found.push(...(await comparePicture(opened, screen, wideDark, 'full')));
      await setLook(opened, phoneLight);
      found.push(...(await faultsOf(opened, screen.heading)));
      if (isOnlyHere || !isInFirstHalf(screen)) found.push(...(await seriousFaults(page)));
      found.push(...(await comparePicture(opened, screen, phoneLight, 'full')));
      await page.setViewportSize({ width: NARROWEST_WIDTH, height: 844 });
      found.push(...(await overflowFaults(opened)));
      await setLook(opened, wideDark);
      return [...found, ...(await keyboardFaults(page))];
    };
  });
  expect(faults).toEqual([]);
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
  const detail = 'The service is busy; try again.';
  const reads = `${profile.console_url}/spaces/*/v1/**`;
  const screens = sharded(spaceScreens, ({ path }) => path).filter((one) => one.reads !== false && !one.path.includes('?'));
  const faults = await faultsOfAll(inFull, screens, async (opened) => {
    const { page, complaints } = opened;
    await setLook(opened, phoneDark);
    return async (screen) => {
      await page.route(reads, (route) =>
        route.fulfill({
          status: 503,
          headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
          body: JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503, detail, code: 'unavailable', request_id: 'req_1' }),
        }),
      );
      await show(opened, addressOf(inFull, screen), detail);
      const found = [...(await faultsOf(opened, screen.unnamed ?? screen.heading)), ...(await seriousFaults(page))];
      found.push(...complaints.splice(0).filter((one) => !one.includes('503')));
      await page.unroute(reads);
      // From the last one on, because each goes away with its notice.
      for (const retry of (await page.getByRole('button', { name: 'Try again' }).all()).toReversed()) await retry.click();
      await waitForText(opened, screen.full);
      return found;
    };
  });
  expect(faults).toEqual([]);
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
