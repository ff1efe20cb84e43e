import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { daysAhead } from '../days-ahead.ts';
import { expectNoOverflow, openBrowser, picture, seriousFaults } from '../pages/browser.ts';
import { newMember } from '../people.ts';
import { newSpace } from '../space.ts';
import { openConsole } from './console-page.ts';
import { finish, openOwnSpace } from './own-space.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Returns the next Monday that is not today, in New York. */
function nextMonday(): string {
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => daysAhead(count, 'America/New_York'));
  return days.find((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1)!;
}

test('the hours of a booking page change, the preview shows each time in both zones, and the reason for one that is taken', async () => {
  const opened = await openOwnSpace(browser);
  const { page, open, client, space_id } = opened;
  await open(`/spaces/${space_id}/booking-pages`);
  await page.getByText('No booking page yet.').waitFor();
  await page.getByRole('button', { name: 'Create a booking page' }).first().click();
  const dialog = page.locator('.dialog');
  await dialog.getByLabel('Name').fill('Intro call');
  await dialog.getByRole('button', { name: 'Create the page' }).click();
  await page.getByRole('heading', { name: 'Intro call', level: 1 }).waitFor();
  const [made] = (await client.booking_pages.list()).data;
  const monday = nextMonday();
  await client.calendar.create({
    title: 'Dentist',
    starts_at: `${monday}T11:00[America/New_York]`,
    ends_at: `${monday}T12:00[America/New_York]`,
  });

  await page.getByLabel('Time zone').fill('America/New_York');
  await page.getByLabel('Monday, from').fill('10:00');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByLabel('Description').fill('Half an hour.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Intro call” is saved.').first().waitFor();
  expect(await client.booking_pages.get({ id: made!.id })).toMatchObject({
    timezone: 'America/New_York',
    description: 'Half an hour.',
    availability: { weekly: expect.arrayContaining([{ days: ['monday'], start: '10:00', end: '17:00' }]) },
  });

  const preview = page.getByRole('region', { name: 'Preview' });
  const label = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  const day = label.format(new Date(`${monday}T12:00:00Z`)).replace(',', '');
  await preview.getByRole('button', { name: day }).click();
  await preview.getByRole('columnheader', { name: 'Europe/Berlin (yours)' }).waitFor();
  const rows = preview.getByRole('row');
  const first = await rows.nth(1).textContent();
  expect(first).toMatch(/^10:001[56]:00/);
  expect(first).toContain('free');
  await rows
    .filter({ hasText: /^11:00/ })
    .getByText('It is taken by the event "Dentist".')
    .waitFor();
  await preview.getByText('busy').first().waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await preview.getByText('The page is paused').waitFor();
  await finish(opened);
});

test('a booking of a guest is found in the list, moved to a free time and cancelled', async () => {
  const opened = await openOwnSpace(browser);
  const { page, open, client, space_id } = opened;
  const form = await client.forms.create({
    name: 'Intake',
    fields: [
      { key: 'email', label: 'Email', type: 'email', required: true },
      { key: 'topic', label: 'What is it about?', type: 'text', required: true },
    ],
  });
  const { id: booking_page_id } = await client.booking_pages.create({ name: 'Intro call', timezone: 'America/New_York', form_id: form.id });
  const monday = nextMonday();
  const { id } = await client.bookings.create({
    booking_page_id,
    starts_at: `${monday}T09:00[America/New_York]`,
    guest: { name: 'Ada Lovelace', email: 'ada@example.com', timezone: 'Asia/Kolkata' },
    answers: { topic: 'Engines' },
  });
  await open(`/spaces/${space_id}/bookings?when=past`);
  await page.getByText('No booking matches this filter.').waitFor();
  await open(`/spaces/${space_id}/bookings?when=upcoming`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('heading', { name: 'Intro call with Ada Lovelace', level: 1 }).waitFor();
  await page.getByText('Engines').waitFor();
  await page.getByText('Asia/Kolkata (the guest)').waitFor();

  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.locator('.dialog');
  await dialog
    .getByRole('button', { name: new RegExp(`${Number(monday.slice(8))} \\w+`) })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^14:30/ }).click();
  await picture(page, 'console-booking-move');
  await dialog.getByRole('button', { name: 'Move the booking' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { starts_at } = await client.bookings.get({ id });
  expect(starts_at.slice(11, 16)).toMatch(/^(18|19):30$/);

  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await dialog.getByText('Space sends the guest no message.').waitFor();
  await dialog.getByLabel('Reason').fill('The train is late.');
  await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
  await page.getByText('The train is late.').waitFor();
  expect(await client.bookings.get({ id })).toMatchObject({ status: 'cancelled', cancellation_reason: 'The train is late.' });

  // Its entry stays in the calendar as cancelled, cannot be moved, and leads back to the booking.
  await page.getByRole('link', { name: 'Show it in the calendar' }).click();
  await page.locator('.dialog').getByText('This entry belongs to a booking').waitFor();
  expect(await page.locator('.dialog').getByRole('button', { name: 'Move' }).count()).toBe(0);
  await finish(opened);
});

test('a booking page, a booking and an entry fit a phone and a wide screen, and a failed read can be repeated', async () => {
  const { space_id, client } = await newSpace();
  const owner = await newMember(space_id);
  const { id: booking_page_id } = await client.booking_pages.create({ name: 'Intro call', timezone: 'America/New_York' });
  const booking = await client.bookings.create({
    booking_page_id,
    starts_at: `${nextMonday()}T09:00[America/New_York]`,
    guest: { name: 'Wolfeschlegelsteinhausenbergerdorff-Donaudampfschifffahrt', email: `${'long'.repeat(14)}@example.com` },
  });
  const screens = [
    [`/booking-pages/${booking_page_id}?tab=hours`, 'The next free time'],
    [`/booking-pages/${booking_page_id}?tab=share`, 'The next free time'],
    [`/bookings/${booking.id}`, 'Booking page'],
    [`/calendar?open=${booking.calendar_event_id}@${booking.starts_at}`, 'Open the booking'],
  ] as const;
  for (const [width, dark] of [
    [390, true],
    [1280, false],
  ] as const) {
    const opened = await openConsole(browser, owner, { width, dark });
    const { page, open } = opened;
    for (const [at, [path, text]] of screens.entries()) {
      await open(`/spaces/${space_id}${path}`);
      await page.getByText(text).filter({ visible: true }).first().waitFor();
      await picture(page, `console-scheduling-${at}-${width}`);
      expect([path, await seriousFaults(page)]).toEqual([path, []]);
      await expectNoOverflow(page);
    }
    await finish(opened);
  }
  const { page, open, close } = await openConsole(browser, owner);
  await page.route('**/v1/**/preview?*', (route) => route.fulfill({ status: 400, json: { detail: 'The preview fails.', code: 'broken' } }));
  await open(`/spaces/${space_id}/booking-pages/${booking_page_id}`);
  await page.getByText('The preview fails.').waitFor();
  await page.unroute('**/v1/**/preview?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The next free time').waitFor();
  await close();
});
