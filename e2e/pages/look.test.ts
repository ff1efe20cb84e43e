import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import type { Browser } from 'playwright-core';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, READING_MS, seriousFaults, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#0f766e"/></svg>').toString('base64')}`;

const question = (key: string, type: string, label: string, more: object = {}) => ({ key, type, label, ...more });

/** Creates a form with one question at a time, a shared view, a blog and a booking page in a Space with a look of its own. */
async function publicPages() {
  const { client } = await newSpace();
  await client.look.update({ name: 'Analytical Engines', logo, accent: '#0f766e', typeface: 'serif' });
  const form = await client.forms.create({
    name: 'How was the visit?',
    description: 'Five questions, two minutes.',
    layout: 'one_question',
    fields: [
      question('name', 'short_text', 'Who are you?', { required: true }),
      question('rating', 'rating', 'How many stars do we get?', { validation: { min_label: 'Poor', max_label: 'Great' } }),
      question('nps', 'nps', 'Would you tell a friend?', { validation: { min_label: 'Never', max_label: 'Gladly' } }),
      question('rank', 'ranking', 'What matters most?', { options: ['Price', 'Speed', 'Care'], required: true }),
      question('why', 'long_text', 'Why the low number?', { visible_if: { field: 'nps', op: 'lt', value: 7 } }),
    ] as never,
  });
  const booking = await client.booking_pages.create({
    name: 'A visit to the workshop',
    description: 'See the engine at work.',
    timezone: 'Europe/Berlin',
    host: 'Ada Lovelace',
    meeting_location_type: 'in_person',
    meeting_location_value: '12 Mill Lane, London',
  });
  return { client, form, booking };
}

describe.each([
  ['desktop', 1_280, false],
  ['desktop in the dark', 1_280, true],
  ['phone', 390, false],
  ['phone in the dark', 390, true],
])('on a %s', (device, width, dark) => {
  test('a booking page has the look of the Space and shows the times next to the calendar, or below it', async () => {
    const { booking } = await publicPages();
    const { page, complaints, close } = await visit(browser, `${booking.url}?timezone=Europe%2FBerlin`, { script: true, width, dark });
    expect(await page.locator('.brand').textContent()).toBe('Analytical Engines');
    expect(await page.evaluate("document.querySelector('.brand img').naturalWidth")).not.toBe(0);
    await page.getByRole('link', { name: 'Next month' }).click();
    const middleOf = async (name: string) => {
      const { y, height } = (await page.locator(name).boundingBox())!;
      return y + height / 2;
    };
    expect(Math.abs((await middleOf('#month')) - (await middleOf('.turn p')))).toBeLessThan(1);
    await page.locator('.days a').first().click();
    const [calendar, times] = [await page.locator('.days').boundingBox(), await page.locator('.slots').boundingBox()];
    if (width > 1_000) expect(times!.x).toBeGreaterThan(calendar!.x + calendar!.width);
    else expect(times!.y).toBeGreaterThan(calendar!.y + calendar!.height);
    for (const fact of ['Ada Lovelace', '30 minutes', '12 Mill Lane, London']) expect(await page.getByText(fact).isVisible()).toBe(true);
    expect(await page.getByLabel('Time zone').isVisible()).toBe(false);
    await page.locator('.zone summary').click();
    expect(await page.getByLabel('Time zone').isVisible()).toBe(true);
    await picture(page, `look-zone-${device}`);
    await page.locator('.zone summary').click();
    await picture(page, `look-booking-${device}`);
    expect(await seriousFaults(page)).toEqual([]);
    await expectNoOverflow(page);
    expect(complaints).toEqual([]);
    await close();
  });

  test('a form asks one question at a time, with progress, stars, a scale in one row and a ranking by drag', async () => {
    const { client, form } = await publicPages();
    const { page, complaints, close } = await visit(browser, form.url, { script: true, width, dark });
    const next = page.getByRole('button', { name: 'Next' });
    const look = async (name: string) => {
      await picture(page, `look-form-${name}-${device}`);
      expect(await seriousFaults(page)).toEqual([]);
      await expectNoOverflow(page);
    };
    await page.getByText('Question 1 of 4').waitFor();
    await next.click();
    await page.getByText('Please answer this.').waitFor();
    await look('name');
    await page.getByLabel('Who are you?').fill('Ada');
    await page.keyboard.press('Enter');

    await page.getByText('Question 2 of 4').waitFor();
    await page.locator('.stars label').nth(3).click();
    expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
    const filled = 'Array.from(document.querySelectorAll(".stars svg"), (star) => getComputedStyle(star).fill !== "rgba(0, 0, 0, 0)")';
    expect(await page.evaluate(filled)).toEqual([true, true, true, true, false]);
    await look('stars');
    await next.click();

    await page.getByText('Question 3 of 4').waitFor();
    const tops = 'Array.from(document.querySelectorAll(".steps label"), (step) => step.getBoundingClientRect().top)';
    expect(new Set((await page.evaluate(tops)) as number[]).size).toBe(1);
    await page.locator('.steps label').nth(5).click();
    await page.getByText('Question 3 of 5').waitFor();
    await look('scale');
    await next.click();

    await page.getByText('Question 4 of 5').waitFor();
    const items = page.locator('.ranking .grip');
    const order = async () => (await items.allTextContents()).join();
    expect(await order()).toBe('Price,Speed,Care');
    expect(await page.locator('[data-ranking] select').first().isVisible()).toBe(false);
    const ranks = 'Array.from(document.querySelectorAll("[data-ranking] select"), (list) => list.value).join()';
    await items.nth(1).click();
    expect(await page.evaluate(ranks)).toBe(',,');
    await next.click();
    await page.getByText('Question 5 of 5').waitFor();
    expect(await page.evaluate(ranks)).toBe('1,2,3');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Question 4 of 5').waitFor();
    const [from, to] = [(await items.nth(2).boundingBox())!, (await items.nth(0).boundingBox())!];
    await page.mouse.move(from.x + 20, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 2, { steps: 8 });
    await page.mouse.up();
    expect(await order()).toBe('Care,Price,Speed');
    await page.getByRole('button', { name: 'Move Price down' }).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await order()).toBe('Care,Speed,Price'));
    await look('ranking');
    await next.click();

    await page.getByText('Question 5 of 5').waitFor();
    await page.getByLabel('Why the low number?').fill('It is noisy.');
    await page.waitForTimeout(READING_MS);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your answers have arrived').waitFor();
    await look('sent');
    expect(complaints).toEqual([]);
    await close();
    expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([
      { data: { name: 'Ada', rating: 4, nps: 5, rank: ['Care', 'Speed', 'Price'], why: 'It is noisy.' } },
    ]);
  });
});

test('without scripts all questions are shown, choices are ranked by numbers, and a narrow phone has room for each step', async () => {
  const { client, form } = await publicPages();
  const { page, close } = await visit(browser, form.url, { script: false, width: 320 });
  const steps = await page.locator('.steps label').all();
  const widths = await Promise.all(steps.map(async (step) => (await step.boundingBox())!.width));
  expect(widths).toHaveLength(11);
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(24);
  await picture(page, 'look-narrow');
  await page.getByLabel('Who are you?').fill('Ada');
  await page.locator('.stars label').nth(1).click();
  for (const [label, rank] of Object.entries({ Price: '2', Speed: '3', Care: '1' })) await page.getByLabel(label).selectOption(rank);
  await page.waitForTimeout(READING_MS);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your answers have arrived').waitFor();
  await close();
  expect((await client.form_submissions.list({ id: form.id })).data).toMatchObject([
    { data: { name: 'Ada', rating: 2, rank: ['Care', 'Price', 'Speed'] } },
  ]);
});

test('pages follow a change of the look, and the language of the browser, within seconds', async () => {
  const { client, form, booking } = await publicPages();
  const { slots } = await client.booking_pages.preview({ id: booking.id, days: 10 });
  const { page, complaints, close } = await visit(browser, form.url, { script: true, locale: 'de-AT' });
  await page.getByText('Frage 1 von 4').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de-AT');
  await page.goto(`${booking.url}?start=${slots[0]!.starts_at}&timezone=UTC`);
  await page.getByRole('button', { name: 'Diesen Termin buchen' }).waitFor();
  await picture(page, 'look-german-booking');
  expect(await seriousFaults(page)).toEqual([]);
  await client.look.update({ locale: 'fr', name: 'Machines' });
  await eventually(
    async () => {
      await page.goto(booking.url);
      expect([await page.locator('html').getAttribute('lang'), await page.locator('.brand').textContent()]).toEqual(['fr', 'Machines']);
    },
    { timeout: 20_000 },
  );
  await page.goto(`${profile.public_url}/nothing/at/all/here`);
  await page.getByRole('heading', { name: 'Unter dieser Adresse gibt es keine Seite' }).waitFor();
  await picture(page, 'look-error');
  expect(complaints).toEqual([]);
  await close();
});
