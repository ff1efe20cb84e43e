import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectNoOverflow, openBrowser } from '../pages/browser.ts';
import type { TestPerson } from '../people.ts';
import { profile } from '../profile.ts';
import { openConsole } from './console-page.ts';
import type { ConsolePage } from './console-window.ts';
import { newFullSpace } from './full-space.ts';
import { addressOf, personScreens, type Screen, spaceScreens } from './screens.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(300_000);

let browser: Browser;
let person: TestPerson;
beforeAll(async () => {
  browser = await openBrowser();
  person = await newFullSpace();
});
afterAll(() => browser?.close());

const screens = [...spaceScreens, ...personScreens];

/** Opens each screen on a page, and returns what a function finds wrong with it. */
async function faultsOfEach(opened: ConsolePage, look: (screen: Screen) => Promise<readonly string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const screen of screens) {
    await opened.open(addressOf(person, screen));
    await opened.page.locator('main, [role=dialog]').getByText(screen.full).filter({ visible: true }).first().waitFor();
    faults.push(...(await look(screen)).map((fault) => `${screen.path}: ${fault}`));
  }
  return faults;
}

/** The bytes and nodes that a screen may need before it shows its content, and how far its parts may move while it loads. */
const MAX_JSON_BYTES = 25 * 1_024;
const MAX_NODES = 3_000;
const MAX_SHIFT = 0.05;

test('every screen reads little, asks for nothing twice and stays where it is while it loads', async () => {
  const opened = await openConsole(browser, person);
  const { page } = opened;
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  let reads: { readonly url: string; readonly bytes: Promise<number> }[] = [];
  page.on('response', (response) => {
    const isRead = response.request().method() === 'GET' && response.headers()['content-type']?.includes('json');
    if (isRead && response.url().startsWith(profile.console_url))
      reads.push({
        url: response.url(),
        bytes: response.body().then(
          ({ length }) => length,
          () => 0,
        ),
      });
  });
  const faults = await faultsOfEach(opened, async () => {
    const urls = reads.map(({ url }) => url);
    const sizes = await Promise.all(reads.map(({ bytes }) => bytes));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    reads = [];
    const [nodes, shift] = (await page.evaluate("[document.querySelectorAll('*').length, window.layoutShift]")) as [number, number];
    return [
      ...(bytes > MAX_JSON_BYTES ? [`reads ${bytes} bytes of JSON: ${urls.join(' ')}`] : []),
      ...urls.filter((url, index) => urls.indexOf(url) !== index).map((url) => `reads ${url} twice`),
      ...(nodes > MAX_NODES ? [`has ${nodes} nodes`] : []),
      ...(shift > MAX_SHIFT ? [`moves by ${shift.toFixed(3)} while it loads`] : []),
    ];
  });
  expect(faults).toEqual([]);
  await opened.close();
});

/** The most presses of Tab for one screen. */
const MAX_PRESSES = 400;

/**
 * Marks the elements of the content that can be used, and returns their number. In a group that arrows move through, the one with a
 * tabindex of 0 stands for all.
 */
const MARK = `(() => {
  const root = document.querySelector('[role=dialog]:not(.toast)') ?? document.querySelector('main');
  const candidates = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0 && !element.closest('[inert]'));
  const radios = new Set();
  window.unreached = new Set(candidates.filter((element) => {
    if (element.type !== 'radio') return true;
    const isFirst = !radios.has(element.name);
    radios.add(element.name);
    return isFirst;
  }));
  window.invisible = [];
  document.activeElement?.blur();
})()`;

/** Takes the focused element from those that are not reached yet; an element without a visible focus is collected. */
const REACH = `(() => {
  const element = document.activeElement;
  if (element.type === 'radio') for (const other of window.unreached) if (other.name === element.name) window.unreached.delete(other);
  if (window.unreached.delete(element)) {
    const shown = document.getElementById(element.getAttribute('aria-activedescendant') ?? '') ?? element;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown);
    if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none') window.invisible.push(element.outerHTML.slice(0, 120));
  }
  return window.unreached.size;
})()`;

async function keyboardFaults(page: Page): Promise<string[]> {
  await page.evaluate(MARK);
  let left = 1;
  for (let press = 0; left > 0 && press < MAX_PRESSES; press++) {
    await page.keyboard.press('Tab');
    left = (await page.evaluate(REACH)) as number;
  }
  const [unreached, invisible] = (await page.evaluate(
    '[[...window.unreached].map(({ outerHTML }) => outerHTML.slice(0, 120)), window.invisible]',
  )) as [string[], string[]];
  return [
    ...unreached.map((element) => `Tab does not reach ${element}`),
    ...invisible.map((element) => `the focus is not visible on ${element}`),
  ];
}

test('everything on every screen is reached by Tab alone, with a focus that is seen', async () => {
  const opened = await openConsole(browser, person);
  const faults = await faultsOfEach(opened, () => keyboardFaults(opened.page));
  expect(faults).toEqual([]);
  await opened.close();
});

test('every screen fits a window of 320 pixels, which is 1,280 at a zoom of 400 %', async () => {
  const opened = await openConsole(browser, person, { width: 320, dark: false });
  const faults = await faultsOfEach(opened, async () =>
    expectNoOverflow(opened.page).then(
      () => [],
      () => ['is wider than the window'],
    ),
  );
  expect(faults).toEqual([]);
  await opened.close();
});
