import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { newSpace } from '../space.ts';
import { openBrowser, picture, READING_MS, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const PARAGRAPHS = '<p>We weave algebraical patterns just as the Jacquard loom weaves flowers and leaves.</p>'.repeat(12);

/** Publishes a page with an embed below a long text and visits it on a phone. */
async function visitPage(client: Awaited<ReturnType<typeof newSpace>>['client'], embed: string, { style = '', dark = false } = {}) {
  const layout_html = `<!doctype html><html lang="en"><head><style>body { font: 1rem/1.6 Georgia, serif; margin: 0 1.25rem; } ${style}</style></head>
<body><h1>Apply</h1>${PARAGRAPHS}${embed}<p>Below the frame.</p></body></html>`;
  const { id } = await client.pages.create({ title: 'Apply', layout_html, standalone: true });
  const { url } = await client.pages.publish({ id });
  const visitor = await visit(browser, url!, { script: true, dark });
  // A browser does not lay out a frame of another origin before it is near the screen.
  await visitor.page.locator('iframe').scrollIntoViewIfNeeded();
  return { ...visitor, frame: visitor.page.frameLocator('iframe') };
}

/** Returns true when an element of the frame is on the screen as a whole. */
async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height;
}

test.each([
  ['in a card', ''],
  ['inline', 'data-inline'],
])('a long form %s shrinks to its thanks and brings them into sight', async (look, attribute) => {
  const { client } = await newSpace();
  const name = 'Application for the workshop';
  const fields = Array.from({ length: 14 }, (_, at) => ({ key: `q${at}`, label: `Question ${at + 1}`, type: 'short_text' as const }));
  const form = await client.forms.create({ name, fields: [{ ...fields[0]!, required: true }, ...fields.slice(1)] });
  const { page, frame, complaints, close } = await visitPage(client, `<h2>${name}</h2><div data-form-id="${form.id}" ${attribute}></div>`);
  await frame.getByRole('button', { name: 'Send' }).waitFor();
  const heightOf = async () => (await page.locator('iframe').boundingBox())!.height;
  await eventually(async () => expect(await heightOf()).toBeGreaterThan(1_000));
  const isInline = attribute !== '';
  const leftOf = async (element: Locator) => (await element.boundingBox())!.x - (await page.locator('iframe').boundingBox())!.x;
  expect(await leftOf(frame.getByLabel('Question 14'))).toBe(isInline ? 0 : 33);
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => expect(await isInSight(page, frame.locator('.problems'))).toBe(true));
  await picture(page, `frame-errors-${look}`);
  await frame.getByLabel('Question 1', { exact: false }).first().fill('Looms');
  await frame.getByLabel('Question 14').fill('Engines');
  await frame.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => {
    expect(await heightOf()).toBeLessThan(400);
    expect(await isInSight(page, frame.getByText('Thank you'))).toBe(true);
  });
  expect(await frame.locator('[data-answer]:focus').count()).toBe(1);
  // The heading stays for screen readers; on the screen the page has it already.
  const title = await frame.getByRole('heading', { name }).boundingBox();
  expect(title!.height <= 1).toBe(isInline);
  expect(await leftOf(frame.locator('.done'))).toBe(isInline ? 0 : 33);
  await picture(page, `frame-thanks-${look}`);
  expect(complaints.filter((text) => !text.startsWith('Blocked autofocusing'))).toEqual([]);
  await close();
});

const [DARK_TEXT, LIGHT_TEXT] = ['rgb(28, 25, 23)', 'rgb(250, 250, 249)'];

/** Returns the colour of the text in a frame. */
const textColor = (frame: FrameLocator): Promise<string> => frame.locator('body').evaluate('getComputedStyle(document.body).color');

test.each<[string, string, { readonly style: string; readonly dark: boolean; readonly text: string }]>([
  ['light page', 'dark', { style: '', dark: true, text: DARK_TEXT }],
  ['dark page', 'light', { style: ':root { color-scheme: dark; background: #0b1220; }', dark: false, text: LIGHT_TEXT }],
  ['page with light text', 'light', { style: 'body { color: #eee; background: #0b1220; }', dark: false, text: LIGHT_TEXT }],
  ['page that follows the visitor', 'dark', { style: ':root { color-scheme: light dark; }', dark: true, text: LIGHT_TEXT }],
])('a form in a %s has its colours and its ground for a visitor who prefers %s', async (around, preference, { style, dark, text }) => {
  const { client } = await newSpace();
  const form = await client.forms.create({ name: 'Application', fields: [{ key: 'name', label: 'Your name', type: 'short_text' }] });
  const { page, frame, close } = await visitPage(client, `<div data-form-id="${form.id}" data-inline></div>`, { style, dark });
  await frame.getByLabel('Your name').fill('Ada');
  expect(await textColor(frame)).toBe(text);
  const { x, y, width, height } = (await page.locator('iframe').boundingBox())!;
  const groundAt = (left: number) => page.screenshot({ clip: { x: left, y: y + height - 8, width: 4, height: 4 } });
  expect((await groundAt(x + width - 8)).equals(await groundAt(x + width + 8))).toBe(true);
  await picture(page, `frame-scheme-${around}-${preference}`);
  await close();
});

test('an inline form in a frame of unknown scheme has room around its text on a dark ground', async () => {
  const { client } = await newSpace();
  const form = await client.forms.create({ name: 'Application', fields: [{ key: 'name', label: 'Your name', type: 'short_text' }] });
  const { frame, close } = await visitPage(client, `<iframe src="${form.url}" name="space-inline" title="Form"></iframe>`, { dark: true });
  const label = await frame.getByText('Your name').evaluate('document.querySelector("label.name").getBoundingClientRect().x');
  expect(label).toBe(16);
  await close();
});

test('a booking page in a frame has the chosen month, day and confirmation in sight', async () => {
  const { client } = await newSpace();
  const booking = await client.booking_pages.create({ name: 'A visit to the workshop' });
  const { page, frame, complaints, close } = await visitPage(client, `<section data-booking-page-id="${booking.id}"></section>`);
  await frame.getByRole('link', { name: 'Next month' }).click();
  await eventually(async () => expect(await isInSight(page, frame.locator('#month'))).toBe(true));
  await frame.locator('.days a').nth(1).click();
  await eventually(async () => expect(await isInSight(page, frame.locator('.slots a').first())).toBe(true));
  await frame.locator('.slots a').last().click();
  await eventually(async () => expect(await isInSight(page, frame.getByText('Choose another time'))).toBe(true));
  await frame.getByLabel('Your name').fill('Ada Lovelace');
  await frame.getByLabel('Your email').fill('ada@example.com');
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Book this time' }).click();
  await eventually(async () => expect(await isInSight(page, frame.getByText('Your time is booked.'))).toBe(true));
  await picture(page, 'frame-booked');
  expect(complaints).toEqual([]);
  await close();
});

test('a refused booking in a frame has the reason in sight, with the focus', async () => {
  const { client } = await newSpace();
  const description = 'Bring your patterns.\n'.repeat(60);
  const booking = await client.booking_pages.create({ name: 'A visit to the workshop', description, min_notice_hours: 0 });
  const { page, frame, complaints, close } = await visitPage(client, `<section data-booking-page-id="${booking.id}"></section>`);
  await frame.getByRole('link', { name: 'Next month' }).click();
  await frame.locator('.days a').nth(1).click();
  await frame.locator('.slots a').last().click();
  const starts_at = await frame.locator('input[name="-start"]').inputValue();
  await client.bookings.create({ booking_page_id: booking.id, starts_at, guest: { name: 'Charles', email: 'charles@example.com' } });
  await frame.getByLabel('Your name').fill('Ada Lovelace');
  await frame.getByLabel('Your email').fill('ada@example.com');
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Book this time' }).click();
  const reason = frame.getByText('This time is not free any more.');
  await eventually(async () => expect(await isInSight(page, reason)).toBe(true));
  expect(await frame.locator('.notice:focus').textContent()).toBe(await reason.textContent());
  await picture(page, 'frame-refused');
  await client.booking_pages.update({ id: booking.id, status: 'paused' });
  await frame.getByRole('button', { name: 'Book this time' }).click();
  await eventually(async () => expect(await isInSight(page, frame.getByText('This page does not take bookings right now.'))).toBe(true));
  expect(await frame.locator('[role=alert]:focus').count()).toBe(1);
  await picture(page, 'frame-paused');
  expect(complaints).toEqual([]);
  await close();
});

test('the HTML to paste brings the thanks into sight on a page of another origin, in the colours of that page', async () => {
  const { client } = await newSpace();
  const fields = Array.from({ length: 14 }, (_, at) => ({ key: `q${at}`, label: `Question ${at + 1}`, type: 'short_text' as const }));
  const form = await client.forms.create({ name: 'Application', fields });
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Ours</title><body>${PARAGRAPHS}${form.embed_html}${PARAGRAPHS}`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { page, close } = await visit(browser, `http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { script: true, dark: true });
  await page.locator('iframe').scrollIntoViewIfNeeded();
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Question 14').fill('Engines');
  expect(await textColor(frame)).toBe(DARK_TEXT);
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => expect(await isInSight(page, frame.getByText('Thank you'))).toBe(true));
  expect(await textColor(frame)).toBe(DARK_TEXT);
  await close();
  site.close();
});
