import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, picture } from '../pages/browser.ts';
import { finish, openOwnSpace } from './own-space.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Drags from the middle of an element by some pixels. */
async function drag(page: Page, what: Locator, [right, down]: readonly [number, number]): Promise<void> {
  const box = (await what.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(8, box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2);
  await page.mouse.move(x + right, y + down, { steps: 3 });
  await page.mouse.up();
}

const entry = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).and(page.locator('[data-entry]'));

const minutes = (count: number): number => count * 0.8;

test('an event is created and moved by keyboard, dragged and resized by pointer', async () => {
  const opened = await openOwnSpace(browser);
  const { page, open, client, space_id } = opened;
  await open(`/spaces/${space_id}/calendar?view=week&day=2026-11-25`);
  await page.getByRole('button', { name: 'New event' }).press('Enter');
  const dialog = page.locator('.dialog');
  await dialog.getByLabel('Title').fill('Review');
  await dialog.getByLabel('First day').fill('2026-11-25');
  await dialog.getByLabel('Start', { exact: true }).fill('10:00');
  await dialog.getByLabel('Last day').fill('2026-11-25');
  await dialog.getByLabel('End', { exact: true }).fill('11:00');
  await dialog.getByLabel('Title').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const [created] = (await client.calendar.list({ start_date: '2026-11-01', end_date: '2026-11-30' })).data;
  const { id } = created!;
  expect(created).toMatchObject({ starts_at: '2026-11-25T09:00:00.000Z', ends_at: '2026-11-25T10:00:00.000Z', timezone: 'Europe/Berlin' });
  const times = async () => {
    const { starts_at, ends_at } = await client.calendar.get({ id });
    return `${starts_at.slice(8, 16)} ${ends_at.slice(8, 16)}`;
  };

  const review = entry(page, /Review/);
  await review.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('status').filter({ hasText: 'Thu 26 Nov, 10:15–11:30' }).waitFor({ state: 'attached' });
  expect(await times()).toBe('25T09:00 25T10:00');
  await page.keyboard.press('Enter');
  await page.getByText('is moved to Thu 26 Nov, 10:15–11:30').first().waitFor();
  expect(await times()).toBe('26T09:15 26T10:30');
  await entry(page, /10:15 Review\W+Thu 26 Nov/).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Escape');
  expect(await times()).toBe('26T09:15 26T10:30');

  const column = (await page.locator('.cal-area').boundingBox())!.width / 7;
  await drag(page, review, [-2 * column, minutes(45)]);
  await eventually(async () => expect(await times()).toBe('24T10:00 24T11:15'));
  await entry(page, /11:00 Review\W+Tue 24 Nov/).waitFor();
  await drag(page, page.locator('.cal-grip'), [0, minutes(30)]);
  await eventually(async () => expect(await times()).toBe('24T10:00 24T11:45'));

  // A press on free space in the middle of the week begins an event there.
  const free = (await page.locator('.cal-week').boundingBox())!;
  await page.mouse.move(free.x + 64 + 3.5 * column, free.y + 300);
  await page.mouse.down();
  await page.mouse.move(free.x + 64 + 3.5 * column, free.y + 300 + minutes(60), { steps: 3 });
  await page.mouse.up();
  await dialog.getByText('New event').waitFor();
  expect(await dialog.getByLabel('First day').inputValue()).toBe('2026-11-26');
  await picture(page, 'console-calendar-new');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await finish(opened);
});

test('an occurrence is moved alone, a series as a whole, and the event of a booking not at all', async () => {
  const opened = await openOwnSpace(browser);
  const { page, open, client, space_id } = opened;
  const { id } = await client.calendar.create({
    title: 'Standup',
    starts_at: '2026-10-05T09:00[Europe/Berlin]',
    ends_at: '2026-10-05T09:30[Europe/Berlin]',
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
  });
  await open(`/spaces/${space_id}/calendar?view=month&day=2026-11-15`);
  const standups = entry(page, /Standup/);
  await standups.first().waitFor();
  await entry(page, /Standup\W+Mon 9 Nov/).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move this one' }).click();
  await entry(page, /Standup\W+Tue 10 Nov/).waitFor();
  await eventually(async () => expect((await client.calendar.get({ id })).excluded_dates).toEqual(['2026-11-09']));
  await page.getByText('The other occurrences stay.').first().waitFor();

  const cell = (await page.locator('td[data-day="2026-11-16"]').boundingBox())!;
  await drag(page, entry(page, /Standup\W+Mon 16 Nov/), [2 * cell.width, 0]);
  await page.getByRole('button', { name: 'Move all' }).click();
  await entry(page, /Standup\W+Wed 25 Nov/).waitFor();
  const series = { rrule: 'FREQ=WEEKLY;BYDAY=WE', starts_at: '2026-10-07T07:00:00.000Z' };
  await eventually(async () => expect(await client.calendar.get({ id })).toMatchObject(series));

  // The entry opens over the calendar, and one occurrence is left out.
  await entry(page, /Standup\W+Wed 25 Nov/).click();
  const drawer = page.locator('.dialog');
  await drawer.getByText('Every Wednesday').waitFor();
  await drawer.getByRole('button', { name: 'Leave this one out' }).click();
  await entry(page, /Standup\W+Wed 25 Nov/).waitFor({ state: 'detached' });
  await finish(opened);
});

test('the week of 25 hours shows the repeated hour, and a press in it begins an event at the second of the two times', async () => {
  const opened = await openOwnSpace(browser);
  const { page, open, client, space_id } = opened;
  await client.calendar.create({ title: 'Night shift', starts_at: '2026-10-25T01:30:00.000Z', ends_at: '2026-10-25T02:30:00.000Z' });
  await open(`/spaces/${space_id}/calendar?view=week&day=2026-10-25`);
  await page.getByText('02:00 again').waitFor();
  await page.getByText('25 h').waitFor();
  await entry(page, /02:30 Night shift\W+Sun 25 Oct, 02:30–03:30/).waitFor();
  expect(await page.locator('.cal-closed').count()).toBe(6);
  await page.locator('.cal-week').evaluate((box) => box.scrollTo(0, 0));
  await picture(page, 'console-calendar-25-hours');
  const area = (await page.locator('.cal-area').boundingBox())!;
  await page.mouse.click(area.x + (6.5 / 7) * area.width, area.y + minutes(185));
  await page.getByLabel('Title').fill('Change of shifts');
  await page.getByLabel('Title').press('Enter');
  await entry(page, /02:00 Change of shifts\W+Sun 25 Oct, 02:00–03:00/).waitFor();
  const [made] = (await client.calendar.list({ start_date: '2026-10-25', end_date: '2026-10-25', search: 'shifts' })).data;
  expect(made).toMatchObject({ starts_at: '2026-10-25T01:00:00.000Z', ends_at: '2026-10-25T02:00:00.000Z' });
  await page.getByRole('button', { name: 'UTC' }).click();
  await entry(page, /01:30 Night shift/).waitFor();
  expect(await page.locator('.cal-closed').count()).toBe(0);
  await finish(opened);
});
