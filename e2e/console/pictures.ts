import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** The stored pictures of the screens, made by SPACE_UPDATE_PICTURES=1, and the browser that drew them. */
const folder = join(import.meta.dirname, 'pictures');
const browserFile = join(folder, 'browser.json');

/** The part of the pixels that may differ, and the distance of colours from which a pixel differs. */
const MAX_DIFFERENT = 0.002;
const THRESHOLD = 0.15;

/** Milliseconds in which a screen becomes like its picture. */
const PATIENCE_MS = 15_000;

/** Draws the same on every machine: the version of Chromium, and the width of a text in its default font. */
interface Drawer {
  readonly chromium: string;
  readonly text_width: number;
}

/** The drawer of each browser. */
const drawers = new WeakMap<Browser, Promise<Drawer>>();

const measureDrawer = async (page: Page): Promise<Drawer> => ({
  chromium: page.context().browser()!.version().split('.')[0]!,
  text_width: (await page.evaluate(`(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.font = '16px system-ui';
    return Math.round(context.measureText('The quick brown fox jumps over 0123456789').width * 10) / 10;
  })()`)) as number,
});

/**
 * Replaces what differs from run to run by texts of the same kind: times, ids, addresses of persons, ports and counts of the rate limit.
 * It changes text nodes only, so that the layout is that of the screen.
 */
const HOLD_STILL = `(() => {
  const rules = [
    [/\\b([a-z]{2,6})_[0-9a-z]{26}\\b/g, '$1_00000000000000000000000000'],
    [/person-[0-9a-f]{12}@/g, 'person-000000000000@'],
    [/(localhost|127\\.0\\.0\\.1):\\d+/g, '$1:8080'],
    [/wks_live_\\S+/g, 'wks_live_0000'],
    [/\\b\\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d{4}\\b/g, '1 Jan 2026'],
    [/\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d{1,2}, \\d{4}\\b/g, 'Jan 1, 2026'],
    [/\\b\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+Z)?\\b/g, '2026-01-01'],
    [/\\b\\d{1,2}:\\d\\d(:\\d\\d)?( [AP]M)?\\b/g, '12:00'],
  ];
  for (const time of document.querySelectorAll('time')) time.textContent = 'just now';
  for (const node of document.querySelectorAll('[data-varies]')) node.textContent = '…';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = rules.reduce((value, [pattern, replacement]) => value.replace(pattern, replacement), walker.currentNode.nodeValue);
    if (text !== walker.currentNode.nodeValue) walker.currentNode.nodeValue = text;
  }
})()`;

/**
 * Compares a screen with its stored picture, and returns what is wrong. Another version of Chromium or another font draws otherwise, so it
 * is named in the output and nothing is compared. With SPACE_UPDATE_PICTURES=1 the picture is stored instead.
 */
export async function pictureFaults(page: Page, name: string): Promise<string[]> {
  const drawer = await drawers.getOrInsertComputed(page.context().browser()!, () => measureDrawer(page));
  const isUpdate = process.env.SPACE_UPDATE_PICTURES === '1';
  if (!isUpdate && !(await isDrawer(drawer))) return [];
  const file = join(folder, `${name}.png`);
  if (isUpdate) {
    await page.waitForLoadState('networkidle');
    await mkdir(folder, { recursive: true });
    await Promise.all([writeFile(file, await draw(page)), writeFile(browserFile, `${JSON.stringify(drawer, undefined, 2)}\n`)]);
    return [];
  }
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return [`no picture ${name}.png: make it with SPACE_UPDATE_PICTURES=1`];
  // A part of the screen may still be loading.
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await draw(page);
    // The same pixels are mostly the same file, which takes a moment to see.
    const faults = seen.equals(bytes) ? [] : await compare(name, PNG.sync.read(bytes), PNG.sync.read(seen));
    if (faults.length === 0 || performance.now() > until) return faults;
  }
}

async function draw(page: Page): Promise<Buffer> {
  await page.evaluate(HOLD_STILL);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** Returns true if the stored pictures were drawn by a browser like this one; otherwise the output says why they are not compared. */
async function isDrawer(drawer: Drawer): Promise<boolean> {
  const stored = JSON.parse(await readFile(browserFile, 'utf8')) as Drawer;
  if (stored.chromium === drawer.chromium && stored.text_width === drawer.text_width) return true;
  process.stderr.write(`Pictures are not compared: they are of ${JSON.stringify(stored)}, this is ${JSON.stringify(drawer)}.\n`);
  return false;
}

/** Returns how much of a screen differs from its picture, and where the screen and the difference are stored. */
async function compare(name: string, stored: PNG, seen: PNG): Promise<string[]> {
  const { width, height } = stored;
  const sameSize = seen.width === width && seen.height === height;
  const difference = new PNG({ width, height });
  const different = sameSize
    ? pixelmatch(stored.data, seen.data, difference.data, width, height, { threshold: THRESHOLD })
    : width * height;
  const part = different / (width * height);
  if (part <= MAX_DIFFERENT) return [];
  const place = process.env.SPACE_SCREENSHOTS;
  if (place)
    await Promise.all([
      writeFile(join(place, `${name}.png`), PNG.sync.write(seen)),
      writeFile(join(place, `${name}.difference.png`), PNG.sync.write(difference)),
    ]);
  const hint = place ? `see ${name}.difference.png` : 'SPACE_SCREENSHOTS names a folder for the difference';
  return [`${(part * 100).toFixed(2)} % of the pixels differ from ${name}.png; ${hint}`];
}
