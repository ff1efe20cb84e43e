import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { daysAhead } from '../days-ahead.ts';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, READING_MS, seriousFaults, visit } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A day on which such a page is free all day. */
const soon = daysAhead(2, 'Europe/Berlin');

/** Creates a page that can be booked on each day, with a form. */
async function bookable(more: Record<string, unknown> = {}) {
  const { client } = await newSpace();
  const form = await client.forms.create({
    name: 'Intake',
    fields: [
      { key: 'email', label: 'Email', type: 'email', required: true },
      { key: 'topic', label: 'What is it about?', type: 'radio', required: true, options: ['Engines', 'Looms'] },
    ],
  });
  const page = await client.booking_pages.create({
    name: 'Intro call',
    description: 'Half an hour to see whether we fit.',
    timezone: 'Europe/Berlin',
    form_id: form.id,
    availability: { weekly: [{ days: [...everyDay], start: '09:00', end: '17:00' }] },
    ...more,
  });
  return { client, page };
}

/** Returns the free times on a page. */
const times = (page: Page) => page.locator('.slots a');

/** Fails unless the page is accessible and fits the screen. */
async function expectGoodPage(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect(await seriousFaults(page)).toEqual([]);
  await expectNoOverflow(page);
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('in a browser %s', (name, script) => {
  test('a visitor chooses a time in their own zone, corrects an answer, books, reschedules and cancels', async () => {
    const {
      client,
      page: { id, url },
    } = await bookable();
    const { page, complaints, close } = await visit(browser, url, { script, timezone: 'Asia/Kolkata' });
    if (script) await page.waitForURL(/timezone=Asia/);
    else {
      expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
      await page.locator('.zone summary').click();
      await page.getByLabel('Time zone').selectOption('Asia/Kolkata');
      await page.getByRole('button', { name: 'Show times' }).click();
    }
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Kolkata');
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.locator('.days a').nth(1).click();
    await page.locator('.slots a').first().waitFor();
    await expectGoodPage(page, `booking-times-${name}`);
    const chosen = await times(page).nth(2).textContent();
    await times(page).nth(2).click();

    await page.getByText(`${chosen}–`).waitFor();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Your email').fill('ada@');
    await page.waitForTimeout(READING_MS);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
      expect.stringMatching(/^Your email/),
      expect.stringMatching(/^What is it about\?/),
    ]);
    await expectGoodPage(page, `booking-faults-${name}`);
    await page.getByLabel('Your email').fill('ada@example.com');
    await page.getByLabel('Engines').check();
    await page.getByRole('button', { name: 'Book this time' }).click();

    await page.getByText('Your time is booked.').waitFor();
    expect(await page.locator('.facts').textContent()).toContain(`${chosen}–`);
    await expectGoodPage(page, `booking-booked-${name}`);
    const [booking] = (await client.bookings.list({ booking_page_id: id })).data;
    expect(booking).toMatchObject({ status: 'confirmed', guest: { name: 'Ada Lovelace', timezone: 'Asia/Kolkata' } });
    const address = await page.getByRole('link', { name: 'Add to your calendar' }).getAttribute('href');
    const file = await page.request.get(new URL(address!, url).href);
    expect([file.headers()['content-type'], (await file.text()).includes(`UID:${booking!.id}@space-api`)]).toEqual([
      'text/calendar; charset=utf-8',
      true,
    ]);

    await page.getByRole('link', { name: 'Move it to another time' }).click();
    await page.getByRole('link', { name: 'Next month' }).click();
    await page.locator('.days a').nth(2).click();
    await times(page).first().click();
    await page.getByRole('heading', { name: 'Move to this time?' }).waitFor();
    await expectGoodPage(page, `booking-move-${name}`);
    await page.getByRole('button', { name: 'Move the booking' }).click();
    await page.getByText('Your booking was moved to this time.').waitFor();
    await expectGoodPage(page, `booking-moved-${name}`);
    const moved = await client.bookings.get({ id: booking!.id });
    expect([moved.sequence, moved.starts_at === booking!.starts_at]).toEqual([1, false]);

    await page.getByRole('link', { name: 'Cancel it' }).click();
    await expectGoodPage(page, `booking-cancel-${name}`);
    await page.getByLabel('Why?').fill('The train is late.');
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await page.getByText('Your booking is cancelled.').waitFor();
    expect(await client.bookings.get({ id: booking!.id })).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'The train is late.',
    });
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);

  test('a visitor whose time was taken meanwhile chooses another without entering the answers again', async () => {
    const {
      client,
      page: { id, url },
    } = await bookable({ form_id: null });
    const { slots } = await client.booking_pages.preview({ id, date: soon });
    const { page, close } = await visit(browser, `${url}?start=${slots[4]!.starts_at}&timezone=UTC`, { script });
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Your email').fill('ada@example.com');
    await page.getByLabel('Anything we should know?').fill('I bring a friend.');
    await client.bookings.create({
      booking_page_id: id,
      starts_at: slots[4]!.starts_at,
      guest: { name: 'Grace', email: 'grace@example.com' },
    });
    await page.waitForTimeout(READING_MS);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await page.getByText('This time is not free any more.').waitFor();
    expect(await page.getByRole('radio').count()).toBe(3);
    await expectGoodPage(page, `booking-taken-${name}`);
    await page.getByRole('radio').last().check();
    await page.getByRole('button', { name: 'Book this time' }).click();
    await page.getByText('Your time is booked.').waitFor();
    const { data } = await client.bookings.list({ search: 'ada@' });
    expect(data).toMatchObject([{ notes: 'I bring a friend.', starts_at: slots[5]!.starts_at }]);
    await close();
  }, 120_000);
});

test.each([true, false])(
  'a question that depends on the email of the guest is shown, and its answer is stored (scripts: %s)',
  async (script) => {
    const { client } = await newSpace();
    const form = await client.forms.create({
      name: 'Intake',
      fields: [
        { key: 'mail', label: 'Email', type: 'email', required: true },
        {
          key: 'badge',
          label: 'Number of your badge',
          type: 'short_text',
          required: true,
          visible_if: { field: 'mail', op: 'contains', value: '@example.com' },
        },
      ],
    });
    const { id, url } = await client.booking_pages.create({
      name: 'Intro call',
      form_id: form.id,
      availability: { weekly: [{ days: [...everyDay], start: '09:00', end: '17:00' }] },
    });
    const { slots } = await client.booking_pages.preview({ id, date: soon });
    const { page, complaints, close } = await visit(browser, `${url}?start=${slots[0]!.starts_at}&timezone=UTC`, { script });
    const badge = page.getByLabel('Number of your badge');
    expect(await badge.isVisible()).toBe(!script);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Your email').fill('ada@example.com');
    await badge.fill('7');
    await page.waitForTimeout(READING_MS);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await page.getByText('Your time is booked.').waitFor();
    expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([{ data: { mail: 'ada@example.com', badge: '7' } }]);
    expect(complaints).toEqual([]);
    await close();
  },
);

/** Another site, which shows an address in a frame. */
async function siteAround(address: string, headers: Readonly<Record<string, string>>) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...headers });
    response.end(`<title>Ours</title><iframe title="Book" width="380" height="800" src="${address.replaceAll('&', '&amp;')}"></iframe>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test.each<[string, Record<string, string>]>([
  ['of another site', {}],
  ['in a sandbox', { 'Content-Security-Policy': 'sandbox allow-scripts allow-forms' }],
])('a page %s embeds a booking page, in which a visitor books and cancels', async (_what, headers) => {
  const { client, page: bookingPage } = await bookable({ form_id: null });
  const { slots } = await client.booking_pages.preview({ id: bookingPage.id, date: soon });
  const site = await siteAround(`${bookingPage.url}?start=${slots[0]!.starts_at}&timezone=UTC`, headers);
  const { page, complaints, close } = await visit(browser, site.url, { script: true });
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Your name').fill('Ada Lovelace');
  await frame.getByLabel('Your email').fill('ada@example.com');
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Book this time' }).click();
  await frame.getByText('Your time is booked.').waitFor();
  const address = frame.getByRole('link', { name: /\/book\/view\// });
  expect([await address.isVisible(), await address.getAttribute('href')]).toEqual([true, await address.textContent()]);
  await frame.getByRole('link', { name: 'Book another time' }).waitFor();
  // A frame cannot be closed, and shows no arrow that leads back.
  for (const action of ['Move it to another time', 'Cancel it']) {
    await frame.getByRole('link', { name: action }).click();
    await frame.getByRole('link', { name: 'Keep the booking' }).click();
    await frame.getByText('Your time is booked.').waitFor();
  }
  await frame.getByRole('link', { name: 'Cancel it' }).click();
  await frame.getByRole('button', { name: 'Cancel the booking' }).click();
  await frame.getByText('Your booking is cancelled.').waitFor();
  expect(await client.bookings.list({})).toMatchObject({ data: [{ status: 'cancelled', starts_at: slots[0]!.starts_at }] });
  expect(complaints).toEqual([]);
  await close();
  site.close();
});

test('a booking page is accessible in dark mode, on a wide screen, full, paused and empty', async () => {
  const {
    client,
    page: { id, url },
  } = await bookable({ booking_type: 'group', capacity: 3 });
  const look = async (path: string, name: string, looking: { width?: number; dark?: boolean }) => {
    const { page, complaints, close } = await visit(browser, path, { script: false, ...looking });
    await expectGoodPage(page, name);
    expect(complaints).toEqual([]);
    await close();
  };
  await look(url, 'booking-wide', { width: 1_200 });
  await look(url, 'booking-dark', { dark: true });
  await look(url, 'booking-narrow', { width: 320 });
  await look(`${url}?month=2030-01`, 'booking-empty', {});
  await client.booking_pages.update({ id, status: 'paused' });
  await look(url, 'booking-paused', {});
});
