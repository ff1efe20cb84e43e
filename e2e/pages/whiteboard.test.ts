import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
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

const NODES = ['Visitor', 'Fills in the form', 'Confirms the address', 'Customer'].map((label, at) => ({ ref: `n${at}`, label }));
const EDGES = NODES.slice(1).map(({ ref }, at) => ({ from: `n${at}`, to: ref, label: 'then' }));

/** Creates a whiteboard with a diagram and notes, and returns the addresses of its pages. */
async function whiteboardPages() {
  const { client } = await newSpace();
  const { id } = await client.whiteboards.create({ title: 'Sign-up flow 2027' });
  await client.whiteboards.diagram({ id, title: 'Sign-up', direction: 'right', nodes: NODES, edges: EDGES });
  await client.whiteboard_elements.create({ id, elements: ['Ask for less', 'Say why'].map((text) => ({ type: 'sticky' as const, text })) });
  const { url: shared } = await client.whiteboard_share_links.create({ id });
  const { url: locked } = await client.whiteboard_share_links.create({ id, password: 'looms and mills' });
  return { shared, locked };
}

test.each([
  ['desktop', 1_280, false],
  ['phone in the dark', 390, true],
])('on a %s a visitor without scripts sees a shared whiteboard, and one with a password', async (device, width, dark) => {
  const urls = await whiteboardPages();
  const { page, complaints, close } = await visit(browser, urls.shared, { script: false, width, dark });
  const look = async (name: string) => {
    await picture(page, `whiteboard-${name}-${device}`);
    expect(await seriousFaults(page)).toEqual([]);
    await expectNoOverflow(page);
  };
  const board = page.getByRole('img').first();
  await page.getByRole('heading', { name: 'Sign-up flow 2027' }).waitFor();
  await board.waitFor();
  await eventually(async () => expect((await board.boundingBox())!.height).toBeGreaterThan(50));
  expect((await board.ariaSnapshot()).replace(/\s+/g, ' ')).toContain('Sign-up flow 2027');
  await look('shared');
  await page.goto(urls.locked);
  await look('password');
  await page.getByLabel('Password').fill('looms and mills');
  await page.getByRole('button').click();
  await board.waitFor();
  await look('unlocked');
  expect(complaints).toEqual([]);
  await close();
});
